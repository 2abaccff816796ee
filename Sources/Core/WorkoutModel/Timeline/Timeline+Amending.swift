extension Timeline {
  /// Another distance than the plan's, up to which one occurrence of an `until` goes on.
  package struct Amendment: Equatable, Codable, Sendable {
    /// The way to the repeat, outermost first: the rounds of those round it, and itself in round 0.
    let frames: [Place.Frame]
    /// From the start of the occurrence, at the paces of the plan; more than 0, and at most `longest`.
    package let metres: Double

    /// More than a goal and as much again.
    package static let longest = 2 * PlanLimits.longestDistance

    /// For the repeat at `level` round a place.
    package init(_ place: Place, level: Int, metres: Double) {
      frames = place.frames[..<level] + [Place.Frame(index: place.frames[level].index)]
      self.metres = metres
    }

    /// Whether the occurrence is round a place.
    package func concerns(_ place: Place) -> Bool {
      let level = frames.count - 1
      return place.depth > level && place.frames[..<level] == frames[..<level]
        && place.frames[level].index == frames[level].index
    }
  }

  /// The same with other goals of some occurrences, each of which is given once; nil where one is no repeat until a
  /// distance of this timeline, or would come to nothing.
  ///
  /// What lies before the end of an amended repeat stays where it was, so places there are places of both. The cost is
  /// that of the passages on the way to the repeats.
  package func amended(by amendments: [Amendment]) -> Timeline? {
    guard amendments.allSatisfy({ !$0.frames.isEmpty && $0.metres > 0 && $0.metres <= Amendment.longest }) else {
      return nil
    }
    return amendments.isEmpty ? self : passage.amended(by: amendments, at: 0).map(Timeline.init)
  }

  /// The distances of the plan that end repeats round a place, with the levels of these, outermost first.
  package func distanceGoals(round place: Place) -> [(level: Int, metres: Double)] {
    zip(passages(to: place), place.frames).enumerated().compactMap { level, frame in
      guard case .cycle(let cycle) = frame.0.nodes[frame.1.index], case .metres(let metres)? = cycle.goal else {
        return nil
      }
      return (level, metres)
    }
  }

  /// Whether there are repeats until a distance in the round of the repeat at a depth round a place, 1 for the outermost.
  package func holdsDistanceGoal(at place: Place, depth: Int) -> Bool { passages(to: place)[depth].holdsDistanceGoal }

  /// What is scheduled from the start of the repeat at `level` round a place, its first round, to the start of the
  /// place's interval.
  package func measure(before place: Place, inRepeatAt level: Int) -> Measure {
    let passages = passages(to: place)
    var total = Measure.zero
    for (depth, frame) in place.frames.enumerated() where depth >= level {
      if depth > level { total = total + passages[depth].before[frame.index] }
      if case .cycle(let cycle) = passages[depth].nodes[frame.index] {
        total = total + cycle.measure(ofRounds: 0..<frame.round)
      }
    }
    return total
  }
}

extension Passage {
  fileprivate var holdsDistanceGoal: Bool {
    nodes.contains { node in
      guard case .cycle(let cycle) = node else { return false }
      if case .metres = cycle.goal { return true }
      return cycle.body.holdsDistanceGoal
    }
  }

  fileprivate func amended(by amendments: [Timeline.Amendment], at level: Int) -> Passage? {
    var nodes = nodes
    for (index, amendments) in Dictionary(grouping: amendments, by: { $0.frames[level].index }) {
      guard nodes.indices.contains(index), case .cycle(let cycle) = nodes[index],
        let amended = cycle.amended(by: amendments, at: level)
      else { return nil }
      nodes[index] = .cycle(amended)
    }
    return Passage(nodes)
  }
}

extension Cycle {
  fileprivate func amended(by amendments: [Timeline.Amendment], at level: Int) -> Cycle? {
    let own = amendments.first { $0.frames.count == level + 1 }
    let inner = Dictionary(grouping: amendments.filter { $0.frames.count > level + 1 }) { $0.frames[level].round }
    var changed: [Int: Passage] = [:]
    for (round, amendments) in inner {
      // Where the rounds of an `until` are cut comes of what they amount to.
      guard round >= 0, let passage = goal == nil ? passage(round: round) : body,
        let amended = passage.amended(by: amendments, at: level + 1)
      else { return nil }
      changed[round] = amended
    }
    let cycle: Cycle
    switch (goal, own) {
    case (nil, nil):
      let tail = whole.flatMap { changed[$0] } ?? tail
      cycle = Cycle(body: body, whole: whole, tail: tail, rounds: rounds, changed: changed)
    case (let goal?, nil): cycle = Cycle(body: body, until: goal, goal: goal, changed: changed)
    case (let goal?, let own?):
      guard case .metres = goal else { return nil }
      cycle = Cycle(body: body, until: .metres(own.metres), goal: goal, changed: changed)
    case (nil, _?): return nil
    }
    return cycle.measure.intervals == 0 ? nil : cycle
  }
}
