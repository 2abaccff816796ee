import WorkoutModel

/// Deviations of a workout from its plan: corrected distances and extended intervals.
struct Course: Equatable, Codable, Sendable {
  /// Changes of the goals of `until` repeats because of measured distances, the latest last.
  private(set) var amendments: [Timeline.Amendment] = []
  /// Estimated metres covered when each repeat around the present position was entered, outermost first.
  private(set) var entries: [Double] = []
  /// Entries from when a repeat was last left, for a return to that repeat; nil if no repeat was left.
  private(set) var left: Left?
  /// Sum of the extensions of the present stage.
  var extended = Duration.zero
  /// Whether a distance was measured in the present interval although the interval has no pace.
  ///
  /// The measured distance then holds for the rest of the interval.
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
  /// If a repeat is entered in its middle, its earlier part counts as covered, unless the repeat is the one that was
  /// left last.
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

  /// Shifts the entries of the repeats from `level` inwards.
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
  /// The metres at the entry of the repeat at `level`; nil if `other` is not in the same occurrence of that repeat.
  fileprivate func entry(at level: Int, sharedWith other: Position) -> Double? {
    entries.indices.contains(level) && other.shares(repeatAt: level, with: position) ? entries[level] : nil
  }
}

extension Session {
  /// Replaces the distance covered so far with a measured distance, and moves the ends of `until` repeats accordingly.
  ///
  /// Each repeat around the present position that has a distance as its goal then ends where the measured distance plus
  /// the estimate reaches that goal.
  ///
  /// If an earlier interval had no pace, only the distance changes. In an interval without a pace, the distance then
  /// stays the same until the next interval begins. A measured distance that equals the estimate restores the plan.
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
        // The repeat has the same share of the measured distance as of the estimated distance.
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

  /// Moves the end of each repeat around a position to the point where the rest of its goal is covered.
  ///
  /// A repeat without a rest ends with the present interval.
  ///
  /// `left` returns the rest of a goal in metres, from the goal and the metres at the entry of the repeat.
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

  /// The timeline without the amendments of the repeats around a position, and the interval at that position; nil if
  /// that interval would be over.
  private func plan(at position: Position, clock: Instant) -> (timeline: Timeline, interval: ScheduledInterval)? {
    guard let plan = workout.timeline.amended(by: state.course.amended(position, by: [])), plan.contains(position),
      let end = end(of: plan.interval(at: position)), end > clock
    else { return nil }
    return (plan, plan.interval(at: position))
  }

  /// End of an interval that began with the present stage, including extensions; nil for an open interval.
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
