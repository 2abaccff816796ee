import WorkoutModel

/// Deviations of a workout from its plan: corrected distances and extended intervals.
struct Course: Equatable, Codable, Sendable {
  /// Goals that replace the planned goals of `until` repeats after a measurement; the latest goal is the last element.
  private(set) var amendments: [Timeline.Amendment] = []
  /// Estimated metres at which the workout entered each repeat around the present position, outermost first.
  private(set) var entries: [Double] = []
  /// The entries at the time when the workout last left a repeat; nil if the workout has not left a repeat.
  ///
  /// If the workout returns to this repeat, these entries apply again.
  private(set) var left: Left?
  /// Sum of the extensions of the present interval or lead-in.
  var extended = Duration.zero
  /// Whether a distance was measured in the present interval and the interval has no pace.
  ///
  /// The measured distance then stays the same until the end of the interval.
  var isMeasured = false

  struct Left: Equatable, Codable, Sendable {
    let position: Position
    let entries: [Double]

    private enum CodingKeys: String, CodingKey {
      case position = "place"
      case entries
    }
  }

  /// Maximum number of amendments, more than the maximum nesting of repeats.
  static let maxAmendments = 64

  /// Records the start of the interval at `position`.
  ///
  /// If the workout enters a repeat in the middle, the part of the repeat before `position` counts as covered. If the
  /// workout returns to the repeat that it left last, the entries of that time apply again.
  ///
  /// - Parameters:
  ///   - position: the position of the interval.
  ///   - timeline: the timeline with the present amendments.
  ///   - last: the previous position; nil in the lead-in.
  ///   - estimated: the metres estimated so far.
  mutating func begin(_ position: Position, in timeline: Timeline, after last: Position?, estimated: Double) {
    let before = last.map { Left(position: $0, entries: entries) }
    entries = (0..<position.depth).map { level in
      before?.entry(at: level, sharedWith: position) ?? left?.entry(at: level, sharedWith: position)
        ?? estimated - (timeline.totals(before: position, inRepeatAt: level).metres ?? 0)
    }
    if let before, before.position.depth > 0,
      !position.shares(repeatAt: before.position.depth - 1, with: before.position)
    {
      left = before
    }
    extended = .zero
    isMeasured = false
  }

  /// Adds `metres` to the entries of the repeat at `level` and of the repeats inside that repeat.
  mutating func shiftEntries(from level: Int, by metres: Double) {
    for index in entries.indices.dropFirst(level) { entries[index] += metres }
  }

  /// Replaces all amendments of the repeats around a position.
  mutating func amend(_ position: Position, by own: [Timeline.Amendment]) {
    amendments = amended(position, by: own)
  }

  /// The amendments that `amend(_:by:)` would set.
  func amended(_ position: Position, by own: [Timeline.Amendment]) -> [Timeline.Amendment] {
    amendments.filter { !$0.concerns(position) }.suffix(max(0, Self.maxAmendments - own.count)) + own
  }
}

extension Course.Left {
  /// The metres at which the workout entered the repeat at `level`.
  ///
  /// The result is nil if `other` and `position` are not in the same occurrence of this repeat.
  fileprivate func entry(at level: Int, sharedWith other: Position) -> Double? {
    entries.indices.contains(level) && other.shares(repeatAt: level, with: position) ? entries[level] : nil
  }
}

extension Session {
  /// Replaces the distance covered so far with a measured distance, and moves the ends of `until` repeats accordingly.
  ///
  /// The end of a repeat around the present position moves if the goal of the repeat is a distance. At the new end, the
  /// measured distance plus the distance estimated after the measurement equals the goal. If the measured distance
  /// equals the estimated distance, all repeats end as planned.
  ///
  /// If the present interval or an earlier interval has no pace, only the distance changes. If the present interval has
  /// no pace, the distance also stays the same until the next interval begins.
  mutating func correct(to metres: Double, at now: Instant) {
    let clock = clock(at: now)
    let estimated = tally(at: clock).estimated
    let isAsEstimated = estimated.map { abs($0 - metres) < Self.roundingMetres } ?? false
    state.tally.correct(to: isAsEstimated ? nil : metres)
    guard case .interval(let position, let span) = state.stage else { return }
    let time = clock - span.begin
    guard let speed = timeline.interval(at: position).interval.pace?.metresPerSecond else {
      state.tally.correct(to: metres)
      state.course.isMeasured = true
      return
    }
    if !isAsEstimated { state.tally.correct(to: metres - speed * time.inSeconds) }
    guard let estimated else { return }
    let following = following(out: false)
    if !isAsEstimated || !restorePlan(at: position, clock: clock) {
      amend(position, speed: speed, clock: clock) { goal, entry in
        // This repeat has the same share of the measured distance as of the estimated distance.
        goal - metres * (estimated > 0 ? min(max(0, (estimated - entry) / estimated), 1) : 1)
      }
    }
    state.cueing.passed = max(state.cueing.passed ?? clock, clock)
    if self.span != span || self.following(out: false) != following { state.cueing.isNextAnnounced = false }
  }

