import ControlInterface
import Dispatch
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests of the lines that `status` and `watch` print for status bars.
@Suite(.hangLimit) struct StatusLineTests {
  @Test func `status prints one line and ends`() async throws {
    try await ProgramHome.with { home in
      #expect(
        try await home.run(["status", "--format", "{icon} {kind}[ {clock}][ {label}][ {round}/{rounds}]"])
          == ProgramRun(status: 0, output: ["▲ run 0:23 3/9"]))
      let custom = try await home.run(["status", "--waybar", "--format", "<b>{clock}</b>"]).output
      let start =
        #"{"alt":"running","class":["running","run"],"percentage":23,"text":"<b>0:23</b>","tooltip":"30/30\nRun"#
      #expect(custom.first?.hasPrefix(start) == true)
      let byDefault = try await home.run(["status", "--waybar"]).output
      #expect(byDefault.first?.contains(#""text":"▲ 0:23""#) == true)
    }
    try await ProgramHome.with(daemon: ScriptedController(.init(isIdle: true))) { home in
      let empty = try await home.run(["status", "--format", "[{kind} {left}]"])
      #expect(empty == ProgramRun(status: 0, output: [""]))
      let phase = try await home.run(["status", "--format", "{phase} {kind}"])
      #expect(phase == ProgramRun(status: 0, output: ["idle"]))
    }
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["status", "--waybar"])
      #expect(run.status == 69)
      #expect(run.output == [])
      #expect(run.messages.first == "error: intervald is not running")
    }
  }

  @Test(
    arguments: [
      (
        "{icon} {knd}",
        [
          "error: --format: unknown field 'knd'", "  {icon} {knd}", "          ^", "hint: did you mean 'kind'?",
          "hint: the fields are phase, icon, kind, label, goal, duration, pace, speed, next, next-label, round, rounds, number, "
            + "intervals, clock, left, percent, elapsed, remaining, progress, distance, title, pace-now, heartrate, cadence",
        ]
      ),
      (
        "é {icon",
        [
          "error: --format: unmatched brace", "  é {icon", "    ^",
          "hint: write {{ or }} for a literal brace, and {kind} for a field",
        ]
      ),
      (
        "[{icon}[{kind}]]",
        [
          "error: --format: unmatched or nested bracket", "  [{icon}[{kind}]]", "         ^",
          "hint: write [[ or ]] for a literal bracket; optional parts in [ ] cannot be nested",
        ]
      ),
    ] as [(String, [String])])
  func `a mistake in a format is reported with its position`(format: String, messages: [String]) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      for command in ["status", "watch"] {
        let run = try await home.run([command, "--format", format])
        #expect(run == ProgramRun(status: 64, messages: messages))
      }
    }
  }

  @Test(arguments: ["status", "watch"], ["--format", "--waybar"])
  func `the option --json cannot be combined with --format or --waybar`(command: String, option: String) async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run([command, "--json", option] + (option == "--format" ? ["{kind}"] : []))
      #expect(
        run
          == ProgramRun(
            status: 64,
            messages: [
              "error: --json and \(option) cannot be combined", "hint: see 'intervalctl \(command) --help'",
            ]))
    }
  }

  @Test func `watch prints a line only if the line has changed, and reconnects to a lost daemon`() async throws {
    let daemon = ScriptedController(
      .init(events: [
        Report.Event(event: .state, status: Samples.running),
        Report.Event(event: .cue, cue: .halfway, text: "Halfway", status: Samples.running),
        Report.Event(event: .cue, cue: .paused, text: "Paused", status: Samples.paused(by: .user)),
      ]))
    try await ProgramHome.with(daemon: daemon) { home in
      let watch = try await home.start("intervalctl watch --format '{phase} {kind}'")
      let lines = ["running run", "paused run"]
      _ = try await watch.output.first("the paused line") { $0 == lines[1] }
      await daemon.endWatches()
      _ = try await watch.output.first("the paused line after reconnecting", from: 2) { $0 == lines[1] }
      #expect(watch.output.elements == lines + lines)
      #expect(watch.errors.elements == [])
    }
  }

  @Test func `watch counts down between events`() async throws {
    var status = Samples.running
    status.atNs = Int(DispatchTime.now().uptimeNanoseconds)
    status.deadlineNs = status.atNs + 2_500_000_000
    let daemon = ScriptedController(.init(events: [Report.Event(event: .state, status: status)]))
    try await ProgramHome.with(daemon: daemon) { home in
      let watch = try await home.start("intervalctl watch --format '{left}'")
      _ = try await watch.output.first("the end of the countdown") { $0 == "0:00" }
      // On a busy machine, watch may skip some of these lines.
      let countdown = ["0:03", "0:02", "0:01", "0:00"]
      #expect(watch.output.elements == countdown.filter(watch.output.elements.contains))
    }
  }

  @Test(arguments: [true, false]) func `watch --format ends when its reader ends, with or without a daemon`(
    hasDaemon: Bool
  ) async throws {
    let daemon = ScriptedController(.init(isIdle: true, events: [Report.Event(event: .state, status: Samples.idle)]))
    try await ProgramHome.with(daemon: hasDaemon ? daemon : nil) { home in
      let run = try await home.shell("{ intervalctl watch --format '{phase}'; echo $? >&2; } | head -1")
      #expect(run == ProgramRun(status: 0, output: ["idle"], messages: ["0"]))
    }
  }

  @Test(arguments: ["", "--json"]) func `watch in a pipe ends when the reader ends`(option: String) async throws {
    let status = Samples.paused(by: .user)
    let daemon = ScriptedController(.init(status: status, events: [Report.Event(event: .state, status: status)]))
    try await ProgramHome.with(daemon: daemon) { home in
      let run = try await home.shell("{ intervalctl watch \(option); echo $? >&2; } | head -1")
      #expect(run.status == 0)
      #expect(run.output.count == 1)
      #expect(run.messages == ["0"])
    }
  }

  @Test func `watch reconnects to a daemon at most once a second`() async throws {
    let event = Report.Event(event: .state, status: Samples.idle)
    let daemon = ScriptedController(.init(isIdle: true, events: [event], endsWatches: true))
    try await ProgramHome.with(daemon: daemon) { home in
      let watch = try await home.start("intervalctl watch")
      try await withTimeLimit("three connections") {
        while await daemon.watchBegins.count < 3 { try await Task.sleep(for: .milliseconds(10)) }
      }
      let begins = await daemon.watchBegins
      #expect(zip(begins, begins.dropFirst()).allSatisfy { $1 - $0 >= .seconds(1) }, "\(begins)")
      #expect(watch.output.elements.contains { $0.hasSuffix("intervald has restarted") })
    }
  }

  @Test func `watch prints an idle line while no daemon is running`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let watch = try await home.start("intervalctl watch --waybar")
      _ = try await watch.output.first("the idle line") {
        $0 == #"{"alt":"idle","class":["idle"],"text":"○","tooltip":"No workout"}"#
      }
    }
  }
}
