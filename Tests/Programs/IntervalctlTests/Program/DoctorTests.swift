import ControlInterface
import Glibc
import JSON
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests of `doctor` in real folders, with and without a scripted daemon.
@Suite(.hangLimit) struct DoctorTests {
  @Test func `if the daemon is missing, doctor explains how to start it and makes the other checks`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["doctor"])
      #expect(run.status == 1, "\(run.messages)")
      #expect(run.messages.isEmpty, "\(run.messages)")
      let path = home.folder.path
      #expect(
        run.output == [
          "✘ socket           intervald is not running: \(path)/intervald/control.sock does not exist",
          "    → intervald &",
          "? version          intervalctl is \(intervaldVersion); intervald could not be asked",
          "– systemd          no systemd user manager is running",
          "✔ runtime folder   \(path)/intervald is private",
          "✔ settings         no configuration file; the defaults apply",
          "✔ settings folder  \(path)/config/intervald",
          "– state folder     \(path)/.local/state/intervald does not exist yet",
          "✔ plans folder     \(path)/config/intervald/plans", "? the rest         intervald could not be asked",
          "    session bus, notifications, sound, speech, hooks, logind, screen saver, media player, log, state", "",
          "1 fault",
        ])
      let unset = try await home.run(["doctor"], environment: ["XDG_RUNTIME_DIR": nil])
      #expect(unset.status == 1)
      #expect(unset.output.first == "✘ socket           XDG_RUNTIME_DIR is not set")
    }
  }

  @Test func `a daemon of another version causes a warning, and its findings are shown`() async throws {
    var answers = ScriptedController.Answers()
    answers.findings = [.init("sound", .ok, "all 9 sounds can be played")]
    try await ProgramHome.with(daemon: ScriptedController(answers)) { home in
      let run = try await home.run(["doctor"])
      #expect(run.status == 0, "\(run)")
      #expect(
        run.output[1...2] == [
          "! version          intervald is version 0, but intervalctl is \(intervaldVersion)",
          "    → pkill -u \(geteuid()) -x intervald; intervald &",
        ])
      #expect(run.output.suffix(3) == ["✔ sound            all 9 sounds can be played", "", "1 warning"])
      let json = try await home.run(["doctor", "--json"])
      #expect(json.status == 0)
      #expect(json.output.count == 1)
      #expect(json.output[0].hasPrefix(#"{"client":"\#(intervaldVersion)","daemon":"0","findings":[{"details":[],"#))
    }
  }

  @Test func `doctor reports invalid settings, and folders that other users can access`() async throws {
    try await ProgramHome.with { home in
      let path = home.folder.path
      for folder in ["config/intervald", ".local/state/intervald"] {
        _ = try home.folder.folder(folder)
        #expect(unsafe chmod(home.folder.path(of: folder), 0o777) == 0)
      }
      try home.folder.write("sound loud\n", to: "config/intervald/intervald.conf")
      #expect(unsafe chmod("\(path)/intervald", 0o755) == 0)
      var run = try await home.run(["doctor"])
      #expect(run.status == 1)
      let hint = "    → check its contents, then: chmod go-w \(path)"
      #expect(run.output.contains("! runtime folder   other users can access \(path)/intervald"))
      #expect(run.output.contains("✘ settings         \(path)/config/intervald: other users can write to this folder"))
      #expect(run.output.count { $0 == "\(hint)/config/intervald" } == 2)
      #expect(run.output.contains("\(hint)/.local/state/intervald"))
      #expect(unsafe chmod("\(path)/config/intervald", 0o700) == 0)
      run = try await home.run(["doctor"])
      #expect(
        run.output.contains(
          "✘ settings         \(path)/config/intervald/intervald.conf:1:7: found 'loud', expected on or off"),
        "\(run.output)")
    }
  }

  @Test func `a daemon that does not respond or closes the connection is a fault`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let path = home.folder.path(of: "intervald/control.sock")
      let silent = try await home.start("python3 -c 'import socket, signal; \(Self.listen(at: path)); signal.pause()'")
      _ = try await silent.output.first("the listening socket") { $0 == "ready" }
      let hung = try await home.run(["doctor"])
      #expect(hung.status == 1)
      #expect(hung.output.first == "✘ socket           intervald does not respond at \(path)")
      try await silent.killAndWait()
      let refused = try await home.run(["doctor"])
      #expect(
        refused.output.first == "✘ socket           intervald is not running: no process listens at \(path)")
      let loop = "exec(\"while True: s.accept()[0].close()\")"
      let closing = try await home.start(
        "python3 -c 'import socket, os; os.unlink(\"\(path)\"); \(Self.listen(at: path)); \(loop)'")
      _ = try await closing.output.first("the listening socket") { $0 == "ready" }
      #expect(
        try await home.run(["doctor"]).output.first == "✘ socket           intervald closes the connection at \(path)")
      try await closing.killAndWait()
    }
  }

  /// Returns Python code that listens on a socket and then prints a line.
  private static func listen(at path: String) -> String {
    "s = socket.socket(socket.AF_UNIX); s.bind(\"\(path)\"); s.listen(8); print(\"ready\", flush=True)"
  }
}
