import ControlInterface
import Glibc
import TerminalUI
import TestSupport
import TestTraits
import Testing
import UserFiles
import WorkoutViews

@testable import intervalctl

/// Tests of the program without a daemon.
@Suite(.hangLimit) struct MissingDaemonTests {
  @Test func `a command that requires the daemon explains how to start it without systemd`() async throws {
    let notRunning = ProgramRun(
      status: 69, messages: ["error: intervald is not running", "hint: start it with: intervald &"])
    try await ProgramHome.with(daemon: nil) { home in
      for arguments in [["status"], ["stop"], ["start", "forever", "30s"], ["watch"], ["extend", "-10s"]] {
        let run = try await home.run(arguments)
        #expect(run == notRunning)
      }
      let unset = try await home.run(["status"], environment: ["XDG_RUNTIME_DIR": nil])
      let hint = "hint: a login session sets it; without one: export XDG_RUNTIME_DIR="
      let folder = SystemCalls.canAccess("/run/user/\(getuid())") ? "/run/user/\(getuid())" : "$(mktemp -d)"
      #expect(unset == ProgramRun(status: 78, messages: ["error: XDG_RUNTIME_DIR is not set", hint + folder]))
    }
  }

  @Test func `a command that does not require the daemon works without it`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      #expect(
        try await home.run(["plans"]).output == [
          "Name       Time  Distance  Title", "5k         open         –", "long-run  43:33   5.00 km  30/30",
        ])
      let json = try await home.run(["show", "--json", "--schedule", "30s run @2m/s, open \"x\""])
      #expect(
        json.output == [
          #"{"averagePaceMps":2.0,"distanceIsPartial":true,"distanceM":60.0,"durationMs":null,"intervals":2,"losses":null,"#
            + #""plan":"30s run @2m/s, open \"x\"","schedule":["#
            + #"{"distanceM":60.0,"durationMs":30000,"goal":"30s","kind":"run","label":null,"number":1,"rounds":[],"startMs":0},"#
            + #"{"distanceM":null,"durationMs":null,"goal":"open","kind":"interval","label":"x","number":2,"rounds":[],"startMs":30000}],"#
            + #""title":null,"truncated":false}"#
        ])
      let cues = try await home.run([
        "show", "--json", "--cues", "lead-in off\ncountdown off\ncue finish voice\n2s run",
      ])
      #expect(
        cues.output.first?.hasSuffix(
          #""cues":[{"atMs":0,"channels":["notification","sound"],"cue":"start","number":1,"spoken":null,"what":"run 2 s"},"#
            + #"{"atMs":1000,"channels":["notification"],"cue":"halfway","number":1,"spoken":null,"what":"workout"},"#
            + #"{"atMs":2000,"channels":["voice"],"cue":"finish","number":null,"spoken":"finished: two seconds","what":"0:02"}],"#
            + #""cuesTruncated":false,"distanceIsPartial":null,"distanceM":null,"durationMs":2000,"intervals":1,"losses":null,"plan":"2s run","title":null}"#
        )
          == true)
      #expect(try await home.run(["--version"]).output == ["intervalctl \(intervaldVersion)"])
      #expect(try await home.run(["notation"]).output == NotationScreen.lines(.plain))
    }
  }
}