  /// Removes the amendments of the repeats around a position.
  ///
  /// - Returns: false if the interval would be over by now without the amendments; nothing changes in this case.
  private mutating func restorePlan(at position: Position, clock: Instant) -> Bool {
    guard let (plan, interval) = plan(at: position, clock: clock), let end = end(of: interval) else { return false }
    state.course.amend(position, by: [])
    adopt(plan, endingAt: end)
    return true
  }

  /// Moves the end of each repeat that contains a position and has a distance as its goal.
  ///
  /// The repeat ends when the rest of the goal is covered. If nothing remains, it ends with the present interval.
  ///
  /// `left` computes the rest of a goal in metres. Its parameters are the goal of a repeat, and the metres at which the
  /// workout entered the repeat.
  private mutating func amend(
    _ position: Position, speed: Double, clock: Instant, left: (_ goal: Double, _ entry: Double) -> Double
  ) {
    let covered = speed * (clock - span.begin - state.course.extended).inSeconds
    let minimum = speed * PlanLimits.minPiece.inSeconds + Self.roundingMetres
    let present = plan(at: position, clock: clock)?.interval ?? timeline.interval(at: position).uncut
    var ends: [Instant?] = []
    let own = timeline.distanceGoals(around: position).map { level, goal in
      let begin = timeline.totals(before: position, inRepeatAt: level).metres ?? 0
      let left = left(goal, state.course.entries[level])
      let end: Double
      if left > Self.roundingMetres {
        // An extended interval keeps its planned length in the timeline; only the end of its span moves.
        let planned = state.course.extended > .zero ? (present.metres ?? 0) + Self.roundingMetres : 0
        end = max(covered + left, minimum, planned)
        ends.append(clock + .seconds(left / speed))
      } else {
        // The rest is too short for another interval, so the repeat ends with the present interval.
        end = (present.metres ?? 0) + Self.roundingMetres
        ends.append(self.end(of: present))
      }
      return Timeline.Amendment(position, level: level, metres: min(begin + end, Timeline.Amendment.maxMetres))
    }
    let amendments = state.course.amended(position, by: own)
    guard let amended = workout.timeline.amended(by: amendments), amended.contains(position) else { return }
    state.course.amend(position, by: own)
    ends.append(end(of: amended.interval(at: position)))
    if let end = ends.compactMap(\.self).min() { adopt(amended, endingAt: end) }
  }

  /// The timeline without the amendments of the repeats around a position, and the interval at that position.
  ///
  /// The result is nil if this interval would already be over.
  private func plan(at position: Position, clock: Instant) -> (timeline: Timeline, interval: ScheduledInterval)? {
    guard let plan = workout.timeline.amended(by: state.course.amended(position, by: [])), plan.contains(position),
      let end = end(of: plan.interval(at: position)), end > clock
    else { return nil }
    return (plan, plan.interval(at: position))
  }

  /// The end of an interval that begins at `span.begin`, including extensions; nil for an open interval.
  private func end(of interval: ScheduledInterval) -> Instant? {
    interval.duration.map { span.begin + $0 + state.course.extended }
  }

  private mutating func adopt(_ timeline: Timeline, endingAt end: Instant) {
    self.timeline = timeline
    changeSpan { $0.end = end }
  }

  /// Tolerance for rounding errors of a distance, in metres.
  static let roundingMetres = 1e-6
}
