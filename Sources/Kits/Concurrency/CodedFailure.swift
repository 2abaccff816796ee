/// A failure that is one of a few kinds, with whatever else is known of it.
package struct CodedFailure<Code: FailureCode>: NeighbourFailure, CustomStringConvertible {
  package var code: Code
  /// The first line of the neighbour's own words, or none.
  package var context: String

  package init(_ code: Code, context: String = "") {
    self.code = code
    // What libraries say may go on for many lines; the first one tells.
    self.context = context.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }

  /// What happened, for a person.
  package var description: String { context.isEmpty ? code.words : "\(code.words): \(context)" }
}

/// A kind of failure.
package protocol FailureCode: Equatable, Sendable {
  /// The beginning of a sentence that says what happened.
  var words: String { get }
}
