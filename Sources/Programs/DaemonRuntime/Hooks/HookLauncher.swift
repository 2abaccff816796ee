import Concurrency
import Dispatch
import SystemPackage
import Systemd
import UserFiles

/// Runs one hook: as a service of the user's service manager, or, without a manager, as a child process.
struct HookLauncher: Sendable {
  /// The environment of the daemon.
  let environment: [String: String]
  let limits: HookLimits
  let report: @Sendable (HookReport) -> Void

  /// The additional time, after the time limits of a hook, for the manager to report the end of the hook.
  private static let managerTolerance: Duration = .seconds(10)

  /// Runs a hook to its end.
  ///
  /// - Returns: nil for exit status 0.
  func run(_ call: HookCall) async -> HookFailure? {
    let failure = await withCheckedContinuation { continuation in
      // A file system may hang, so the check has its own serial queue. A serial queue gets a thread at once. A
      // concurrent queue whose threads all wait gets only one new thread a second.
      DispatchQueue(label: "org.intervald.hook").async {
        continuation.resume(returning: Self.failure(preventing: call.program))
      }
    }
    if let failure { return failure }
    guard let folder = XDGFolders(environment: environment).runtimeFolder,
      let manager = try? await UserManagerConnection.open(runtimeFolder: folder)
    else { return await ChildHook(environment: environment, limits: limits, report: report).run(call) }
    return await run(call, by: manager)
  }

  private func run(_ call: HookCall, by manager: UserManagerConnection) async -> HookFailure? {
    let path = (try? await manager.variable("PATH")) ?? environment["PATH"] ?? ""
    let unit = TransientUnit(
      name: "intervald-hook-\(UInt64.random(in: .min ... .max)).service", summary: "intervald's hook \(call.cue)",
      program: call.program, arguments: call.arguments, environment: call.environment.withProgramFolder(inPath: path),
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
      // A shutdown of the runner cancels this task, but the hook's service continues, so the hook has not failed.
      return Task.isCancelled ? nil : .notStarted("\(error)")
    }
  }

  /// Checks the file of a program; see access(2), stat(2).
  ///
  /// - Returns: The reason why the program cannot be run; nil if the check finds no reason.
  static func failure(preventing program: String) -> HookFailure? {
    guard program.hasPrefix("/"), !program.utf8.contains(0) else { return .notFound }
    do {
      switch try Stat(at: program).type {
      case .regular: return SystemCalls.canAccess(program, for: .execute) ? nil : .notExecutable
      case .directory: return .folder
      default: return .notRegular
      }
    } catch {
      return error.errno == .noSuchFileOrDirectory || error.errno == .notDirectory ? .notFound : .notExecutable
    }
  }
}

extension [String: String] {
  /// The variables of a hook, with a `PATH` in which the hook finds `intervalctl`, wherever it is installed.
  ///
  /// `path` is the `PATH` that the hook would have otherwise. If it already contains the folder of this program, or the
  /// folder is unknown, no variable is added.
  func withProgramFolder(inPath path: String) -> Self {
    guard let longer = ProgramFolder.added(to: path) else { return self }
    return merging(["PATH": longer]) { own, _ in own }
  }
}
