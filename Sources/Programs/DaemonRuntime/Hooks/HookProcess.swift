import Glibc
import Concurrency
import Subprocess
import SystemPackage

/// A hook as a child of the daemon, in a session of its own.
struct HookProcess: Sendable {
  /// The daemon's own.
  let environment: [String: String]
  let limits: HookLimits
  let report: @Sendable (HookReport) -> Void

  /// How many lines of what a hook prints are reported.
  private static let lineLimit = 32
  /// How long after a hook's end its last words may take; what escaped it may hold its output open for ever.
  private static let lastWords: Duration = .milliseconds(500)

  /// Runs it to its end, or until its time is over or the task is cancelled, and it is ended.
  func run(_ call: HookCall) async -> HookFailure? {
    await withTaskGroup(of: HookFailure?.self) { group in
      group.addTask { await execute(call) }
      group.addTask {
        await limits.time.elapse()
        return .timedOut
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      // The process has had its signals when the group ends; how it took them is no news.
      await group.waitForAll()
      return first
    }
  }

  private func execute(_ call: HookCall) async -> HookFailure? {
    let pipe: HookPipe
    do {
      pipe = try HookPipe(lineLimit: Self.lineLimit) { report(.printed(call, line: $0)) }
    } catch {
      return .notStarted("\(error)")
    }
    let failure = await execute(call, printingTo: pipe.input)
    await pipe.end(within: Self.lastWords)
    return failure
  }

  private func execute(_ call: HookCall, printingTo output: FileDescriptor) async -> HookFailure? {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [
      .send(signal: .terminate, toProcessGroup: true, allowedDurationToNextStep: limits.end)
    ]
    let variables = inherited.merging(call.environment) { _, added in added }
    do {
      // Subprocess closes every descriptor in the child but the standard ones.
      let result = try await Subprocess.run(
        .path(FilePath(call.program)), arguments: Arguments(call.arguments),
        environment: .custom(
          Dictionary(variables.map { (Environment.Key(stringLiteral: $0), $1) }, uniquingKeysWith: { $1 })),
        workingDirectory: environment["HOME"].flatMap { $0.hasPrefix("/") ? FilePath($0) : nil },
        platformOptions: options, input: .none,
        output: .fileDescriptor(output, closeAfterSpawningProcess: false),
        error: .fileDescriptor(output, closeAfterSpawningProcess: false))
      // What it left behind ends with it, as that of a service does; the number is no other's while any of it lives.
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

  /// The daemon's environment without what its manager said to the daemon alone.
  private var inherited: [String: String] {
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
