import PlanNotation

extension NotationError {
  /// What is wrong with the whole of an option's value.
  init(_ reason: Reason, inOption value: String) {
    self.init(reason, line: 1, column: value.prefix { $0.isWhitespace }.unicodeScalars.count + 1, lineText: value)
  }
}
