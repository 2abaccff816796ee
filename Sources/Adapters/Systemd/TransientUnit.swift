/// A service that a manager runs once and discards when it has ended.
package struct TransientUnit: Equatable, Sendable {
  /// When the manager considers the service started.
  package enum Kind: Equatable, Sendable {
    /// As soon as its program runs.
    case exec
    /// When its program has exited and left a ready process, whose id is in this file; an absolute path.
    case forking(processIDFile: String)
  }

  /// The name, with the suffix `.service`.
  package var name: String
  package var summary: String
  package var kind: Kind
  /// An absolute path, or the name of a program in the manager's own path.
  package var program: String
  /// The arguments without the program's name, passed unchanged.
  package var arguments: [String]
  /// Variables added to the manager's own.
  package var environment: [String: String]
  /// An absolute path; nil for the manager's.
  package var workingFolder: String?
  /// The time after which the manager sends SIGTERM to all of the service's processes; nil for no limit.
  ///
  /// The manager sends it to the remaining processes at the service's end as well.
  package var timeLimit: Duration?
  /// The time between SIGTERM and SIGKILL.
  package var endLimit: Duration

  package init(
    name: String, summary: String, kind: Kind = .exec, program: String, arguments: [String] = [],
    environment: [String: String] = [:], workingFolder: String? = nil, timeLimit: Duration? = nil,
    endLimit: Duration = .seconds(2)
  ) {
    self.name = name
    self.summary = summary
    self.kind = kind
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.workingFolder = workingFolder
    self.timeLimit = timeLimit
    self.endLimit = endLimit
  }
}

/// How a unit's program ended.
package enum UnitResult: Equatable, Sendable {
  case exited(CInt)
  case signalled(CInt)
  /// The program exceeded its time limit.
  case timedOut
  /// The manager could not run the program; systemd's result, such as `resources`.
  case failed(String)
}
