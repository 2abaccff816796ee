/// Schedule of a plan: the time of each interval, the totals, and the exact ends of repeats with `until`.
///
/// Repeats are not unrolled. Memory is proportional to the length of the plan as written. The time to find a position
/// is proportional to the nesting depth of repeats.
package struct Timeline: Equatable, Sendable {
  let segment: Segment

  /// Totals of the workout, without the lead-in.
  package var totals: Totals { segment.totals }

  /// Makes the timeline of a plan.
  ///
  /// - Parameters:
  ///   - plan: the plan, with its paces applied (`Plan.withPaces`) and its values within `PlanLimits`.
  ///   - skipLast: drops the last interval if it has this kind, and if the plan ends with a counted repeat.
  /// - Throws: the first error; the steps of a repeat are checked before the repeat itself.
  package init(_ plan: Plan, skipLast: Kind? = nil) throws(TimelineError) {
    let whole = try TimelineBuilder().segment(of: plan.steps, at: [])
    guard !whole.isEmpty else { throw TimelineError(reason: .noSteps, step: []) }
    guard let skipLast, case .repeat(let last)? = plan.steps.last, case .count = last.extent else {
      segment = whole
      return
    }
    let shorter = whole.withoutLast(skipLast)
    segment = shorter.isEmpty ? whole : shorter
  }

  init(_ segment: Segment) {
    self.segment = segment
  }

  /// Makes a timeline of intervals that have been done, each with its time as the goal.
  ///
  /// `PlanLimits` do not apply: an interval may have ended at once, and a workout may have lasted for days. Intervals with
  /// another goal than a time are left out.
  package init(done intervals: [Interval]) {
    let timed = intervals.filter { if case .time = $0.goal { true } else { false } }
    segment = Segment(timed.compactMap(ScheduledInterval.init).map(Node.interval))
  }

  /// Totals of one round and number of rounds, if the plan's first step is a repeat with an end; otherwise nil.
  ///
  /// `whole` is the number of whole rounds; `hasPartialRound` is true if a partial round follows them.
  package var firstRepeat: (oneRound: Totals, whole: Int, hasPartialRound: Bool)? {
    guard case .repeat(let repeatNode)? = segment.nodes.first, let whole = repeatNode.wholeRounds else { return nil }
    return (repeatNode.body.totals, whole, repeatNode.partialRound != nil)
  }
}

/// Reason why a plan has no timeline.
package struct TimelineError: Error, Equatable {
  package let reason: Reason
  /// The path to the step with the error; an empty path means the whole plan.
  package let step: StepPath

  package init(reason: Reason, step: StepPath) {
    self.reason = reason
    self.step = step
  }

  package enum Reason: Equatable, Sendable {
    /// An interval with a distance but without a pace, so that its duration is unknown.
    case distanceWithoutPace(Kind)
    /// An interval without a pace in a repeat that ends at a distance.
    case untilWithoutPace(Kind)
    /// A repeat that ends at a distance, but contains only intervals that cover no distance.
    case untilWithoutDistance
    case openInUntil
    case foreverInRepeat
    case shorterThanASecond
    case longerThanLimit
    case tooManyIntervals
    case noSteps
  }
}

/// Path to a step: the index of each repeat around the step, outermost first, and then the index of the step itself.
package typealias StepPath = [Int]

private struct TimelineBuilder {
  func segment(of steps: [Step], at path: StepPath) throws(TimelineError) -> Segment {
    var nodes: [Node] = []
    nodes.reserveCapacity(steps.count)
    for (index, step) in steps.enumerated() {
      nodes.append(try node(of: step, at: path + [index]))
    }
    let segment = Segment(nodes)
    try check(segment.totals, at: path)
    return segment
  }

  private func node(of step: Step, at path: StepPath) throws(TimelineError) -> Node {
    switch step {
    case .interval(let interval):
      guard let scheduled = ScheduledInterval(interval) else {
        throw TimelineError(reason: .distanceWithoutPace(interval.kind), step: path)
      }
      try checkMinimum(scheduled.totals, at: path)
      try check(scheduled.totals, at: path)
      return .interval(scheduled)
    case .repeat(let `repeat`):
      let repeatNode = try repeatNode(of: `repeat`, at: path)
      try check(repeatNode.totals, at: path)
      return .repeat(repeatNode)
    }
  }

