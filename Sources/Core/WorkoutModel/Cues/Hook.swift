/// A program that is run when a cue is given.
package struct Hook: Hashable, Sendable {
  package let cue: Cue
  /// An absolute path.
  package let program: String
  package let arguments: [CueTemplate]

  package init(cue: Cue, program: String, arguments: [CueTemplate]) {
    self.cue = cue
    self.program = program
    self.arguments = arguments
  }
}
