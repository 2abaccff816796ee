/// A program of the user's to run at a cue.
package struct HookCall: Equatable, Sendable {
  /// The cue's name.
  package var cue: String
  /// Which of the cue's hooks it is, from 0.
  package var position: Int
  /// An absolute path.
  package var program: String
  /// They arrive as they are.
  package var arguments: [String]
  /// What is added to the program's environment.
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
