import Glibc
import Subprocess
import TestSupport
import Testing
import WorkoutControl

@testable import intervalctl

/// The program on a terminal, which script(1) makes.
@Suite(.timeLimit(.minutes(2))) struct TerminalTests {
  private static let events = [
    Wire.Event(event: .state, status: Samples.running),
    Wire.Event(event: .finished, cue: .finish, text: "Finished", status: Samples.idle, summary: Samples.summary),
  ]

  @Test func `a watch draws a live line and takes it away`() async throws {
    try await ProgramHome.with(daemon: ScriptedController(.init(events: Self.events))) { home in
      let run = try await home.terminal("intervalctl start forever 30s --watch")
      #expect(run.status == 0)
      let text = run.output.joined(separator: "\n")
      #expect(text.contains("\u{1B}[1;32mRun 30 s\u{1B}[0m   \u{1B}[1m0:"))
      #expect(text.contains("\r\u{1B}[K  11:07  Finished"))
      #expect(text.hasSuffix("\r\u{1B}[K"))
    }
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `a signal ends the watching, and leaves a clean line`(signal: Int32, status: Int32) async throws {
    let daemon = ScriptedController(.init(events: [Self.events[0]]))
    try await ProgramHome.with(daemon: daemon) { home in
      let watch = try await home.start("script -qec 'echo $$; exec intervalctl watch' /dev/null")
      let first = try await watch.output.first("the process id") { _ in true }
      let identifier = try #require(Int32(first.filter(\.isNumber)))
      _ = try await watch.output.first("the first line") { $0.contains("Run 30 s") }
      kill(identifier, signal)
      #expect(try await watch.end() == .exited(status))
      #expect(watch.output.elements.last?.hasSuffix("\r\u{1B}[K") == true)
      #expect(await daemon.calls == [])
    }
  }

  @Test(arguments: ["NO_COLOR=1", "TERM=dumb"])
  func `people who want no colours get none`(setting: String) async throws {
    try await ProgramHome.with(daemon: ScriptedController(.init(events: Self.events))) { home in
      for command in ["status", "start forever 30s --watch", "plans", "show nonsense"] {
        let text = try await home.terminal("env \(setting) intervalctl \(command)").output.joined()
        #expect(!text.contains("\u{1B}[1") && !text.contains("\u{1B}[2"))
        if setting == "TERM=dumb" { #expect(!text.contains("\u{1B}")) }
      }
    }
  }

  @Test func `a plan is wrapped on a terminal, and whole in a pipe`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let plan = "until 10km (30s run @11:30/mi \"up the hill\", 40s walk @16:30/mi \"and down again\"), 5m cooldown"
      try home.folder.write(plan, to: "hill.plan")
      let shown = try await home.terminal("NO_COLOR=1 intervalctl show hill.plan").output.map {
        $0.filter { $0 != "\r" }
      }
      #expect(
        shown.prefix(3) == [
          "hill",
          "Plan       until 10km (30s run @11:30/mi \"up the hill\", 40s walk @16:30/mi \"and",
          "           down again\"), 5m cooldown",
        ])
      #expect(try await home.shell("intervalctl show hill.plan").output.dropFirst().first == "Plan       \(plan)")
    }
  }

  @Test func `colours are for a terminal alone`() async throws {
    try await ProgramHome.with { home in
      let coloured = try await home.terminal("intervalctl status")
      #expect(coloured.output.first?.hasPrefix("\u{1B}[1m30/30\u{1B}[0m") == true)
      let plain = try await home.run(["status"])
      #expect(plain.output.first == "30/30")
    }
  }
}

extension ProgramHome {
  /// Runs a line on a terminal of 80 columns.
  func terminal(_ line: String) async throws -> ProgramRun {
    try await shell("script -qec 'stty columns 80; \(line)' /dev/null")
  }
}
