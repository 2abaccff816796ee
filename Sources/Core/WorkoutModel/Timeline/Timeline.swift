/// A plan read as time: which interval is when, what it all amounts to, and where each `until` is crossed.
///
/// Nothing is unrolled: it takes memory in proportion to the plan as written, and finding a place in it takes time in
/// proportion to how deep the plan is nested.
package struct Timeline: Equatable, Sendable {
  let passage: Passage

  /// The whole workout, without a lead-in.
  package var measure: Measure { passage.measure }

  /// Reads `plan`, whose intervals have their paces (`Plan.withPaces`) and whose values keep `PlanLimits`.
  ///
  /// - Parameters:
  ///   - plan: what to read.
  ///   - skipLast: the kind of interval that is dropped at the very end of a counted repeat that ends the plan.
  /// - Throws: the first error from the inside out: a step is checked before the repeat around it.
  package init(_ plan: Plan, skipLast: Kind? = nil) throws(TimelineError) {
    let whole = try TimelineBuilder().passage(of: plan.steps, at: [])
    guard !whole.isEmpty else { throw TimelineError(reason: .noSteps, step: []) }
    guard let skipLast, case .repeat(let last)? = plan.steps.last, case .count = last.extent else {
      passage = whole
      return
    }
    let shorter = whole.withoutLast(skipLast)
    passage = shorter.isEmpty ? whole : shorter
  }

  init(_ passage: Passage) {
    self.passage = passage
  }
}

private struct TimelineBuilder {
  func passage(of steps: [Step], at path: StepPath) throws(TimelineError) -> Passage {
    var nodes: [Node] = []
    nodes.reserveCapacity(steps.count)
    for (index, step) in steps.enumerated() {
      nodes.append(try node(of: step, at: path + [index]))
    }
    let passage = Passage(nodes)
    try check(passage.measure, at: path)
    return passage
  }

  private func node(of step: Step, at path: StepPath) throws(TimelineError) -> Node {
    switch step {
    case .interval(let interval):
      guard let scheduled = ScheduledInterval(interval) else {
        throw TimelineError(reason: .distanceWithoutPace(interval.kind), step: path)
      }
      try checkShortest(scheduled.measure, at: path)
      try check(scheduled.measure, at: path)
      return .interval(scheduled)
    case .repeat(let `repeat`):
      let cycle = try cycle(of: `repeat`, at: path)
      try check(cycle.measure, at: path)
      return .cycle(cycle)
    }
  }

  private func cycle(of repeat: Repeat, at path: StepPath) throws(TimelineError) -> Cycle {
    let body = try passage(of: `repeat`.body, at: path)
    guard !body.isEmpty else { throw TimelineError(reason: .noSteps, step: path) }
    if let forever = `repeat`.body.firstPath(where: \.isForever) {
      throw TimelineError(reason: .foreverInRepeat, step: path + forever)
    }
    switch `repeat`.extent {
    case .count(let count): return Cycle(body: body, whole: count, tail: nil, rounds: count)
    case .forever: return Cycle(body: body, whole: nil, tail: nil, rounds: nil)
    case .untilTime(let time): return try until(.time(time), `repeat`, body, at: path)
    case .untilDistance(let distance):
      if let paceless = `repeat`.body.firstPath(where: \.isPaceless) {
        let kind = `repeat`.body.interval(at: paceless)?.kind ?? .interval
        throw TimelineError(reason: .untilWithoutPace(kind), step: path + paceless)
      }
      return try until(.metres(distance.metres), `repeat`, body, at: path)
    }
  }

  private func until(
    _ goal: Allowance, _ repeat: Repeat, _ body: Passage, at path: StepPath
  ) throws(TimelineError) -> Cycle {
    guard body.measure.duration != nil else {
      let open = `repeat`.body.firstPath(where: \.isOpen) ?? []
      throw TimelineError(reason: .openInUntil, step: path + open)
    }
    let cycle = Cycle(body: body, until: goal, goal: goal)
    try checkShortest(cycle.measure, at: path)
    return cycle
  }

  /// To the millisecond, so that a distance that takes just a second at its pace is not too short by a rounding error.
  private func checkShortest(_ measure: Measure, at path: StepPath) throws(TimelineError) {
    if let duration = measure.duration, duration.inMilliseconds < PlanLimits.shortestInterval.inMilliseconds {
      throw TimelineError(reason: .shorterThanASecond, step: path)
    }
  }

  private func check(_ measure: Measure, at path: StepPath) throws(TimelineError) {
    if let duration = measure.duration, duration > PlanLimits.longest {
      throw TimelineError(reason: .longerThanLimit, step: path)
    }
    if let intervals = measure.intervals, intervals > PlanLimits.mostIntervals {
      throw TimelineError(reason: .tooManyIntervals, step: path)
    }
  }
}

extension Step {
  fileprivate var isForever: Bool {
    if case .repeat(let `repeat`) = self { `repeat`.extent == .forever } else { false }
  }

  fileprivate var isPaceless: Bool {
    if case .interval(let interval) = self { interval.pace == nil && interval.goal != .open } else { false }
  }

  fileprivate var isOpen: Bool {
    if case .interval(let interval) = self { interval.goal == .open } else { false }
  }
}

extension [Step] {
  /// The way to the first step, in reading order, that is wanted.
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
