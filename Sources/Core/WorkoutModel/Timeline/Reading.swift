extension Timeline {
  /// The point from which the rest of a workout is read, after a command has changed what is done in a repeat.
  ///
  /// A repeat with `until` ends when the time or the distance that was really done in it reaches the goal. The plan
  /// alone therefore does not determine the rest of a repeat. The rest depends on what was done before the interval at
  /// `position`, and on the duration of that interval.
  package struct Reading: Equatable, Codable, Sendable {
    package let position: Position
    /// What was done in each repeat around `position` before the interval began; the outermost repeat is the first.
    package let done: [Done]
    /// The duration of the interval at `position`, including extensions and cuts.
    package let duration: Duration
    /// Whether the innermost repeat around `position` ends with the interval.
    package let endsRepeat: Bool

    package init(position: Position, done: [Done], duration: Duration, endsRepeat: Bool = false) {
      self.position = position
      self.done = done
      self.duration = duration
      self.endsRepeat = endsRepeat
    }
  }

  /// What was done in a repeat since it began.
  package struct Done: Equatable, Codable, Sendable {
    package var time: Duration
    /// Metres, as estimated from the paces.
    package var estimated: Double
    /// Metres that a measurement adds to the estimate; negative if the measured distance is shorter.
    package var correction: Double

    package init(time: Duration = .zero, estimated: Double = 0, correction: Double = 0) {
      self.time = time
      self.estimated = estimated
      self.correction = correction
    }

    /// Metres, measured as far as possible.
    package var metres: Double { estimated + correction }

    package static func + (done: Done, totals: Totals) -> Done {
      Done(
        time: done.time + (totals.duration ?? .zero), estimated: done.estimated + (totals.metres ?? 0),
        correction: done.correction)
    }
  }

  /// The timeline in which the rest of the workout is read from `reading`.
  ///
  /// The repeats around the position of the reading end when their goals are reached. A repeat whose goal is reached
  /// already ends with the interval at the position. All other repeats are as planned.
  ///
  /// - Returns: nil if the position is not in the plan, or if the number of elements in `done` is wrong.
  package func read(from reading: Reading) -> Timeline? {
    guard reading.done.count == reading.position.depth else { return nil }
    return segment.read(from: reading, level: 0).map { Timeline($0.segment) }
  }

  /// What is done in each repeat around a position before its interval begins, if the workout follows this timeline.
  ///
  /// `reading` is the reading that made this timeline; nil for the timeline of the plan. If the workout was in a repeat
  /// at the reading, the reading determines what was done earlier. In all other repeats, the earlier intervals count as
  /// planned.
  package func done(before position: Position, since reading: Reading?) -> [Done] {
    (0..<position.depth).map { level in
      let before = totals(before: position, inRepeatAt: level)
      guard let reading, position.shares(repeatAt: level, with: reading.position) else { return Done() + before }
      let earlier = totals(before: reading.position, inRepeatAt: level)
      return reading.done[level] + (before - earlier)
    }
  }

  /// The duration of the interval at a position: `duration`, or less if a repeat around the position ends earlier.
  ///
  /// `done` is what was done in each repeat before the interval began. The result is at least zero.
  package func limited(_ duration: Duration, at position: Position, done: [Done]) -> Duration {
    guard let interval = uncutInterval(at: position) else { return duration }
    return zip(repeats(around: position), done).reduce(duration) { limit, level in
      let (repeatNode, done) = level
      return min(limit, repeatNode.goal?.minus(done).duration(at: interval.interval.metresPerSecond) ?? limit)
    }
  }

  /// Whether a repeat around a position ends at a time or a distance.
  ///
  /// `other` restricts the search to the repeats that also contain the position `other`.
  package func hasGoal(around position: Position, and other: Position? = nil) -> Bool {
    repeats(around: position).enumerated().contains { level, repeatNode in
      repeatNode.goal != nil && (other.map { position.shares(repeatAt: level, with: $0) } ?? true)
    }
  }

  /// Whether the round around a position contains a repeat that ends at a time or a distance.
  ///
  /// `depth` selects the round: 1 is the round of the outermost repeat around the position, and 0 is the whole plan.
  package func roundHasGoal(at position: Position, depth: Int) -> Bool {
    segments(to: position)[depth].hasGoal
  }

  /// The interval at a position, before any cutting; nil if the position is not in the plan.
  ///
  /// Unlike `interval(at:)`, the method finds positions in all rounds of a repeat with a goal.
  package func uncutInterval(at position: Position) -> ScheduledInterval? {
    guard let segment = uncutSegments(to: position)?.last, let frame = position.frames.last,
      segment.nodes.indices.contains(frame.index), case .interval(let interval) = segment.nodes[frame.index]
    else { return nil }
    return interval.uncut
  }

  private func repeats(around position: Position) -> [RepeatNode] {
    zip(uncutSegments(to: position) ?? [], position.frames).compactMap { segment, frame in
      guard case .repeat(let repeatNode) = segment.nodes[frame.index] else { return nil }
      return repeatNode
    }
  }

  /// The segments around a position, in which no repeat with a goal is cut; nil if the position is not in the plan.
  private func uncutSegments(to position: Position) -> [Segment]? {
    var segments = [segment]
    for frame in position.frames.dropLast() {
      guard let last = segments.last, last.nodes.indices.contains(frame.index),
        case .repeat(let repeatNode) = last.nodes[frame.index], let inner = repeatNode.uncutSegment(round: frame.round)
      else { return nil }
      segments.append(inner)
    }
    return segments
  }

  /// The totals of the intervals from the start of a repeat to the interval before a position.
  ///
  /// `level` selects one of the repeats around the position; level 0 is the outermost repeat. The totals include the
  /// earlier rounds of the repeat.
  private func totals(before position: Position, inRepeatAt level: Int) -> Totals {
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

// MARK: - Reading the segments around a position

extension Segment {
  fileprivate var hasGoal: Bool {
    nodes.contains { node in
      guard case .repeat(let repeatNode) = node else { return false }
      return repeatNode.goal != nil || repeatNode.body.hasGoal
    }
  }

  /// Reads the rest of the segment.
  ///
  /// `level` is the level of the segment; level 0 is the plan.
  ///
  /// - Returns: the segment, and the totals of the interval at the position of the reading.
  fileprivate func read(from reading: Timeline.Reading, level: Int) -> (segment: Segment, present: Totals)? {
    let frames = reading.position.frames
    guard frames.indices.contains(level), nodes.indices.contains(frames[level].index) else { return nil }
    switch nodes[frames[level].index] {
    case .interval(let interval):
      guard level == frames.count - 1, frames[level].round == 0 else { return nil }
      let present = interval.uncut.lasting(reading.duration)
      return (replacing(frames[level].index, with: .interval(present)), present.totals)
    case .repeat(let repeatNode):
      guard let (read, present) = repeatNode.read(from: reading, level: level) else { return nil }
      return (replacing(frames[level].index, with: .repeat(read)), present)
    }
  }

  private func replacing(_ index: Int, with node: Node) -> Segment {
    var nodes = nodes
    nodes[index] = node
    return Segment(nodes)
  }

  /// The part of the segment up to the end of a budget, which begins after the interval at `frames`.
  ///
  /// - Returns: the part, and the budget that is left at its end; nil instead of the budget if the budget ends earlier.
  fileprivate func cut(to budget: Budget, after frames: ArraySlice<Position.Frame>) -> (segment: Segment, left: Budget?)
  {
    guard let frame = frames.first, nodes.indices.contains(frame.index) else { return (self, budget) }
    guard case .repeat(let repeatNode) = nodes[frame.index] else { return cut(to: budget, from: frame.index + 1) }
    let (cut, left) = repeatNode.cut(to: budget, after: frames)
    guard let left else { return (Segment(self, first: frame.index, and: .repeat(cut)), nil) }
    return self.cut(to: left, from: frame.index + 1)
  }
}

extension RepeatNode {
  /// Content of a round before any cutting by a goal; nil if the repeat has no such round.
  fileprivate func uncutSegment(round: Int) -> Segment? {
    goal == nil ? segment(round: round) : Position.rounds.contains(round) ? body : nil
  }

  fileprivate func read(from reading: Timeline.Reading, level: Int) -> (repeatNode: RepeatNode, present: Totals)? {
    let frames = reading.position.frames[level...]
    guard let round = frames.first?.round, Position.rounds.contains(round),
      let (content, present) = uncutSegment(round: round)?.read(from: reading, level: level + 1)
    else { return nil }
    let isEnded = reading.endsRepeat && level == reading.position.depth - 1
    guard goal != nil || isEnded else { return (replacing(round, with: content), present) }
    let left = isEnded ? Budget.time(.zero) : goal?.minus(reading.done[level]).minus(present) ?? .time(.zero)
    let (cut, rest) = content.cut(to: left, after: frames.dropFirst())
    guard let rest, !isEnded, !rest.isExhausted else {
      return (
        RepeatNode(
          body: body, wholeRounds: round, partialRound: cut, roundCount: goal == nil ? roundCount : round + 1,
          goal: goal), present
      )
    }
    let (count, partial) = body.rounds(until: rest)
    let whole = round + 1 + count
    return (
      RepeatNode(
        body: body, wholeRounds: whole, partialRound: partial, roundCount: partial.isEmpty ? whole : whole + 1,
        goal: goal, current: .init(index: round, content: content)), present
    )
  }

  private func replacing(_ round: Int, with content: Segment) -> RepeatNode {
    if let wholeRounds, round == wholeRounds {
      return RepeatNode(
        body: body, wholeRounds: wholeRounds, partialRound: content, roundCount: roundCount, goal: goal)
    }
    return RepeatNode(
      body: body, wholeRounds: wholeRounds, partialRound: partialRound, roundCount: roundCount, goal: goal,
      current: .init(index: round, content: content))
  }

  fileprivate func cut(
    to budget: Budget, after frames: ArraySlice<Position.Frame>
  ) -> (repeatNode: RepeatNode, left: Budget?) {
    guard let round = frames.first?.round, let content = segment(round: round) else { return (self, budget) }
    let (cut, left) = content.cut(to: budget, after: frames.dropFirst())
    guard let left else { return (ending(after: round, with: cut), nil) }
    return self.cut(to: left, from: round + 1)
  }
}
