import Concurrency
import Dispatch
import Glibc
import Subprocess
import SystemPackage
import Systemd
import UserFiles

/// Runs one hook: as a service of the user's service manager, or, without a manager, as a child process.
struct HookExecutor: Sendable {
  /// The environment of the daemon.
  let environment: [String: String]
  let limits: HookLimits
  let report: @Sendable (HookReport) -> Void

  /// The time after the limits of a hook at which a silent manager counts as failed.
  private static let managerTolerance: Duration = .seconds(10)

  /// Runs a hook to its end.
  ///
  /// - Returns: nil for exit status 0.
  func run(_ call: HookCall) async -> HookFailure? {
    let obstacle = await withCheckedContinuation { continuation in
      // A file system may hang. A serial queue gets a thread at once, but a concurrent queue whose threads all wait
      // gets only one thread a second.
      DispatchQueue(label: "org.intervald.hook").async {
        continuation.resume(returning: Self.obstacle(to: call.program))
      }
    }
    if let obstacle { return obstacle }
    guard let folder = XDGFolders(environment: environment).runtimeFolder,
      let manager = try? await UserManagerConnection.open(runtimeFolder: folder)
    else { return await HookProcess(environment: environment, limits: limits, report: report).run(call) }
    return await run(call, by: manager)
  }

  private func run(_ call: HookCall, by manager: UserManagerConnection) async -> HookFailure? {
    let unit = TransientUnit(
      name: "intervald-hook-\(UInt64.random(in: .min ... .max)).service", summary: "intervald's hook \(call.cue)",
      program: call.program, arguments: call.arguments, environment: call.environment,
      workingFolder: environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }, timeLimit: limits.time,
      endLimit: limits.end)
    do throws(SystemdError) {
      switch try await manager.run(unit, within: limits.time + limits.end + Self.managerTolerance) {
      case .exited(0): return nil
      case .exited(let status): return .exited(status)
      case .signalled(let signal): return .signalled(signal)
      case .timedOut: return .timedOut
      case .failed(let result): return .notStarted(result)
      }
    } catch {
      // The service continues after a shutdown of the runner.
      return Task.isCancelled ? nil : .notStarted("\(error)")
    }
  }

  /// The reason why a program cannot be run, if its file shows one: access(2), stat(2).
  private static func obstacle(to program: String) -> HookFailure? {
    guard program.hasPrefix("/"), !program.utf8.contains(0) else { return .notFound }
    do {
      let isProgram = try Stat(at: program).type == .regular && SystemCalls.canAccess(program, for: .execute)
      return isProgram ? nil : .notExecutable
    } catch {
      return error.errno == .noSuchFileOrDirectory || error.errno == .notDirectory ? .notFound : .notExecutable
    }
  }
}

/// Runs a hook as a child of the daemon, in its own session.
struct HookProcess: Sendable {
  /// The environment of the daemon.
  let environment: [String: String]
  let limits: HookLimits
  let report: @Sendable (HookReport) -> Void

  /// The maximum number of output lines that are reported.
  private static let maxLines = 32
  /// The time for which output is read after the end of a hook.
  ///
  /// A process that the hook has left may keep the pipe open
  /// forever.
  private static let outputLimit: Duration = .milliseconds(500)

  /// Runs a hook to its end; the time limit and a cancellation of the task end it.
  func run(_ call: HookCall) async -> HookFailure? {
    await withTaskGroup(of: HookFailure?.self) { group in
      group.addTask { await execute(call) }
      group.addTask {
        await limits.time.elapse()
        return .timedOut
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      // The group ends after the process has received its signals; its exit status does not matter then.
      await group.waitForAll()
      return first
    }
  }

  private func execute(_ call: HookCall) async -> HookFailure? {
    let pipe: HookPipe
    do {
      pipe = try HookPipe(maxLines: Self.maxLines) { report(.printed(call, line: $0)) }
    } catch {
      return .notStarted("\(error)")
    }
    let failure = await execute(call, printingTo: pipe.input)
    await pipe.end(within: Self.outputLimit)
    return failure
  }

  private func execute(_ call: HookCall, printingTo output: FileDescriptor) async -> HookFailure? {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: limits.end)
    ]
    let variables = inheritedEnvironment.merging(call.environment) { _, added in added }
    do {
      // Subprocess closes all descriptors in the child except the standard ones.
      let result = try await Subprocess.run(
        .path(FilePath(call.program)), arguments: Arguments(call.arguments),
        environment: .custom(
          Dictionary(variables.map { (Environment.Key(stringLiteral: $0), $1) }, uniquingKeysWith: { $1 })),
        workingDirectory: environment["HOME"].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil },
        platformOptions: options, input: .none,
        output: .fileDescriptor(output, closeAfterSpawningProcess: false),
        error: .fileDescriptor(output, closeAfterSpawningProcess: false))
      // Processes that the hook started end with it, as those of a service do. The kernel does not reuse the number of
      // the group while one of them exists.
      kill(-result.processIdentifier.value, SIGKILL)
      switch result.terminationStatus {
      case .exited(0): return nil
      case .exited(let status): return .exited(status)
      case .signaled(let signal): return .signalled(signal)
      }
    } catch {
      return .notStarted("\(error)")
    }
  }

  /// The environment of the daemon without the variables that its service manager set for it alone.
  private var inheritedEnvironment: [String: String] {
    environment.filter { name, _ in
      switch name {
      case "NOTIFY_SOCKET", "JOURNAL_STREAM", "INVOCATION_ID", "MAINPID", "MANAGERPID", "SYSTEMD_EXEC_PID", "FDSTORE",
        "CREDENTIALS_DIRECTORY", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE":
        false
      default: !name.hasPrefix("LISTEN_") && !name.hasPrefix("WATCHDOG_")
      }
    }
  }
}
