/// An interval's place in a timeline: which step at each level of nesting, and in which round.
package struct Place: Hashable, Codable, Sendable {
  /// The interval's number, from 1; after an endless repeat was left, counted on from where that was.
  package internal(set) var number: Int
  /// Outermost first; the last one is the interval itself.
  var frames: [Frame]
  /// Where the endless repeat before this place was left: none or one.
  var left: [Place] = []

  /// How many repeats are round it.
  package var depth: Int { frames.count - 1 }

  /// Whether another place stands in the same occurrence of the repeat at `level` round this one.
  package func shares(repeatAt level: Int, with other: Place) -> Bool {
    level < min(depth, other.depth) && frames[..<level] == other.frames[..<level]
      && frames[level].index == other.frames[level].index
  }

  struct Frame: Hashable, Codable, Sendable {
    /// The node in its passage.
    var index: Int
    /// The round of the cycle there, from 0.
    var round = 0
  }
}
