/// Why a text is no plan or configuration, and where.
///
/// It is data; its words are in `NotationError+Words.swift`.
package struct NotationError: Error, Equatable {
  package let reason: Reason
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars.
  package let column: Int
  /// The line as it stands, without its end.
  package let lineText: String

  package init(_ reason: Reason, line: Int, column: Int, lineText: String) {
    self.reason = reason
    self.line = line
    self.column = column
    self.lineText = lineText
  }
}
