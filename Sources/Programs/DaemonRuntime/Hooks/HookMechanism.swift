import Dispatch
import Glibc
import SystemPackage
import Systemd
import UserFiles

/// How one hook is run: as a service of the user's manager where one listens, as a child elsewhere.
struct HookMechanism: Sendable {
  /// The daemon's own.
  let environment: [String: String]
  let limits: HookLimits
  let report: @Sendable (HookReport) -> Void

  /// What a manager gets on top of a hook's own limits before it counts as silent.
  private static let managerPatience: Duration = .seconds(10)

  /// Runs a hook to its end; nil for status 0.
  func run(_ call: HookCall) async -> HookFailure? {
    let obstacle = await withCheckedContinuation { continuation in
      // A file system may not answer. A serial queue gets a thread at once, a concurrent one whose threads all wait only
      // one more a second.
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
      switch try await manager.run(unit, within: limits.time + limits.end + Self.managerPatience) {
      case .exited(0): return nil
      case .exited(let status): return .exited(status)
      case .signalled(let signal): return .signalled(signal)
      case .timedOut: return .timedOut
      case .failed(let result): return .notStarted(result)
      }
    } catch {
      // The service goes on when the runner is shut down.
      return Task.isCancelled ? nil : .notStarted("\(error)")
    }
  }

  /// What keeps a program from being run, as far as its file tells: access(2), stat(2).
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
