extension Wire {
  /// Where a repeat stands: round 3 of 8.
  package struct Round: Codable, Equatable, Sendable {
    package var number: Int
    /// Nil where the number of rounds is not known.
    package var of: Int?

    package init(number: Int, of: Int? = nil) {
      self.number = number
      self.of = of
    }
  }
}
