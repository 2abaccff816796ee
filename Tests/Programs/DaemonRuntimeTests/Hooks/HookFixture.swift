import DaemonRuntime
import TestSupport
import Testing

/// A folder for hooks and their output, and a function that runs a hook to its end.
struct HookFixture: Sendable {
  let folder: TemporaryFolder
  /// Runs a hook, and returns the description of its failure; nil for success.
  let test: @Sendable (HookCall) async throws -> String?

  /// Runs a test whose hooks are children of this process.
  ///
  /// The test receives a fixture, the runner of the hooks, and the reports of the runner.
  static func withChildren(
    environment: [String: String] = [:], limits: HookLimits = HookLimits(),
    _ body: @escaping @Sendable (HookFixture, SystemHookRunner, Recording<HookReport>) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    // No service manager listens in this runtime folder.
    let standard = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
    let runner = SystemHookRunner(environment: standard.merging(environment) { $1 }, limits: limits)
    let reports = Recording<HookReport>()
    let fixture = HookFixture(folder: folder) { call in await runner.test(call)?.description }
    try await withThrowingTaskGroup { group in
      group.addTask {
        for await report in runner.reports { reports.append(report) }
        reports.finish()
      }
      group.addTask {
        let outcome: Result<Void, any Error>
        do {
          outcome = .success(try await body(fixture, runner, reports))
        } catch {
          outcome = .failure(error)
        }
        await runner.shutDown(within: .seconds(1))
        try outcome.get()
      }
      try await group.waitForAll()
    }
  }

  /// Runs a test whose hooks are services of a real user manager, which requires root.
  ///
  /// Only processes in the manager's namespaces can connect to the manager, so a probe in these namespaces runs each
  /// hook.
  static func withManager(
    environment: [String: String] = [:], limits: HookLimits = HookLimits(),
    _ body: @escaping @Sendable (HookFixture, UserManager) async throws -> Void
  ) async throws {
    let probe = try BuiltProgram.path(of: "HookProbe")
    try await UserManager.run { manager in
      let fixture = HookFixture(folder: manager.folder) { call in
        let variables = call.environment.map { "\($0)=\($1)" }
        let output = try await manager.run(
          "env",
          environment.map { "\($0)=\($1)" }
            + [probe, milliseconds(limits.time), milliseconds(limits.end), "\(variables.count)"] + variables
            + [call.program] + call.arguments
        ).answer
        return output == "done" ? nil : output
      }
      try await body(fixture, manager)
    }
  }

  private static func milliseconds(_ duration: Duration) -> String {
    "\(Int(duration / .milliseconds(1)))"
  }

  /// Makes a hook call that runs a shell script; the script's variable `folder` is the path of the fixture's folder.
  func script(
    _ text: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> HookCall {
    let name = "hook-\(UInt32.random(in: .min ... .max))"
    let path = try folder.write("folder='\(folder.path)'\n\(text)\n", to: name)
    // The call runs the shell, which reads the script, because executing the new file could fail. The kernel does not
    // execute a file that is open for writing, and a child process of another test may have inherited the descriptor
    // through which the script was written.
    return HookCall(cue: "start", program: "/bin/sh", arguments: [path] + arguments, environment: environment)
  }
}

/// Expectations that every hook must meet, whether it is a child process or a service.
extension HookFixture {
  /// Arguments that a shell or a service manager would change.
  static let awkwardArguments = [
    "", " ", "-n", "--", "a b", "$HOME", "${HOME}", "$$", "%h", "%%", "\\", "\"", "'", "two\nlines\n", "é 🏃", ";", "*",
  ]

  /// Variables that the service manager sets only for the daemon.
  static let daemonEnvironment = [
    "NOTIFY_SOCKET": "/nowhere", "LISTEN_FDS": "1", "LISTEN_PID": "1", "WATCHDOG_USEC": "1000",
    "INVOCATION_ID": "daemon", "JOURNAL_STREAM": "daemon",
  ]

  func expectUnchangedArguments() async throws {
    let call = try script("printf '%s\\0' \"$@\" > $folder/arguments", Self.awkwardArguments)
    #expect(try await test(call) == nil)
    let arrived = try folder.read("arguments").split(separator: "\0", omittingEmptySubsequences: false)
    #expect(arrived.dropLast().map(String.init) == Self.awkwardArguments)
  }

