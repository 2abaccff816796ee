/// A service that a manager is to run once, and forgets when it has ended.
package struct TransientUnit: Equatable, Sendable {
  /// When it counts as started.
  package enum Kind: Equatable, Sendable {
    /// As soon as its program runs.
    case exec
    /// When its program has ended and left a process behind that is ready, with its id in this file; an absolute path.
    case forking(processIDFile: String)
  }

  /// With its suffix.
  package var name: String
  package var summary: String
  package var kind: Kind
  /// An absolute path, or the name of a program in the manager's own path.
  package var program: String
  /// Without the program's own name; they arrive as they are.
  package var arguments: [String]
  /// What is added to the manager's own.
  package var environment: [String: String]
  /// An absolute path; nil for the manager's.
  package var workingFolder: String?
  /// How long it may run, or nil for ever, until the manager sends SIGTERM to all of its processes, as it does at its
  /// end.
  package var timeLimit: Duration?
  /// How long after SIGTERM the manager sends SIGKILL.
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
