extension Timeline {
  /// The position of the first interval.
  package var start: Position { Position(number: 1, frames: Self.first(in: segment, at: 0)) }

  package func interval(at position: Position) -> ScheduledInterval {
    var segment = segment
    for frame in position.frames.dropLast() { segment = Self.round(at: frame, in: segment) }
    guard let frame = position.frames.last, case .interval(let interval) = segment.nodes[frame.index] else {
      preconditionFailure("\(position) is not a position of this timeline")
    }
    return interval
  }

  /// The rounds of the repeats around a position, outermost first.
  package func rounds(at position: Position) -> [Round] {
    zip(segments(to: position), position.frames).compactMap { segment, frame in
      guard case .repeat(let repeatNode) = segment.nodes[frame.index] else { return nil }
      return repeatNode.round(frame.round)
    }
  }

  /// Whether a position starts the last of several rounds of the outermost repeat around the position.
  package func isStartOfLastRound(_ position: Position) -> Bool {
    guard let frame = position.frames.first, case .repeat(let repeatNode) = segment.nodes[frame.index],
      let lastRound = repeatNode.lastRound, lastRound > 0
    else { return false }
    return frame.round == lastRound && position.frames.dropFirst().allSatisfy { $0.index == 0 && $0.round == 0 }
  }

  /// The position of the next interval; nil at the end.
  package func position(after position: Position) -> Position? {
    let segments = segments(to: position)
    var frames = position.frames
    for level in frames.indices.reversed() {
      let frame = frames[level]
      if level < frames.count - 1, case .repeat(let repeatNode) = segments[level].nodes[frame.index],
        let next = repeatNode.segment(round: frame.round + 1)
      {
        frames[level].round += 1
        return position.moved(to: frames[...level] + Self.first(in: next, at: 0), number: position.number + 1)
      }
      if frame.index + 1 < segments[level].nodes.count {
        return position.moved(
          to: frames[..<level] + Self.first(in: segments[level], at: frame.index + 1), number: position.number + 1)
      }
    }
    return nil
  }

  /// The position of the previous interval; nil at the start.
  ///
  /// If an endless repeat precedes the position, the result is the position from which the workout left the repeat.
  package func position(before position: Position) -> Position? {
    let segments = segments(to: position)
    var frames = position.frames
    for level in frames.indices.reversed() {
      let frame = frames[level]
      if level < frames.count - 1, frame.round > 0,
        case .repeat(let repeatNode) = segments[level].nodes[frame.index],
        let previous = repeatNode.segment(round: frame.round - 1)
      {
        frames[level].round -= 1
        return position.moved(to: frames[...level] + Self.last(in: previous), number: position.number - 1)
      }
      if frame.index > 0 {
        if case .repeat(let repeatNode) = segments[level].nodes[frame.index - 1], repeatNode.wholeRounds == nil {
          return position.returned(toRepeatAt: frame.index - 1)
        }
        return position.moved(
          to: frames[..<level] + Self.last(in: segments[level], at: frame.index - 1), number: position.number - 1)
      }
    }
    return nil
  }

  /// The position after the innermost repeat around a position; nil if nothing follows.
  ///
  /// Outside any repeat, the result is the position of the next interval.
  package func position(outOf position: Position) -> Position? {
    guard position.frames.count > 1 else { return self.position(after: position) }
    let level = position.frames.count - 2
    let index = position.frames[level].index
    guard case .repeat(let repeatNode) = segments(to: position)[level].nodes[index] else { return nil }
    var last = position
    if let lastRound = repeatNode.lastRound, let segment = repeatNode.segment(round: lastRound) {
      last.frames = position.frames[..<level] + [Position.Frame(index: index, round: lastRound)]
      last.frames += Self.last(in: segment)
      last.number += totals(after: position, from: level + 1).intervals ?? 0
      return self.position(after: last)
    }
    // This repeat is endless, because it has no last round. An endless repeat is always at the top level, so the next
    // step is in `segment`.
    guard index + 1 < segment.nodes.count else { return nil }
    let exit = Position(number: position.number, frames: position.frames)
    return Position(
      number: position.number + 1, frames: Self.first(in: segment, at: index + 1), exits: position.exits + [exit])
  }

  /// Returns the totals of all intervals after the interval at a position.
  package func totals(after position: Position) -> Totals { totals(after: position, from: 0) }

  /// Returns the totals of the intervals after a position, until the end of the plan or of a repeat.
  ///
  /// Level 0 is the plan. Level 1 is the outermost repeat around the position, with all its rounds.
  private func totals(after position: Position, from level: Int) -> Totals {
    let segments = segments(to: position)
    var total = Totals.zero
    for (depth, frame) in position.frames.enumerated() where depth >= level {
      total = total + segments[depth].after[frame.index]
    }
    for (depth, frame) in position.frames.enumerated() where depth >= level - 1 {
      if case .repeat(let repeatNode) = segments[depth].nodes[frame.index] {
        total = total + repeatNode.totals(afterRound: frame.round)
      }
    }
    return total
  }

  /// The segments around a position, outermost first; each frame of the position refers to one of these segments.
  func segments(to position: Position) -> [Segment] {
    var segments = [segment]
    segments.reserveCapacity(position.frames.count)
    for frame in position.frames.dropLast() {
      segments.append(Self.round(at: frame, in: segments[segments.count - 1]))
    }
    return segments
  }

  /// The round of a repeat to which a frame of a position refers; `segment` contains the repeat.
  private static func round(at frame: Position.Frame, in segment: Segment) -> Segment {
    guard case .repeat(let repeatNode) = segment.nodes[frame.index],
      let round = repeatNode.segment(round: frame.round)
    else { preconditionFailure("\(frame) is not a position in this timeline") }
    return round
  }

  static func first(in segment: Segment, at index: Int) -> [Position.Frame] {
    let frame = Position.Frame(index: index)
    guard case .repeat(let repeatNode) = segment.nodes[index], let inner = repeatNode.segment(round: 0) else {
      return [frame]
    }
    return [frame] + first(in: inner, at: 0)
  }

  private static func last(in segment: Segment, at index: Int? = nil) -> [Position.Frame] {
    let index = index ?? segment.nodes.count - 1
    guard case .repeat(let repeatNode) = segment.nodes[index], let round = repeatNode.lastRound,
      let inner = repeatNode.segment(round: round)
    else { return [Position.Frame(index: index)] }
    return [Position.Frame(index: index, round: round)] + last(in: inner)
  }
}

extension RepeatNode {
  func totals(afterRound round: Int) -> Totals {
    guard let wholeRounds else { return .unknown }
    guard round < wholeRounds else { return .zero }
    return totals(ofRounds: round + 1..<wholeRounds) + (partialRound?.totals ?? .zero)
  }
}

extension Position {
  /// The position of another interval.
  ///
  /// When the workout moves back to a repeat that commands had shortened, the repeat can have its planned length again.
  /// Moving back then passes more intervals than the workout has done, so `number` can be below 1.
  fileprivate func moved(to frames: some Sequence<Frame>, number: Int) -> Position {
    Position(number: max(1, number), frames: Array(frames), exits: exits)
  }

  /// The interval in which the workout left the endless repeat at an index of the plan.
  ///
  /// The result is nil if an early version of the daemon saved this position without that interval.
  fileprivate func returned(toRepeatAt index: Int) -> Position? {
    guard let level = exits.lastIndex(where: { $0.frames.first?.index == index }) else { return nil }
    return Position(number: exits[level].number, frames: exits[level].frames, exits: Array(exits[..<level]))
  }
}
