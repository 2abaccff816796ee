package import WorkoutModel

/// The words for a position in nested repeats.
///
/// A repeat without an inner repeat has rounds. A repeat with one level of inner repeats has sets, and a repeat with
/// more levels has blocks.
package struct RoundWords {
  /// The position, outermost repeat first, such as `set 1 of 29, round 2 of 4`; nil outside any repeat.
  ///
  /// If several repeats have blocks, only the first of them is named: `block 1 of 2, 3 of 4, set 1 of 5`.
  package let text: String?

  package init(_ rounds: [Round]) {
    self.init(rounds.map { ($0.number, $0.of, $0.inner) })
  }

  /// Makes the words of rounds; `inner` is the number of levels of repeats within a round.
  init(_ rounds: [(number: Int, of: Int?, inner: Int)]) {
    var parts: [String] = []
    var last: String?
    for round in rounds {
      let name = Self.name(inner: round.inner)
      let position = positionText(round.number, of: round.of)
      parts.append(name == last ? position : "\(name) \(position)")
      last = name
    }
    text = parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func name(inner: Int) -> String {
    switch inner {
    case ...0: "round"
    case 1: "set"
    default: "block"
    }
  }
}