  /// Expects that a hook runs in the home folder, with the variables of the call and without `daemonEnvironment`.
  func expectHookEnvironment() async throws {
    var environment: [String: String] = [:]
    for (number, value) in Self.awkwardArguments.enumerated() { environment["INTERVALD_\(number)"] = value }
    let call = try script(
      "pwd > $folder/place; cat /proc/$$/environ > $folder/variables", environment: environment)
    #expect(try await test(call) == nil)
    let variables = Set(try folder.read("variables").split(separator: "\0").map(String.init))
    for (name, value) in environment { #expect(variables.contains("\(name)=\(value)")) }
    for name in ["NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID", "WATCHDOG_USEC"] {
      #expect(!variables.contains { $0.hasPrefix("\(name)=") })
    }
    #expect(!variables.contains("INVOCATION_ID=daemon"))
    #expect(!variables.contains("JOURNAL_STREAM=daemon"))
    let home = variables.first { $0.hasPrefix("HOME=") }
    #expect(home == "HOME=\(try folder.read("place").dropLast())")
  }

  /// Expects that a hook finds the programs beside this program, after the programs of its other folders.
  func expectOwnProgramsFound() async throws {
    let call = try script("command -v intervalctl > $folder/found; echo $PATH > $folder/path")
    #expect(try await test(call) == nil)
    let program = try BuiltProgram.path(of: "intervalctl")
    #expect(try folder.read("found") == "\(program)\n")
    let path = try folder.read("path").dropLast()
    #expect(path.hasPrefix("/") && path.hasSuffix(":\(program.dropLast("/intervalctl".count))"), "\(path)")
  }

  func expectExitStatuses() async throws {
    for (text, failure): (String, HookFailure?) in [
      ("exit 0", nil), ("exit 3", .exited(3)), ("exit 255", .exited(255)), ("kill -TERM $$", .signalled(15)),
      ("kill -KILL $$", .signalled(9)),
    ] {
      let call = try script(text)
      #expect(try await test(call) == failure?.description, "\(text)")
    }
  }

  func expectUnusablePrograms() async throws {
    try folder.write("#!/bin/sh\n", to: "plain", mode: 0o600)
    for (program, failure): (String, HookFailure) in [
      ("/nowhere/hook", .notFound), ("sh", .notFound), (folder.path(of: "plain"), .notExecutable),
      (folder.path, .folder), ("/dev/null", .notRegular), (folder.path(of: "plain/hook"), .notFound),
    ] {
      #expect(try await test(HookCall(cue: "start", program: program)) == failure.description, "\(program)")
    }
    try folder.write("#!/nowhere/interpreter\n", to: "broken", mode: 0o700)
    #expect(try await test(HookCall(cue: "start", program: folder.path(of: "broken"))) != nil)
  }

  /// Expects that a hook is ended at its time limit.
  ///
  /// The fixture must have a time limit of two seconds, and half a second from SIGTERM to SIGKILL.
  func expectTimeLimit() async throws {
    let cooperative = try script("trap 'echo told > $folder/told; exit 0' TERM; sleep 100 & wait")
    #expect(try await test(cooperative) == "\(HookFailure.timedOut)")
    #expect(try folder.read("told") == "told\n")
    // This script does not end at SIGTERM, but records its age when it receives SIGTERM. The start of the script is not
    // measured, because the service manager may be slow under load.
    let stubborn = try script(
      """
      read begin _ < /proc/uptime
      trap 'read now _ < /proc/uptime; echo "$now - $begin" > $folder/age' TERM
      while :; do sleep 100 & wait; done
      """)
    let outcome = try await withTimeLimit("the end of the stubborn hook") { try await test(stubborn) }
    #expect(outcome == "\(HookFailure.timedOut)")
    let times = try folder.read("age").split(whereSeparator: { " -\n".contains($0) }).compactMap { Double($0) }
    try #require(times.count == 2)
    #expect(times[0] - times[1] >= 1)
    #expect(times[0] - times[1] < 15)
  }
}
