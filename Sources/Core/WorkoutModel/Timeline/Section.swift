/// Part of a workout: an interval, a round, a repeat or the whole workout.
package struct Section: Equatable, Sendable {
  /// Time from the start of the workout to the start of the section.
  package let start: Duration
  package let content: Content
  /// Rounds that contain the section, outermost first.
  package let rounds: [Round]

  package enum Content: Equatable, Sendable {
    case interval(ScheduledInterval)
    /// One round of the innermost repeat; the round is the last element of `rounds`.
    case round
    /// All rounds of a repeat; `rounds` is nil for an endless repeat.
    case `repeat`(rounds: Int?)
    case whole
  }
}

extension Timeline {
  /// Divides the workout into at most `limit` sections, with as much detail as this limit permits.
  ///
  /// Each interval is a section if the workout has at most `limit` intervals. Otherwise the intervals of repeats are
  /// combined, beginning with the innermost repeats. First each round of a repeat becomes one section, and then the
  /// whole repeat becomes one section. If the plan has more than `limit` steps at the top level, the workout is one
  /// section.
  ///
  /// Sections that begin at `end` or later are omitted. Sections after an open interval are omitted because their start
  /// is unknown.
  package func sections(atMost limit: Int, before end: Duration? = nil) -> [Section] {
    // Each level of nesting adds two levels of detail: rounds, and the content of rounds.
    for level in (0...2 * PlanLimits.maxNesting).reversed() {
      var sectioning = Sectioning(limit: limit, end: end)
      sectioning.add(segment, from: .zero, level: level, in: [])
      if !sectioning.isTooDetailed { return sectioning.sections }
    }
    return [Section(start: .zero, content: .whole, rounds: [])]
  }
}

/// Sections found so far.
private struct Sectioning {
  let limit: Int
  let end: Duration?
  private(set) var sections: [Section] = []

  init(limit: Int, end: Duration?) {
    self.limit = limit
    self.end = end
  }

  var isTooDetailed: Bool { sections.count > limit }

  /// Adds the sections of a segment; `level` is the level of detail.
  ///
  /// At level 0, each repeat becomes one section. At level 1, each round of a repeat becomes one section.
  ///
  /// - Returns: whether more sections may follow.
  @discardableResult
  mutating func add(_ segment: Segment, from start: Duration, level: Int, in rounds: [Round]) -> Bool {
    for (node, before) in zip(segment.nodes, segment.before) {
      guard let before = before.duration else { return false }
      let isLast =
        switch node {
        case .interval(let interval): !add(.interval(interval), from: start + before, in: rounds)
        case .repeat(let repeatNode) where level == 0:
          !add(.repeat(rounds: repeatNode.roundCount), from: start + before, in: rounds)
        case .repeat(let repeatNode): !add(repeatNode, from: start + before, level: level - 1, in: rounds)
        }
      if isLast { return false }
    }
    return true
  }

  private mutating func add(_ repeatNode: RepeatNode, from start: Duration, level: Int, in rounds: [Round]) -> Bool {
    var number = 0
    while let segment = repeatNode.segment(round: number) {
      guard let before = repeatNode.totals(ofRounds: 0..<number).duration else { return false }
      number += 1
      let rounds = rounds + [repeatNode.round(number - 1)]
      let continues =
        level == 0
        ? add(.round, from: start + before, in: rounds)
        : add(segment, from: start + before, level: level - 1, in: rounds)
      guard continues else { return false }
    }
    return true
  }

  private mutating func add(_ content: Section.Content, from start: Duration, in rounds: [Round]) -> Bool {
    if let end, start >= end { return false }
    sections.append(Section(start: start, content: content, rounds: rounds))
    return !isTooDetailed
  }
}
