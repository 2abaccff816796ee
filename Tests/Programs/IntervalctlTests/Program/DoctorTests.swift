import ControlInterface
import Glibc
import TestSupport
import Testing
import Varlink
import WorkoutReports

@testable import intervalctl

/// The program without a real daemon, in real folders.
@Suite(.timeLimit(.minutes(2))) struct DoctorTests {
  @Test func `without a daemon it says how to start one, and what it can see itself`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let run = try await home.run(["doctor"])
      #expect(run.status == 1 && run.messages.isEmpty, "\(run.messages)")
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
          "    session bus, notifications, sound, speech, logind, screen saver, media player, log, state", "",
          "1 fault",
        ])
      let unset = try await home.run(["doctor"], environment: ["XDG_RUNTIME_DIR": nil])
      #expect(unset.status == 1 && unset.output.first == "✘ socket           XDG_RUNTIME_DIR is not set")
    }
  }

  @Test func `a daemon of another version is told, with what it found`() async throws {
    var answers = ScriptedController.Answers()
    answers.findings = [.init("sound", .ok, "all 9 sounds can be played")]
    try await ProgramHome.with(daemon: ScriptedController(answers)) { home in
      let run = try await home.run(["doctor"])
      #expect(run.status == 0, "\(run)")
      #expect(
        run.output[1...2] == [
          "! version          intervald is version 0, but intervalctl is \(intervaldVersion)",
          "    → pkill -x intervald; intervald &",
        ])
      #expect(run.output.suffix(3) == ["✔ sound            all 9 sounds can be played", "", "1 warning"])
      let json = try await home.run(["doctor", "--json"])
      #expect(json.status == 0 && json.output.count == 1)
      #expect(json.output[0].hasPrefix(#"{"client":"\#(intervaldVersion)","daemon":"0","findings":[{"details":[],"#))
    }
  }

  @Test func `folders and settings that others have had a hand in are faults`() async throws {
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
      let chmod = "    → see what is in it, then: chmod go-w \(path)"
      #expect(run.output.contains("! runtime folder   other users can access \(path)/intervald"))
      #expect(run.output.contains("✘ settings         \(path)/config/intervald: others can write to this folder"))
      #expect(run.output.count { $0 == "\(chmod)/config/intervald" } == 2)
      #expect(run.output.contains("\(chmod)/.local/state/intervald"))
      #expect(unsafe Glibc.chmod("\(path)/config/intervald", 0o700) == 0)
      run = try await home.run(["doctor"])
      #expect(
        run.output.contains(
          "✘ settings         \(path)/config/intervald/intervald.conf:1:7: found 'loud', expected on or off"),
        "\(run.output)")
    }
  }

  @Test func `a daemon that hangs or hangs up is a fault`() async throws {
    try await ProgramHome.with(daemon: nil) { home in
      let path = home.folder.path(of: "intervald/control.sock")
      let silent = try await home.start("python3 -c 'import socket, signal; \(Self.listen(at: path)); signal.pause()'")
      _ = try await silent.output.first("the socket") { $0 == "ready" }
      let hung = try await home.run(["doctor"])
      #expect(hung.status == 1 && hung.output.first == "✘ socket           intervald does not answer at \(path)")
      try await silent.killAndWait()
      let refused = try await home.run(["doctor"])
      #expect(
        refused.output.first == "✘ socket           intervald is not running: nothing listens at \(path)")
      let loop = "exec(\"while True: s.accept()[0].close()\")"
      let curt = try await home.start(
        "python3 -c 'import socket, os; os.unlink(\"\(path)\"); \(Self.listen(at: path)); \(loop)'")
      _ = try await curt.output.first("the socket") { $0 == "ready" }
      #expect(
        try await home.run(["doctor"]).output.first == "✘ socket           intervald closes the connection at \(path)")
      try await curt.killAndWait()
    }
  }

  private static func listen(at path: String) -> String {
    "s = socket.socket(socket.AF_UNIX); s.bind(\"\(path)\"); s.listen(8); print(\"ready\", flush=True)"
  }
}
