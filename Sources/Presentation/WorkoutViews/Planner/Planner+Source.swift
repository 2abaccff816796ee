import PlanNotation

extension Planner {
  /// An existing plan as a line that can be edited.
  ///
  /// The type is a class to keep the client small: for a structure, each copy of a planner adds machine code.
  package final class Source: Sendable {
    /// The settings and comments before the steps, as written; a change of the line does not change them.
    package let header: String
    /// The steps on one line, without comments.
    package let line: String
    /// Whether the steps of the plan contain comments, which the line does not contain.
    package let hasLostComments: Bool

    /// Returns nil if the text of a plan has a mistake.
    package init?(_ text: String) {
      guard let file = try? PlanFile(text) else { return nil }
      let (header, steps) = file.headerAndSteps
      let line = PastedText(steps + "\n").line
      guard (try? PlanFile(header + line))?.plan == file.plan else { return nil }
      self.header = header
      self.line = line
      hasLostComments = steps.split(whereSeparator: \.isNewline).contains {
        NotationContexts($0).commentStart != nil
      }
    }
  }
}
