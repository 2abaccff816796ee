extension Timeline {
  /// A changed goal of a repeat that ends at a distance.
  ///
  /// A repeat inside another repeat occurs once in each outer round; an amendment changes a single occurrence.
  package struct Amendment: Equatable, Codable, Sendable {
    /// Path to the amended repeat, from the outermost repeat to the amended repeat itself.
    ///
    /// The frame of an outer repeat contains its round. The frame of the amended repeat has round 0.
    let frames: [Position.Frame]
    /// The changed goal in metres; more than 0 and at most `maxMetres`.
    ///
    /// The goal is a distance according to the plan's paces, not a measured distance.
    package let metres: Double

    /// Maximum value of `metres`: twice the maximum distance of a goal.
    package static let maxMetres = 2 * PlanLimits.maxDistance

    /// Makes an amendment of the repeat at `level` around a position; level 0 is the outermost repeat.
    package init(_ position: Position, level: Int, metres: Double) {
      frames = position.frames[..<level] + [Position.Frame(index: position.frames[level].index)]
      self.metres = metres
    }

    /// Whether a position is inside the amended occurrence of the repeat.
    package func concerns(_ position: Position) -> Bool {
      let level = frames.count - 1
      return position.depth > level && position.frames[..<level] == frames[..<level]
        && position.frames[level].index == frames[level].index
    }
  }

  /// The timeline with changed goals; nil if an amendment is invalid.
  ///
  /// An amendment is valid if it refers to a repeat that ends at a distance in this timeline, and if the amended repeat
  /// has at least one interval. An occurrence of a repeat has at most one amendment.
  ///
  /// A position before the end of an amended repeat is valid in this timeline and in the result. The required time is
  /// proportional to the number of nodes in the segments that contain an amended repeat.
  package func amended(by amendments: [Amendment]) -> Timeline? {
    guard amendments.allSatisfy({ !$0.frames.isEmpty && $0.metres > 0 && $0.metres <= Amendment.maxMetres }) else {
      return nil
    }
    return amendments.isEmpty ? self : segment.amended(by: amendments, at: 0).map(Timeline.init)
  }

  /// The planned distance goals of the repeats around a position, outermost first.
  ///
  /// Repeats without a distance goal are omitted. `level` is the level of the repeat; level 0 is the outermost repeat.
  package func distanceGoals(around position: Position) -> [(level: Int, metres: Double)] {
    zip(segments(to: position), position.frames).enumerated().compactMap { level, frame in
      guard case .repeat(let repeatNode) = frame.0.nodes[frame.1.index], case .metres(let metres)? = repeatNode.goal
      else { return nil }
      return (level, metres)
    }
  }

  /// Whether the round around a position contains a repeat that ends at a distance.
  ///
  /// `depth` selects the round: 1 is the round of the outermost repeat around the position, and 0 is the whole plan.
  package func containsDistanceGoal(at position: Position, depth: Int) -> Bool {
    segments(to: position)[depth].containsDistanceGoal
  }

  /// Returns the totals of the intervals from the start of a repeat to the interval before a position.
  ///
  /// `level` selects one of the repeats around the position; level 0 is the outermost repeat. The totals include the
  /// earlier rounds of the repeat.
  package func totals(before position: Position, inRepeatAt level: Int) -> Totals {
    let segments = segments(to: position)
    var total = Totals.zero
    for (depth, frame) in position.frames.enumerated() where depth >= level {
      if depth > level { total = total + segments[depth].before[frame.index] }
      if case .repeat(let repeatNode) = segments[depth].nodes[frame.index] {
        total = total + repeatNode.totals(ofRounds: 0..<frame.round)
      }
    }
    return total
  }
}

extension Segment {
  fileprivate var containsDistanceGoal: Bool {
    nodes.contains { node in
      guard case .repeat(let repeatNode) = node else { return false }
      if case .metres = repeatNode.goal { return true }
      return repeatNode.body.containsDistanceGoal
    }
  }

  fileprivate func amended(by amendments: [Timeline.Amendment], at level: Int) -> Segment? {
    var nodes = nodes
    for (index, amendments) in Dictionary(grouping: amendments, by: { $0.frames[level].index }) {
      guard nodes.indices.contains(index), case .repeat(let repeatNode) = nodes[index],
        let amended = repeatNode.amended(by: amendments, at: level)
      else { return nil }
      nodes[index] = .repeat(amended)
    }
    return Segment(nodes)
  }
}

extension RepeatNode {
  fileprivate func amended(by amendments: [Timeline.Amendment], at level: Int) -> RepeatNode? {
    let own = amendments.first { $0.frames.count == level + 1 }
    let inner = Dictionary(grouping: amendments.filter { $0.frames.count > level + 1 }) { $0.frames[level].round }
    var changed: [Int: Segment] = [:]
    for (round, amendments) in inner {
      // If the repeat has a goal, the amendments apply to the uncut round. The goal cuts the last round later.
      guard round >= 0, let segment = goal == nil ? segment(round: round) : body,
        let amended = segment.amended(by: amendments, at: level + 1)
      else { return nil }
      changed[round] = amended
    }
    let amended: RepeatNode
    switch (goal, own) {
    case (nil, nil):
      let partial = wholeRounds.flatMap { changed[$0] } ?? partialRound
      amended = RepeatNode(
        body: body, wholeRounds: wholeRounds, partialRound: partial, roundCount: roundCount, changedRounds: changed)
    case (let goal?, nil): amended = RepeatNode(body: body, until: goal, goal: goal, changedRounds: changed)
    case (let goal?, let own?):
      guard case .metres = goal else { return nil }
      amended = RepeatNode(body: body, until: .metres(own.metres), goal: goal, changedRounds: changed)
    case (nil, _?): return nil
    }
    return amended.totals.intervals == 0 ? nil : amended
  }
}
