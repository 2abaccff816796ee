/// Finding positions by time, number or distance; each search visits one node per level of nesting.
extension Timeline {
  /// The position of the interval at an offset from the start of the workout, and the time elapsed in the interval.
  ///
  /// An interval includes its start but not its end. An open interval includes all later offsets, because its end is
  /// unknown. The result is nil if the offset is negative, or if the workout has ended at the offset.
  package func position(at offset: Duration) -> (position: Position, elapsed: Duration)? {
    guard offset >= .zero else { return nil }
    var position = Position(number: 1, frames: [])
    var left = offset
    var segment = segment
    while true {
      guard let index = segment.index(at: left), let before = segment.before[index].duration,
        let intervals = segment.before[index].intervals
      else { return nil }
      left -= before
      position.number += intervals
      switch segment.nodes[index] {
      case .interval:
        position.frames.append(Position.Frame(index: index))
        return (position, left)
      case .repeat(let repeatNode):
        let round = repeatNode.round(at: left)
        guard let inner = repeatNode.segment(round: round) else { return nil }
        position.frames.append(Position.Frame(index: index, round: round))
        let skipped = repeatNode.totals(ofRounds: 0..<round)
        left -= skipped.duration ?? .zero
        position.number += skipped.intervals ?? 0
        segment = inner
      }
    }
  }

  /// Advances a position in an endless repeat by the whole rounds that fit in `time`.
  ///
  /// The result is the position of the same interval in a later round, and the totals of the skipped rounds. The result
  /// is at least `kept` intervals before the end of the rounds that fit.
  ///
  /// The result is nil if the position is not in an endless repeat, if no round fits, or if an open interval makes the
  /// length of a round unknown. The result is also nil if a `Timeline.Checkpoint` has changed the round of the position
  /// or a later round.
  package func position(
    _ position: Position, advancedByRoundsWithin time: Duration, keeping kept: Int = 0
  ) -> (position: Position, rounds: Totals)? {
    guard let outermost = position.frames.first, case .repeat(let repeatNode) = segment.nodes[outermost.index],
      repeatNode.wholeRounds == nil, (repeatNode.current?.index ?? -1) < outermost.round,
      let length = repeatNode.body.totals.duration, length <= time, let intervals = repeatNode.body.totals.intervals
    else { return nil }
    let count = Int(time.attoseconds / length.attoseconds) - (kept + intervals - 1) / intervals
    guard count > 0 else { return nil }
    let rounds = repeatNode.body.totals * count
    var later = position
    later.frames[0].round += count
    later.number += rounds.intervals ?? 0
    return (later, rounds)
  }

  /// The time from the start of the workout at which a distance is reached.
  ///
  /// The distance must be at least 0. A distance at the boundary of two intervals is reached at the end of the first
  /// interval.
  ///
  /// The result is nil if the workout is shorter than the distance, or if an interval of unknown distance makes the
  /// time unknown.
  package func time(atMetres metres: Double) -> Duration? {
    if let end = totals.metres, end < metres { return nil }
    var left = metres
    var time = Duration.zero
    var segment = segment
    while true {
      let index = segment.index(atMetres: left)
      guard let before = segment.before[index].duration, let metresBefore = segment.before[index].metres else {
        return nil
      }
      left -= metresBefore
      time += before
      switch segment.nodes[index] {
      case .interval(let interval):
        guard let duration = interval.duration, let metres = interval.metres else { return nil }
        guard metres > 0 else { return time }
        return time + duration * (left / metres)
      case .repeat(let repeatNode):
        let round = repeatNode.round(atMetres: left)
        guard let inner = repeatNode.segment(round: round) else { return nil }
        let skipped = repeatNode.totals(ofRounds: 0..<round)
        left -= skipped.metres ?? 0
        time += skipped.duration ?? .zero
        segment = inner
      }
    }
  }
}

extension Timeline {
  /// The position of the interval with the given number, from 1; nil after the last interval.
  ///
  /// The result is never after an endless repeat, because the numbers there depend on when the user leaves the repeat.
  package func position(numbered number: Int) -> Position? {
    guard number > 0 else { return nil }
    var position = Position(number: number, frames: [])
    var left = number - 1
    var segment = segment
    while true {
      guard let index = segment.index(ofInterval: left), let before = segment.before[index].intervals else {
        return nil
      }
      left -= before
      switch segment.nodes[index] {
      case .interval:
        position.frames.append(Position.Frame(index: index))
        return position
      case .repeat(let repeatNode):
        guard let (round, before) = repeatNode.round(ofInterval: left), let inner = repeatNode.segment(round: round)
        else { return nil }
        position.frames.append(Position.Frame(index: index, round: round))
        left -= before
        segment = inner
      }
    }
  }

