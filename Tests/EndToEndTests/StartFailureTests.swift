import Glibc
import TestSupport
import TestTraits
import Testing

/// Errors that prevent the start of the daemon: wrong arguments, invalid settings, and untrusted files and folders.
@Suite(.hangLimit) struct StartFailureTests {
  @Test(arguments: [
    (["--foo"], "unknown option '--foo'"), (["foo"], "unexpected argument 'foo'"),
    (["bar", "--foo"], "unexpected argument 'bar'"), (["-x"], "unknown option '-x'"),
  ])
  func `a wrong argument is reported with a reference to the help`(arguments: [String], message: String) async throws {
    let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), arguments)
    #expect(daemon.status == 64)
    #expect(daemon.output.isEmpty)
    #expect(daemon.errors == "error: \(message)\nhint: see 'intervald --help'\n")
  }

  @Test(arguments: ["x\u{1B}]0;owned\u{07}", "--x\u{202E}\u{9B}owned"])
  func `a wrong argument is reported without control and direction characters`(argument: String) async throws {
    let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), [argument])
    #expect(daemon.status == 64)
    #expect(daemon.errors.hasPrefix("error: "))
    #expect(daemon.errors.contains("owned"))
    let isHarmless = daemon.errors.unicodeScalars.allSatisfy {
      $0 == "\n" || ($0.properties.generalCategory != .control && !$0.properties.isBidiControl)
    }
    #expect(isHarmless, "\(daemon.errors.debugDescription)")
  }

  @Test(arguments: ["", "relative/run"])
  func `an empty or relative XDG_RUNTIME_DIR is reported`(folder: String) async throws {
    let daemon = try await Invocation.run(
      BuiltProgram.path(of: "intervald"), environment: ["XDG_RUNTIME_DIR": folder])
    #expect(daemon.status == 78)
    #expect(daemon.errors.contains("XDG_RUNTIME_DIR"))
  }

  @Test func `invalid settings are reported with their line and column`() async throws {
    try await Desktop.with { desktop in
      try desktop.folder.write("pace run 11:30\n", to: "config/intervald/intervald.conf")
      let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: desktop.environment)
      #expect(daemon.status == 78)
      #expect(
        daemon.errors.contains(
          "config/intervald/intervald.conf:1:15: found the end of the line, expected /mi or /km after the time of a pace"
        ))
    }
  }

  @Test func `unreadable settings are reported with the reason`() async throws {
    try await Desktop.with { desktop in
      _ = try desktop.folder.folder("config/intervald/intervald.conf")
      let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: desktop.environment)
      #expect(daemon.status == 78)
      #expect(daemon.errors.contains("config/intervald/intervald.conf: Is a directory"))
    }
  }

  @Test func `settings that other users can write to are rejected by both programs`() async throws {
    try await Desktop.with { desktop in
      let path = try desktop.folder.write("sound on\n", to: "config/intervald/intervald.conf", mode: 0o666)
      let remedy = "check its contents, then: chmod go-w \(path)"
      let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: desktop.environment)
      #expect(daemon.status == 78)
      #expect(daemon.errors.contains("\(path): other users can write to it (\(remedy))"), "\(daemon.errors)")
      let client = try await Invocation.run(
        BuiltProgram.path(of: "intervalctl"), ["show", "--text", "30s"], environment: desktop.environment)
      #expect(client.status == 78)
      #expect(client.errors == "error: \(path): other users can write to it\nhint: \(remedy)\n")
    }
  }

  @Test(arguments: [10, 20, 63])
  func `a limit of open files that is too low is reported`(limit: Int) async throws {
    try await Desktop.with { desktop in
      let daemon = try await Invocation.run(
        "prlimit", ["--nofile=\(limit)", BuiltProgram.path(of: "intervald")], environment: desktop.environment)
      #expect(daemon.status == 78)
      let message = "the limit of \(limit) open files is too low: run 'ulimit -n 64' before intervald, "
      #expect(daemon.errors.contains(message), "\(daemon.errors)")
    }
  }

  @Test func `a low limit of open files is raised if the system allows it`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await desktop.processes.start(
        "prlimit", ["--nofile=20:500", BuiltProgram.path(of: "intervald")], environment: desktop.environment)
      _ = try await daemon.errors.first("the start") { $0.contains("notice: Ready") }
      #expect(try await Invocation.run("cat", ["/proc/\(daemon.identifier)/limits"]).output.contains("500"))
    }
  }

  @Test func `two daemons with different runtime folders cannot use the same state folder`() async throws {
    try await Desktop.with { desktop in
      let first = try await DaemonProcess.start(on: desktop, in: .process)
      let runtime = try desktop.folder.folderInMemory("run2")
      let environment = desktop.environment.merging(["XDG_RUNTIME_DIR": runtime]) { $1 }
      let second = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: environment)
      #expect(second.status == 69)
      let lock = desktop.folder.path(of: "state/intervald/lock")
      let message = "already running as process \(first.process.identifier), which holds \"\(lock)\""
      #expect(second.errors.contains(message), "\(second.errors)")
    }
  }

  @Test func `a state folder without a lock is reported, and does not prevent the start`() async throws {
    try await Desktop.with { desktop in
      let path = try desktop.folder.folder("state/intervald/lock")
      let daemon = try await DaemonProcess.start(on: desktop)
      let line = try await daemon.log("cannot lock")
      #expect(line.contains("cannot lock \"\(path)\": Is a directory; do not start a second daemon"), "\(line)")
    }
  }

  @Test(arguments: [mode_t(0o702), 0o707])
  func `a socket folder that other users can write to is rejected with a command that fixes it`(
    mode: mode_t
  ) async throws {
    try await Desktop.with { desktop in
      let path = try desktop.folder.folder("run/intervald")
      #expect(unsafe chmod(path, mode) == 0)
      let daemon = try await Invocation.run(BuiltProgram.path(of: "intervald"), environment: desktop.environment)
      #expect(daemon.status == 78)
      #expect(daemon.errors.contains("chmod go-w \(path)"), "\(daemon.errors)")
    }
  }
}
