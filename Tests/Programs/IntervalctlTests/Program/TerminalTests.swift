import ControlInterface
import Glibc
import Subprocess
import TestSupport
import Testing
import WorkoutReports

@testable import intervalctl

/// The program on a terminal, which script(1) makes.
@Suite(.timeLimit(.minutes(2))) struct TerminalTests {
  private static let events = [
    Report.Event(event: .state, status: Samples.running),
    Report.Event(event: .finished, cue: .finish, text: "Finished", status: Samples.idle, summary: Samples.summary),
  ]

  @Test(arguments: ["NO_COLOR=1", "TERM=dumb"])
  func `people who want no colours get none`(setting: String) async throws {
    try await ProgramHome.with(daemon: ScriptedController(.init(events: Self.events))) { home in
      for command in ["status", "start forever 30s --watch", "plans", "show nonsense"] {
        let text = try await home.terminal("env \(setting) intervalctl \(command)").output.joined()
        #expect(!text.contains(/\u{1B}\[[1-9][0-9;]*m/), "\(command)")
        if setting == "TERM=dumb" { #expect(!text.contains("\u{1B}")) }
      }
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
