/// A stretch of a workout that is a piece of its plan.
package struct Piece: Equatable, Sendable {
  /// From the start of the workout.
  package let start: Duration
  package let content: Content
  /// The rounds that it stands in, outermost first.
  package let rounds: [Round]

  package enum Content: Equatable, Sendable {
    case interval(ScheduledInterval)
    /// A round of the innermost repeat, which is the last of the `rounds`.
    case round
    /// All rounds of a repeat, of which there are so many; nil for no end of them.
    case `repeat`(rounds: Int?)
    case whole
  }
}

extension Timeline {
  /// The pieces of a workout in order: as fine ones as there are at most so many of.
  ///
  /// They are all its intervals, or else what repeats within repeats are taken for one piece, from the innermost out:
  /// first their rounds, then all of each. What cannot even be told by its outermost steps is one piece. What begins at
  /// `end` or later is none of them, nor what follows an open interval, as nobody knows when it begins.
  package func pieces(atMost limit: Int, before end: Duration? = nil) -> [Piece] {
    // Two levels for each repeat round an interval: its rounds, and what is in them.
    for level in (0...2 * PlanLimits.deepestNesting).reversed() {
      var cutting = Cutting(limit: limit, end: end)
      cutting.add(passage, from: .zero, level: level, in: [])
      if !cutting.isTooFine { return cutting.pieces }
    }
    return [Piece(start: .zero, content: .whole, rounds: [])]
  }
}

/// The pieces as far as they are cut.
private struct Cutting {
  let limit: Int
  let end: Duration?
  private(set) var pieces: [Piece] = []

  init(limit: Int, end: Duration?) {
    self.limit = limit
    self.end = end
  }

  var isTooFine: Bool { pieces.count > limit }

  /// Adds what there is in a passage, with repeats at `level` 0 as one piece, and at 1 as one for each round.
  ///
  /// - Returns: Whether anything may follow.
  @discardableResult
  mutating func add(_ passage: Passage, from start: Duration, level: Int, in rounds: [Round]) -> Bool {
    for (node, before) in zip(passage.nodes, passage.before) {
      guard let before = before.duration else { return false }
      let isLast =
        switch node {
        case .interval(let interval): !add(.interval(interval), from: start + before, in: rounds)
        case .cycle(let cycle) where level == 0:
          !add(.repeat(rounds: cycle.rounds), from: start + before, in: rounds)
        case .cycle(let cycle): !add(cycle, from: start + before, level: level - 1, in: rounds)
        }
      if isLast { return false }
    }
    return true
  }

  private mutating func add(_ cycle: Cycle, from start: Duration, level: Int, in rounds: [Round]) -> Bool {
    var number = 0
    while let passage = cycle.passage(round: number) {
      guard let before = cycle.measure(ofRounds: 0..<number).duration else { return false }
      number += 1
      let rounds = rounds + [Round(number: number, of: cycle.rounds)]
      let goesOn =
        level == 0
        ? add(.round, from: start + before, in: rounds)
        : add(passage, from: start + before, level: level - 1, in: rounds)
      guard goesOn else { return false }
    }
    return true
  }

  private mutating func add(_ content: Piece.Content, from start: Duration, in rounds: [Round]) -> Bool {
    if let end, start >= end { return false }
    pieces.append(Piece(start: start, content: content, rounds: rounds))
    return !isTooFine
  }
}
