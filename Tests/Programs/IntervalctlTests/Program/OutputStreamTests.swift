import ControlInterface
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests of colours on a terminal that script(1) emulates, and of failures of standard output.
@Suite(.hangLimit) struct OutputStreamTests {
  private static let events = [
    Report.Event(event: .state, status: Samples.running),
    Report.Event(event: .finished, cue: .finish, text: "Finished", status: Samples.idle, summary: Samples.summary),
  ]

  @Test(arguments: ["NO_COLOR=1", "TERM=dumb"])
  func `NO_COLOR and TERM=dumb turn off colours`(setting: String) async throws {
    try await ProgramHome.with(daemon: ScriptedController(.init(events: Self.events))) { home in
      for command in ["status", "start forever 30s --watch </dev/null", "plans", "show nonsense"] {
        let text = try await home.terminal("env \(setting) intervalctl \(command)").output.joined()
        #expect(!text.contains(/\u{1B}\[[1-9][0-9;]*m/), "\(command)")
        if setting == "TERM=dumb" { #expect(!text.contains("\u{1B}")) }
      }
    }
  }

  @Test func `colours are used only on a terminal`() async throws {
    try await ProgramHome.with { home in
      let coloured = try await home.terminal("intervalctl status")
      #expect(coloured.output.first?.hasPrefix("\u{1B}[1m30/30\u{1B}[0m") == true)
      let plain = try await home.run(["status"])
      #expect(plain.output.first == "30/30")
    }
  }

  @Test func `a closed pipe is not an error`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let line = "{ intervalctl show 'forever 30s' --schedule; echo $? >&2; } | head -1"
      let run = try await home.shell(line)
      #expect(run == ProgramRun(status: 0, output: ["Plan     Time"], messages: ["0"]))
    }
  }

  @Test func `a full disk is an error`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.shell("intervalctl show 30s >/dev/full")
      #expect(run == ProgramRun(status: 74, messages: ["error: cannot write: No space left on device"]))
    }
  }
}

extension ProgramHome {
  /// Runs a shell command on a terminal of 80 columns.
  func terminal(_ line: String) async throws -> ProgramRun {
    try await shell("script -qec 'stty columns 80; \(line)' /dev/null")
  }
}
