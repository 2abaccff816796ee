/// What became of a hook that did not do its work.
package enum HookFailure: Error, Equatable, Sendable {
  /// There is no such file.
  case notFound
  /// It is no file that this user may execute.
  case notExecutable
  /// It could not be started, for a reason in words.
  case notStarted(String)
  /// It ended with this status, which is not 0.
  case exited(CInt)
  /// A signal ended it.
  case signalled(CInt)
  /// It took longer than it may, and was ended.
  case timedOut
  /// As many hooks as may run do so already.
  case tooMany
}

extension HookFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notFound: "no such program"
    case .notExecutable: "this is no program, or not yours to execute"
    case .notStarted(let reason): "it could not be started: \(reason)"
    case .exited(let status): "it ended with status \(status)"
    case .signalled(let signal): "signal \(signal) ended it"
    case .timedOut: "it took longer than it may, and was ended"
    case .tooMany: "too many hooks are running"
    }
  }
}