  /// The first position after the last endless repeat; nil if no step follows an endless repeat.
  ///
  /// The interval at the position gets the number 1, because its number depends on when the user leaves the repeat.
  package var startAfterEndlessRepeat: Position? {
    guard let endless = segment.nodes.lastIndex(where: { $0.totals.intervals == nil }),
      segment.nodes.indices.contains(endless + 1)
    else { return nil }
    return Position(number: 1, frames: Self.first(in: segment, at: endless + 1))
  }

  /// The round that contains a position, in the repeat at `depth` around the position.
  ///
  /// Depth 1 is the outermost repeat. Depth 0 is the whole plan, which counts as one round.
  ///
  /// - Returns: the first position of the round, the number of its intervals before the position, and the number of all
  ///   its intervals; nil if an endless repeat makes a number unknown.
  package func round(at position: Position, depth: Int) -> (start: Position, before: Int, count: Int)? {
    var segment = segment
    var before = 0
    var (whole, start) = (segment, Position(number: 0, frames: []))
    for (level, frame) in position.frames.enumerated() {
      if level == depth {
        (whole, before) = (segment, 0)
        start.frames = position.frames[..<level] + Self.first(in: segment, at: 0)
      }
      guard level < depth || segment.before[frame.index].intervals != nil else { return nil }
      before += segment.before[frame.index].intervals ?? 0
      guard case .repeat(let repeatNode) = segment.nodes[frame.index] else { break }
      before += repeatNode.totals(ofRounds: 0..<frame.round).intervals ?? 0
      guard let inner = repeatNode.segment(round: frame.round) else { return nil }
      segment = inner
    }
    guard let count = whole.totals.intervals else { return nil }
    start.number = position.number - before
    start.exits = position.exits
    return (start, before, count)
  }
}

extension Segment {
  /// The index of the node at an offset from the start of the segment; nil at or after the end of the segment.
  fileprivate func index(at offset: Duration) -> Int? {
    let index = firstIndex { end in end.duration.map { $0 > offset } ?? true }
    return index < nodes.count ? index : nil
  }

  /// The index of the node that contains the interval with a number, from 0; nil after the last interval.
  fileprivate func index(ofInterval number: Int) -> Int? {
    let index = firstIndex { end in end.intervals.map { $0 > number } ?? true }
    return index < nodes.count ? index : nil
  }

  /// The index of the first node that ends at or after a distance, or at an unknown distance.
  ///
  /// If no node satisfies the condition because of rounding, the result is the last node.
  fileprivate func index(atMetres metres: Double) -> Int {
    min(firstIndex { end in end.metres.map { $0 >= metres } ?? true }, nodes.count - 1)
  }

  /// The index of the first node whose end satisfies a condition; `nodes.count` if no end satisfies it.
  ///
  /// The search is binary.
  func firstIndex(whereEnd isReached: (Totals) -> Bool) -> Int {
    var (low, high) = (0, nodes.count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(before[middle + 1]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RepeatNode {
  fileprivate func round(at offset: Duration) -> Int {
    guard body.totals.duration != nil else { return 0 }
    return round(within: .time(offset), limit: wholeRounds)
  }

  /// The round in which a distance is reached; the first round if the distance of a round is unknown or zero.
  fileprivate func round(atMetres metres: Double) -> Int {
    guard let length = body.totals.metres, length > 0 else { return 0 }
    return round(within: .metres(metres), limit: lastRound)
  }

  /// The number of whole rounds within a budget, at most `limit`.
  private func round(within budget: Budget, limit: Int?) -> Int {
    let limit = limit ?? .max
    guard let current, current.index < limit else { return body.rounds(within: budget, limit: limit).count }
    let (before, left) = body.rounds(within: budget, limit: current.index)
    guard before == current.index, left.covers(current.content.totals) else { return before }
    let next = current.index + 1
    return next + body.rounds(within: left.minus(current.content.totals), limit: limit - next).count
  }

  /// The round that contains the interval with a number, and the number of intervals before that round.
  ///
  /// Rounds and interval numbers are counted from 0.
  fileprivate func round(ofInterval number: Int) -> (round: Int, before: Int)? {
    guard let length = body.totals.intervals else { return nil }
    let whole = wholeRounds ?? .max
    guard let current, number >= length * current.index else {
      let round = min(number / length, whole)
      return (round, length * round)
    }
    guard let extra = current.content.totals.intervals.map({ $0 - length }) else { return nil }
    let next = current.index + 1
    guard number >= length * next + extra else { return (current.index, length * current.index) }
    let round = min((number - extra) / length, whole)
    return (round, length * round + extra)
  }
}
