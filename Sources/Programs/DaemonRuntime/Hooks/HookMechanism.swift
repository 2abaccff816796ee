import Dispatch
import Glibc
import ServiceManager
import SystemPackage
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
    let outcome = await withCheckedContinuation { continuation in
      // For calls that wait for a manager or a file system. A serial queue gets a thread at once, a concurrent one
      // whose threads all wait only one more a second.
      DispatchQueue(label: "org.intervald.hook").async { continuation.resume(returning: runAsService(call)) }
    }
    switch outcome {
    case .ended(let failure): return failure
    case .noManager: return await HookProcess(environment: environment, limits: limits, report: report).run(call)
    }
  }

  private enum Outcome {
    case ended(HookFailure?)
    case noManager
  }

  private func runAsService(_ call: HookCall) -> Outcome {
    if let failure = Self.obstacle(to: call.program) { return .ended(failure) }
    guard let folder = XDGFolders(environment: environment).runtimeFolder,
      let manager = try? UserManagerConnection.open(runtimeFolder: folder)
    else { return .noManager }
    let unit = TransientUnit(
      name: "intervald-hook-\(UInt64.random(in: .min ... .max)).service", summary: "intervald's hook \(call.cue)",
      program: call.program, arguments: call.arguments, environment: call.environment,
      workingFolder: environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }, timeLimit: limits.time,
      endLimit: limits.end)
    do throws(ServiceManagerError) {
      try manager.start(unit)
      switch try manager.ending(of: unit, within: limits.time + limits.end + Self.managerPatience) {
      case .exited(0): return .ended(nil)
      case .exited(let status): return .ended(.exited(status))
      case .signalled(let signal): return .ended(.signalled(signal))
      case .timedOut: return .ended(.timedOut)
      case .failed(let result): return .ended(.notStarted(result))
      }
    } catch {
      return .ended(.notStarted("\(error)"))
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
