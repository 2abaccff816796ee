import DaemonRuntime
import TestSupport

/// A place to try hooks in: a folder for them and what they leave, and a way to run one to its end.
struct HookBench: Sendable {
  let folder: TemporaryFolder
  /// Runs a hook, and says what became of it in words; nil for success.
  let test: @Sendable (HookCall) async throws -> String?

  /// Gives a body a bench whose hooks are children of this process, with their runner and all that it reports.
  static func withChildren(
    environment: [String: String] = [:], limits: HookLimits = HookLimits(),
    _ body: @escaping @Sendable (HookBench, SystemHookRunner, Recording<HookReport>) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    // No manager listens in this one.
    let standard = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
    let runner = SystemHookRunner(environment: standard.merging(environment) { $1 }, limits: limits)
    let reports = Recording<HookReport>()
    let bench = HookBench(folder: folder) { call in await runner.test(call)?.description }
    try await withThrowingTaskGroup { group in
      group.addTask {
        for await report in runner.reports { reports.append(report) }
        reports.finish()
      }
      group.addTask {
        let outcome: Result<Void, any Error>
        do {
          outcome = .success(try await body(bench, runner, reports))
        } catch {
          outcome = .failure(error)
        }
        await runner.shutDown(within: .seconds(1))
        try outcome.get()
      }
      try await group.waitForAll()
    }
  }

  /// Gives a body a bench whose hooks are services of a real user manager, for root only.
  ///
  /// A manager talks to its own namespaces only, so each hook has a probe in there for its runner.
  static func withManager(
    environment: [String: String] = [:], limits: HookLimits = HookLimits(),
    _ body: @escaping @Sendable (HookBench, UserManager) async throws -> Void
  ) async throws {
    let probe = try BuiltProgram.path(of: "HookProbe")
    try await UserManager.run { manager in
      let bench = HookBench(folder: manager.folder) { call in
        let variables = call.environment.map { "\($0)=\($1)" }
        let words = try await manager.run(
          "env",
          environment.map { "\($0)=\($1)" }
            + [probe, milliseconds(limits.time), milliseconds(limits.end), "\(variables.count)"] + variables
            + [call.program] + call.arguments
        ).answer
        return words == "done" ? nil : words
      }
      try await body(bench, manager)
    }
  }

  private static func milliseconds(_ duration: Duration) -> String {
    "\(Int(duration / .milliseconds(1)))"
  }

  /// A call of a shell script, which finds `$folder` to be the bench's.
  func script(
    _ text: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> HookCall {
    let name = "hook-\(UInt32.random(in: .min ... .max))"
    let path = try folder.write("folder='\(folder.path)'\n\(text)\n", to: name)
    // A file that was just written cannot be executed while a child that another test is starting has it open.
    return HookCall(cue: "start", program: "/bin/sh", arguments: [path] + arguments, environment: environment)
  }
}
