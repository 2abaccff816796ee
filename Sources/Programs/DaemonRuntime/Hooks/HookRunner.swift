package import WorkoutModel

/// Runs hooks: programs that the settings name for cues.
package protocol HookRunner: Sendable {
  /// The reports of hooks, for one reader; `shutDown` finishes the stream.
  var reports: AsyncStream<HookReport> { get }

  /// Starts a hook, and returns at once.
  ///
  /// If `ready` is not nil, the hook starts after `ready` has returned.
  func run(_ call: HookCall, after ready: (@Sendable () async -> Void)?)

  /// Runs a hook to its end.
  ///
  /// - Returns: nil for exit status 0.
  func test(_ call: HookCall) async -> HookFailure?

  /// Checks the programs of hooks, and runs none of them.
  ///
  /// - Returns: The programs that cannot be run, each with the reason; nil if the check exceeds the time limit.
  func check(_ hooks: [Hook], within limit: Duration) async -> [String: HookFailure]?

  /// Waits for the running hooks until the time limit; no other function may be called afterwards.
  func shutDown(within limit: Duration) async
}

extension HookRunner {
  /// Starts a hook, and returns at once.
  func run(_ call: HookCall) { run(call, after: nil) }
}

/// One call of a hook.
package struct HookCall: Equatable, Sendable {
  /// The name of the cue.
  package var cue: String
  /// The index of the hook among the hooks of the cue, from 0.
  package var position: Int
  /// An absolute path.
  package var program: String
  /// The arguments, which no shell interprets.
  package var arguments: [String]
  /// Variables that are added to the environment of the program.
  package var environment: [String: String]

  package init(
    cue: String, position: Int = 0, program: String, arguments: [String] = [], environment: [String: String] = [:]
  ) {
    self.cue = cue
    self.position = position
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }
}

/// The resource limits of hooks.
package struct HookLimits: Sendable {
  /// The time after which a hook receives SIGTERM.
  package var time: Duration
  /// The time from SIGTERM to SIGKILL.
  package var end: Duration
  /// The maximum number of hooks that run at the same time.
  package var count: Int

  package init(time: Duration = .seconds(30), end: Duration = .seconds(2), count: Int = 8) {
    self.time = time
    self.end = end
    self.count = count
  }
}

/// A report of a hook, for the log.
package enum HookReport: Equatable, Sendable {
  /// A hook failed.
  ///
  /// The failure is reported again only after the hook has succeeded, or has failed in another way.
  case failed(HookCall, HookFailure)
  /// A hook was not started, because too many hooks are running.
  ///
  /// The next dropped hook is reported only after all running hooks have ended.
  case dropped(HookCall)
  /// A hook printed a line; lines are not reported if a service manager receives the output of the hook.
  case printed(HookCall, line: String)
}

/// The reason why a hook failed.
package enum HookFailure: Error, Equatable, Sendable {
  case notFound
  /// The path is a folder.
  case folder
  /// The path is neither a regular file nor a folder.
  case notRegular
  /// The file or a folder of its path lacks a permission.
  case notExecutable
  /// The program could not be started; the text is the reason.
  case notStarted(String)
  /// The program exited with this status, which is not 0.
  case exited(CInt)
  /// A signal with this number ended the program.
  case signalled(CInt)
  /// The program was ended at its time limit.
  case timedOut
  /// The hook was not started, because the maximum number of hooks is running.
  case tooMany
}

extension HookFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound: "no such program"
    case .folder: "is a folder"
    case .notRegular: "is not a regular file"
    case .notExecutable: "not an executable file, or permission denied"
    case .notStarted(let reason): "cannot be started: \(reason)"
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "ended by signal \(signal)"
    case .timedOut: "ended after its time limit"
    case .tooMany: "too many hooks are running"
    }
  }
}
