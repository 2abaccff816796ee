import ControlInterface
import TestSupport
import Testing

/// The client's watch over a daemon that goes away and comes back, and what it costs.
@Suite(.serialized, .timeLimit(.minutes(3))) struct WatchTests {
  @Test(arguments: ["", "--json"]) func `in a pipe it outlives the daemon`(option: String) async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      _ = try await first.connect().start(plan: "lead-in off\n600s run, 60s walk")
      let watch = try await Self.watch("watch \(option)", on: desktop)
      _ = try await watch.output.first("the state") {
        $0.contains(option.isEmpty ? "Run 10 min, " : #""event":"state""#)
      }
      try await first.process.killAndWait()
      if option.isEmpty {
        _ = try await watch.output.first("the absence") { $0 == "         intervald has gone away; waiting for it" }
      }
      let mark = watch.output.count
      _ = try await DaemonProcess.start(on: desktop)
      if option.isEmpty {
        _ = try await watch.output.first("the return", from: mark) { $0 == "         intervald is back" }
        _ = try await watch.output.first("the state", from: mark) { $0.contains("Run 10 min, ") }
      } else {
        _ = try await watch.output.first("the state", from: mark) { $0.contains(#""event":"state""#) }
      }
    }
  }

  @Test func `on a terminal it says that the daemon is away, and goes on with it`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop)
      _ = try await first.connect().start(plan: "lead-in off\n600s run, 60s walk")
      let watch = try await Self.watch("script", on: desktop)
      _ = try await watch.output.first("the view") { $0.contains("Run 10 min") }
      try await first.process.killAndWait()
      _ = try await watch.output.first("the absence") { $0.contains("intervald has gone away; waiting for it, 0:02") }
      let mark = watch.output.count
      let next = try await DaemonProcess.start(on: desktop)
      _ = try await watch.output.first("the view", from: mark) { $0.contains("Next: ") }
      _ = try await next.connect().pause()
      _ = try await watch.output.first("the pause", from: mark) { $0.contains("Paused:") }
    }
  }

  @Test func `it draws once a second, and is not woken in between`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      _ = try await daemon.connect().start(plan: "lead-in off\n600s run, 60s walk")
      let watch = try await Self.watch("script", on: desktop)
      _ = try await watch.output.first("the view") { $0.contains("Run 10 min") }
      let identifier = try #require(Int32(watch.output.elements[0].filter(\.isNumber)))
      let figures = ProcessFigures(identifier: identifier)
      // Whatever there is to do at first has been done by the second second.
      for second in ["the next second", "the one after it"] {
        _ = try await watch.output.first(second, from: watch.output.count) { $0 == Self.frame }
      }
      let (before, frames) = (try figures.wakeUps(), Self.frames(watch))
      // Nothing is waited for: this is the time that is looked at.
      let time = try await ContinuousClock().measure { try await Task.sleep(for: .seconds(6)) }
      let drawn = Self.frames(watch) - frames
      let woken = try figures.wakeUps().reduce(0) { $0 + $1.value - (before[$1.key] ?? 0) }
      let seconds = Int(time / .seconds(1)) + 2
      #expect(drawn <= seconds && drawn > 0)
      // The timer, the tick and the drawing are a thread each.
      #expect(woken <= 3 * seconds + 6)
      print("drawn \(drawn) times and woken \(woken) times in \(time)")
    }
  }

  /// How often it has drawn.
  private static func frames(_ watch: TestProcess) -> Int { watch.output.elements.count { $0 == frame } }

  /// What each update begins with.
  private static let frame = "[?2026h"

  /// Starts the client's watch, or that on a terminal which script(1) makes:
  /// each escape sequence begins a line then, and nothing is typed.
  private static func watch(_ command: String, on desktop: Desktop) async throws -> TestProcess {
    let program = try BuiltProgram.path(of: "intervalctl")
    let onTerminal = "script -qec 'stty columns 80 rows 24; echo $$; exec \(program) watch' /dev/null"
    let line =
      command == "script"
      ? "tail -f /dev/null | \(onTerminal) | stdbuf -oL tr '\\033' '\\n'" : "exec \(program) \(command)"
    return try await desktop.processes.start("/bin/sh", ["-c", line], environment: desktop.environment)
  }
}
