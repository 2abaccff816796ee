/// A service that a service manager runs once, and unloads when the service has ended.
package struct TransientUnit: Equatable, Sendable {
  /// The condition under which the manager considers the service to be started.
  package enum Kind: Equatable, Sendable {
    /// The program has been executed.
    case exec
    /// The program has exited, and has left a background process that is ready.
    ///
    /// `processIDFile` is the absolute path of a file that contains the ID of the background process.
    case forking(processIDFile: String)
  }

  /// The name, with the suffix `.service`.
  package var name: String
  package var summary: String
  package var kind: Kind
  /// The program: an absolute path, or a name that the manager finds in its own PATH.
  package var program: String
  /// The arguments without the program's name; the manager passes them unchanged, except noncharacters.
  package var arguments: [String]
  /// The environment variables that are added to the manager's environment; noncharacters in the values become spaces.
  package var environment: [String: String]
  /// The working directory, as an absolute path; nil means the working directory of the manager.
  package var workingFolder: String?
  /// The time after which the manager sends SIGTERM to all of the service's processes; nil for no limit.
  ///
  /// The manager also sends SIGTERM to processes that remain when the service ends.
  package var timeLimit: Duration?
  /// The delay between SIGTERM and SIGKILL.
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

/// The result of a unit's program.
package enum UnitResult: Equatable, Sendable {
  case exited(CInt)
  case signalled(CInt)
  /// The program exceeded its time limit.
  case timedOut
  /// The manager could not run the program; the text is systemd's result, such as `resources`.
  case failed(String)
}
