extension Wire {
  /// Where the workout is, at one moment.
  package struct Status: Codable, Equatable, Sendable {
    /// When this was true.
    package var atNs: Int
    package var phase: Phase
    /// Nil unless paused.
    package var pausedBy: PauseWord?
    package var workoutId: String?
    /// The name setting.
    package var title: String?
    /// The file or the name that the plan came from.
    package var planName: String?
    /// The text as started, settings included; nil in events after the first of a Watch.
    package var plan: String?
    package var distanceUnits: String
    package var paceUnits: String
    package var interval: Interval?
    package var next: Interval?
    /// 1 for the first interval of the workout.
    package var number: Int?
    /// Nil where the end is not known.
    package var of: Int?
    /// The repeats round the interval, outermost first.
    package var rounds: [Round]
    package var elapsedMs: Int
    package var remainingMs: Int?
    package var intervalElapsedMs: Int?
    package var intervalRemainingMs: Int?
    /// When the interval, or in `leadIn` the lead-in, ends; nil while paused, idle or open.
    package var deadlineNs: Int?
    /// Estimated from the plan's paces and the time really spent; nil where an interval so far had none.
    package var distanceM: Double?
    /// What is left at the plan's paces, as things stand; nil where an interval to come has no pace or no end.
    package var remainingM: Double?
    package var punctuality: Punctuality?

    package init(
      atNs: Int, phase: Phase, pausedBy: PauseWord? = nil, workoutId: String? = nil, title: String? = nil,
      planName: String? = nil, plan: String? = nil, distanceUnits: String, paceUnits: String,
      interval: Interval? = nil, next: Interval? = nil, number: Int? = nil, of: Int? = nil, rounds: [Round],
      elapsedMs: Int, remainingMs: Int? = nil, intervalElapsedMs: Int? = nil, intervalRemainingMs: Int? = nil,
      deadlineNs: Int? = nil, distanceM: Double? = nil, remainingM: Double? = nil,
      punctuality: Punctuality? = nil
    ) {
      self.atNs = atNs
      self.phase = phase
      self.pausedBy = pausedBy
      self.workoutId = workoutId
      self.title = title
      self.planName = planName
      self.plan = plan
      self.distanceUnits = distanceUnits
      self.paceUnits = paceUnits
      self.interval = interval
      self.next = next
      self.number = number
      self.of = of
      self.rounds = rounds
      self.elapsedMs = elapsedMs
      self.remainingMs = remainingMs
      self.intervalElapsedMs = intervalElapsedMs
      self.intervalRemainingMs = intervalRemainingMs
      self.deadlineNs = deadlineNs
      self.distanceM = distanceM
      self.remainingM = remainingM
      self.punctuality = punctuality
    }
  }
}
