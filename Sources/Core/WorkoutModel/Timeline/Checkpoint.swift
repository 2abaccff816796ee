extension Timeline {
  /// Point in a workout from which the rest of the workout is scheduled again.
  ///
  /// A repeat with `until` ends when the time or the distance that was really done in it reaches the goal. After a
  /// command, the rest of the repeat therefore depends on the time and the distance done before the interval at
  /// `position`, and on the duration of this interval.
  package struct Checkpoint: Equatable, Codable, Sendable {
    package let position: Position
    /// Time and distance done in each repeat around `position` before the interval began; the outermost repeat is first.
    package let done: [Done]
    /// The duration of the interval at `position`, including extensions and cuts.
    package let duration: Duration
    /// Whether the innermost repeat around `position` ends with the interval.
    package let endsRepeat: Bool

    package init(position: Position, done: [Done], duration: Duration, endsRepeat: Bool = false) {
      // The rest of the workout does not depend on the repeats that the workout has left.
      self.position = Position(number: position.number, frames: position.frames)
      self.done = done
      self.duration = duration
      self.endsRepeat = endsRepeat
    }
  }

  /// Time and distance done in a repeat since its start.
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

  /// The timeline in which the rest of the workout is scheduled from a checkpoint.
  ///
  /// The repeats around the position of the checkpoint end when their goals are reached. A repeat whose goal is reached
  /// already ends with the interval at this position. All other repeats are as planned.
  ///
  /// - Returns: nil if the position is not in the plan, or if the number of elements in `done` is wrong.
  package func rescheduled(from checkpoint: Checkpoint) -> Timeline? {
    guard checkpoint.done.count == checkpoint.position.depth else { return nil }
    return segment.rescheduled(from: checkpoint, depth: 0).map { Timeline($0.segment) }
  }

  /// Time and distance done in each repeat before the interval at a position begins, if the workout follows this
  /// timeline.
  ///
  /// `checkpoint` is the checkpoint from which this timeline was scheduled; nil for the timeline of the plan. In a
  /// repeat around the checkpoint, the time and distance are those of the checkpoint, plus the intervals since then. In
  /// all other repeats, the earlier intervals count as planned.
  package func done(before position: Position, since checkpoint: Checkpoint?) -> [Done] {
    (0..<position.depth).map { level in
      let before = totals(before: position, inRepeatAt: level)
      guard let checkpoint, position.shares(repeatAt: level, with: checkpoint.position) else { return Done() + before }
      let earlier = totals(before: checkpoint.position, inRepeatAt: level)
      return checkpoint.done[level] + (before - earlier)
    }
  }

  /// The duration of the interval at a position: `duration`, or less if a repeat around the position ends earlier.
  ///
  /// `done` contains the time and distance done in each repeat before the interval began. `covering` returns the time
  /// from the start of the interval until a distance in metres is covered; nil for the speed of the interval. The result
  /// is at least zero.
  package func limited(
    _ duration: Duration, at position: Position, done: [Done], covering: ((Double) -> Duration?)? = nil
  ) -> Duration {
    guard let interval = uncutInterval(at: position) else { return duration }
    return zip(repeats(around: position), done).reduce(duration) { limit, level in
      let (repeatNode, done) = level
      let left = repeatNode.goal?.minus(done)
      if let covering, case .metres(let metres) = left { return min(limit, covering(metres) ?? limit) }
      return min(limit, left?.duration(at: interval.interval.metresPerSecond) ?? limit)
    }
  }

  /// Whether each repeat around a position ends at a distance; the outermost repeat is first.
  package func haveDistanceGoals(around position: Position) -> [Bool] {
    repeats(around: position).map { if case .metres = $0.goal { true } else { false } }
  }

  /// Whether a repeat around a position ends at a time or a distance.
  ///
  /// With `other`, only the repeats that also contain the position `other` count.
  package func hasGoal(around position: Position, sharedWith other: Position? = nil) -> Bool {
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

// MARK: - Scheduling the segments around a position

extension Segment {
  fileprivate var hasGoal: Bool {
    nodes.contains { node in
      guard case .repeat(let repeatNode) = node else { return false }
      return repeatNode.goal != nil || repeatNode.body.hasGoal
    }
  }

  /// Schedules the rest of the segment from a checkpoint.
  ///
  /// `depth` is the number of repeats around the segment.
  ///
  /// - Returns: the segment, and the totals of the interval at the position of the checkpoint.
  fileprivate func rescheduled(from checkpoint: Timeline.Checkpoint, depth: Int) -> (segment: Segment, present: Totals)?
  {
    let frames = checkpoint.position.frames
    guard frames.indices.contains(depth), nodes.indices.contains(frames[depth].index) else { return nil }
    switch nodes[frames[depth].index] {
    case .interval(let interval):
      guard depth == frames.count - 1, frames[depth].round == 0 else { return nil }
      let present = interval.uncut.lasting(checkpoint.duration)
      return (replacing(frames[depth].index, with: .interval(present)), present.totals)
    case .repeat(let repeatNode):
      guard let (scheduled, present) = repeatNode.rescheduled(from: checkpoint, depth: depth) else { return nil }
      return (replacing(frames[depth].index, with: .repeat(scheduled)), present)
    }
  }

  private func replacing(_ index: Int, with node: Node) -> Segment {
    var nodes = nodes
    nodes[index] = node
    return Segment(nodes)
  }
}

extension RepeatNode {
  /// Content of a round before any cutting by a goal; nil if the repeat has no such round.
  fileprivate func uncutSegment(round: Int) -> Segment? {
    goal == nil ? segment(round: round) : Position.rounds.contains(round) ? body : nil
  }

  fileprivate func rescheduled(from checkpoint: Timeline.Checkpoint, depth: Int) -> (
    repeatNode: RepeatNode, present: Totals
  )? {
    let frames = checkpoint.position.frames[depth...]
    guard let round = frames.first?.round, Position.rounds.contains(round),
      let (content, present) = uncutSegment(round: round)?.rescheduled(from: checkpoint, depth: depth + 1)
    else { return nil }
    let isEnded = checkpoint.endsRepeat && depth == checkpoint.position.depth - 1
    guard goal != nil || isEnded else { return (replacing(round, with: content), present) }
    let left = isEnded ? Budget.time(.zero) : goal?.minus(checkpoint.done[depth]).minus(present) ?? .time(.zero)
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
}