  private func repeatNode(of repeat: Repeat, at path: StepPath) throws(TimelineError) -> RepeatNode {
    let body = try segment(of: `repeat`.body, at: path)
    guard !body.isEmpty else { throw TimelineError(reason: .noSteps, step: path) }
    if let forever = `repeat`.body.firstPath(where: \.isForever) {
      throw TimelineError(reason: .foreverInRepeat, step: path + forever)
    }
    switch `repeat`.extent {
    case .count(let count): return RepeatNode(body: body, wholeRounds: count, partialRound: nil, roundCount: count)
    case .forever: return RepeatNode(body: body, wholeRounds: nil, partialRound: nil, roundCount: nil)
    case .untilTime(let time): return try until(.time(time), `repeat`, body, at: path)
    case .untilDistance(let distance):
      if let paceless = `repeat`.body.firstPath(where: \.isPaceless) {
        let kind = `repeat`.body.interval(at: paceless)?.kind ?? .interval
        throw TimelineError(reason: .untilWithoutPace(kind), step: path + paceless)
      }
      if body.totals.duration != nil, body.totals.metres == 0 {
        throw TimelineError(reason: .untilWithoutDistance, step: path)
      }
      return try until(.metres(distance.metres), `repeat`, body, at: path)
    }
  }

  private func until(
    _ goal: Budget, _ repeat: Repeat, _ body: Segment, at path: StepPath
  ) throws(TimelineError) -> RepeatNode {
    guard body.totals.duration != nil else {
      let open = `repeat`.body.firstPath(where: \.isOpen) ?? []
      throw TimelineError(reason: .openInUntil, step: path + open)
    }
    let repeatNode = RepeatNode(body: body, until: goal)
    try checkMinimum(repeatNode.totals, at: path)
    return repeatNode
  }

  /// Checks that the duration, rounded to milliseconds, is at least `PlanLimits.minInterval`.
  ///
  /// Without the rounding, a small calculation error could reject a step of exactly one second.
  private func checkMinimum(_ totals: Totals, at path: StepPath) throws(TimelineError) {
    if let duration = totals.duration, duration.inMilliseconds < PlanLimits.minInterval.inMilliseconds {
      throw TimelineError(reason: .shorterThanASecond, step: path)
    }
  }

  private func check(_ totals: Totals, at path: StepPath) throws(TimelineError) {
    if let duration = totals.duration, duration > PlanLimits.maxDuration {
      throw TimelineError(reason: .longerThanLimit, step: path)
    }
    if let intervals = totals.intervals, intervals > PlanLimits.maxIntervals {
      throw TimelineError(reason: .tooManyIntervals, step: path)
    }
  }
}

extension Step {
  fileprivate var isForever: Bool {
    if case .repeat(let `repeat`) = self { `repeat`.extent == .forever } else { false }
  }

  fileprivate var isPaceless: Bool {
    if case .interval(let interval) = self {
      interval.metresPerSecond == nil && interval.goal != .open
    } else {
      false
    }
  }

  fileprivate var isOpen: Bool {
    if case .interval(let interval) = self { interval.goal == .open } else { false }
  }
}

extension [Step] {
  /// The path to the first step, in reading order, that satisfies a condition.
  fileprivate func firstPath(where isWanted: (Step) -> Bool) -> StepPath? {
    for (index, step) in enumerated() {
      if isWanted(step) { return [index] }
      if case .repeat(let `repeat`) = step, let path = `repeat`.body.firstPath(where: isWanted) {
        return [index] + path
      }
    }
    return nil
  }

  fileprivate func interval(at path: StepPath) -> Interval? {
    guard let index = path.first else { return nil }
    switch self[index] {
    case .interval(let interval): return interval
    case .repeat(let `repeat`): return `repeat`.body.interval(at: [Int](path.dropFirst()))
    }
  }
}

// MARK: - Dropping the last interval

extension Segment {
  /// The segment without its last interval if that interval is of `kind` and all repeats around it have a count;
  /// otherwise the whole segment.
  fileprivate func withoutLast(_ kind: Kind) -> Segment {
    guard let last = nodes.last else { return self }
    switch last {
    case .interval(let interval):
      return interval.kind == kind ? Segment(nodes.dropLast()) : self
    case .repeat(let repeatNode):
      let shorter = repeatNode.withoutLast(kind)
      return Segment(nodes.dropLast() + (shorter.totals.intervals == 0 ? [] : [.repeat(shorter)]))
    }
  }
}

extension RepeatNode {
  fileprivate func withoutLast(_ kind: Kind) -> RepeatNode {
    guard isCounted, let wholeRounds, wholeRounds > 0, partialRound == nil else { return self }
    let shorter = body.withoutLast(kind)
    guard shorter != body else { return self }
    return RepeatNode(body: body, wholeRounds: wholeRounds - 1, partialRound: shorter, roundCount: roundCount)
  }
}
