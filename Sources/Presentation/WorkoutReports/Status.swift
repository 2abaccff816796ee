extension Report {
  /// The state of the workout at one moment.
  package struct Status: Codable, Equatable, Sendable {
    /// The moment of the state.
    package var atNs: Int
    package var phase: Phase
    /// Nil unless paused.
    package var pausedBy: PauseWord?
    package var workoutId: String?
    /// The name setting.
    package var title: String?
    /// The file or the name that the plan comes from.
    package var planName: String?
    /// The text as started, settings included; nil in events after the first of a Watch.
    package var plan: String?
    package var distanceUnits: String
    package var paceUnits: String
    package var interval: Interval?
    package var next: Interval?
    /// 1 for the first interval of the workout.
    package var number: Int?
    /// The number of intervals; nil if the end is unknown.
    package var of: Int?
    /// The repeats around the interval, outermost first.
    package var rounds: [Round]
    package var elapsedMs: Int
    package var remainingMs: Int?
    package var intervalElapsedMs: Int?
    package var intervalRemainingMs: Int?
    /// The end of the interval, or in `leadIn` of the lead-in; nil while paused, idle or in an open interval.
    package var deadlineNs: Int?
    /// The distance covered, estimated from the plan's paces and the time spent; nil if an interval so far had no pace.
    package var distanceM: Double?
    /// The distance left at the plan's paces; nil if an interval to come has no pace or no end.
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

  /// The phase of the daemon.
  package enum Phase: String, Codable, Sendable, CaseIterable {
    /// Nothing is loaded.
    case idle
    /// The get-ready countdown.
    case leadIn
    case running
    /// The clock stands still.
    case paused
  }

  /// The cause of a pause.
  package struct PauseWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let user: Self = "user"
    package static let sleep: Self = "sleep"
    /// The daemon was away too long for the workout to continue by itself.
    package static let restart: Self = "restart"
  }

  /// One interval as scheduled.
  package struct Interval: Codable, Equatable, Sendable {
    /// A word of the plan notation.
    package var kind: String
    package var label: String?
    /// Notation as entered: `30s`, `400mtr`, `open`.
    package var goal: String
    /// The actual length, which is shorter for an interval that an `until` cuts.
    package var durationMs: Int?
    package var distanceM: Double?
    package var paceMps: Double?

    package init(
      kind: String, label: String? = nil, goal: String, durationMs: Int? = nil, distanceM: Double? = nil,
      paceMps: Double? = nil
    ) {
      self.kind = kind
      self.label = label
      self.goal = goal
      self.durationMs = durationMs
      self.distanceM = distanceM
      self.paceMps = paceMps
    }
  }

  /// The position in a repeat, such as round 3 of 8.
  package struct Round: Codable, Equatable, Sendable {
    package var number: Int
    /// Nil if the number of rounds is unknown.
    package var of: Int?

    package init(number: Int, of: Int? = nil) {
      self.number = number
      self.of = of
    }
  }

  /// The lateness of cues against their deadlines, in microseconds.
  package struct Punctuality: Codable, Equatable, Sendable {
    package var cues: Int
    package var lastUs: Int
    package var meanUs: Int
    package var maxUs: Int
    package var missed: Int

    package init(cues: Int, lastUs: Int, meanUs: Int, maxUs: Int, missed: Int) {
      self.cues = cues
      self.lastUs = lastUs
      self.meanUs = meanUs
      self.maxUs = maxUs
      self.missed = missed
    }
  }
}
