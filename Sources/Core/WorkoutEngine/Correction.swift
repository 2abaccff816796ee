import WorkoutModel

/// Deviations of a workout from its plan: corrected distances and extended intervals.
struct Course: Equatable, Codable, Sendable {
  /// Goals of `until` repeats that measured distances have changed, the latest last.
  private(set) var amendments: [Timeline.Amendment] = []
  /// Estimated metres at the entry of each repeat around the present position, outermost first.
  private(set) var entries: [Double] = []
  /// Entries at the position where a repeat was last left, for a return to it; nil if no repeat was left.
  private(set) var left: Left?
  /// Sum of the extensions of the present stage.
  var extended = Duration.zero
  /// Whether a distance was measured in the present interval, which has no pace; it holds for the rest of the interval.
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
  /// A repeat entered in its middle counts as covered up to there, unless it is the repeat that was left last.
  ///
  /// - Parameters:
  ///   - position: the position of the interval.
  ///   - timeline: the timeline with the present amendments.
  ///   - last: the position before; nil for the lead-in.
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

  /// The amendments as `amend(_:by:)` would set them.
  func amended(_ position: Position, by own: [Timeline.Amendment]) -> [Timeline.Amendment] {
    amendments.filter { !$0.concerns(position) }.suffix(max(0, Self.maxAmendments - own.count)) + own
  }
}

extension Course.Left {
  /// The metres at the entry of the repeat at `level`; nil unless the same occurrence of it contains `other`.
  fileprivate func entry(at level: Int, sharedWith other: Position) -> Double? {
    entries.indices.contains(level) && other.shares(repeatAt: level, with: position) ? entries[level] : nil
  }
}

extension Session {
  /// Replaces the distance covered by now with a measured one, and moves the ends of the running `until` repeats to
  /// where their goals are then reached.
  ///
  /// If an interval so far had no pace, only the distance changes; in an interval without a pace it stays the same
  /// until the next one begins. A distance equal to the estimate restores the plan.
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
        // A repeat's share of the measured distance is its share of the estimate.
        goal - metres * (estimated > 0 ? min(max(0, (estimated - entry) / estimated), 1) : 1)
      }
    }
    state.cueing.passed = max(state.cueing.passed ?? clock, clock)
    if self.span != span || self.following(out: false) != following { state.cueing.isNextAnnounced = false }
  }

  /// Removes the amendments of the repeats around a position.
  ///
  /// - Returns: false, with nothing changed, if the unamended plan would be past that position by now.
  private mutating func restorePlan(at position: Position, clock: Instant) -> Bool {
    guard let (plan, interval) = plan(at: position, clock: clock), let end = end(of: interval) else { return false }
    state.course.amend(position, by: [])
    adopt(plan, endingAt: end)
    return true
  }

  /// Moves the ends of the repeats around a position to where the rest of their goals is covered; a repeat without a
  /// rest ends with the present interval.
  ///
  /// `left` returns the metres left of a goal, from the goal and the metres at the repeat's entry.
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
        // The rest is too short for another interval.
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

  /// The timeline without the amendments of the repeats around a position, and the interval there; nil if that
  /// interval would be over.
  private func plan(at position: Position, clock: Instant) -> (timeline: Timeline, interval: ScheduledInterval)? {
    guard let plan = workout.timeline.amended(by: state.course.amended(position, by: [])), plan.contains(position),
      let end = end(of: plan.interval(at: position)), end > clock
    else { return nil }
    return (plan, plan.interval(at: position))
  }

  /// End of an interval that began with the present stage, extensions included; nil for an open one.
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
