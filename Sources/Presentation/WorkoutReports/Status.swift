extension Report {
  /// The state of the workout at a moment.
  package struct Status: Codable, Equatable, Sendable {
    /// The time of the status.
    package var atNs: Int
    package var phase: Phase
    /// The cause of the pause; nil unless the workout is paused.
    package var pausedBy: PauseWord?
    package var workoutId: String?
    /// The plan's `name` setting.
    package var title: String?
    /// The name of the plan, or of its file.
    package var planName: String?
    /// The session of a training program; nil if the workout is not a session of a program.
    package var session: Session?
    /// The text of the plan that was started, including its settings.
    ///
    /// In a `Watch`, only the first event contains the text.
    package var plan: String?
    package var distanceUnits: String
    package var paceUnits: String
    package var interval: Interval?
    package var next: Interval?
    /// The number of the interval; 1 is the first interval of the workout.
    package var number: Int?
    /// The number of intervals; nil if the end of the workout is unknown.
    package var of: Int?
    /// The repeats around the interval, outermost first.
    package var rounds: [Round]
    package var elapsedMs: Int
    package var remainingMs: Int?
    package var intervalElapsedMs: Int?
    package var intervalRemainingMs: Int?
    /// The time at which the interval or the lead-in ends.
    ///
    /// Nil in an open interval, while the workout is paused, and without a workout.
    package var deadlineNs: Int?
    /// The known part of the distance covered; nil if no part is known.
    ///
    /// The distance is measured by a sensor, or estimated from the plan's paces and the time spent. `Correct` sets the
    /// distance, and the estimate continues from the corrected distance.
    package var distanceM: Double?
    /// True if `distanceM` lacks the distance of an interval without a pace; nil otherwise.
    package var distanceIsPartial: Bool?
    /// The time in which `distanceM` was covered, if `distanceIsPartial` is true; otherwise nil, and the time is
    /// `elapsedMs`.
    package var distanceMs: Int?
    /// The known part of the remaining distance, at the plan's paces; nil if no part is known.
    package var remainingM: Double?
    /// True if `remainingM` lacks the distance of an interval without a pace or without an end; nil otherwise.
    package var remainingIsPartial: Bool?
    package var punctuality: Punctuality?
    /// Whether Do Not Disturb hides the notifications of the workout; nil if this is unknown.
    package var notificationsHidden: Bool?
    /// The values of the sensors; nil if the workout uses no sensor.
    package var measured: Measured?
    /// The part of the saved workout that the last restart of the daemon has lost; nil if nothing was lost.
    package var lost: LossWord?

    package init(
      atNs: Int, phase: Phase, pausedBy: PauseWord? = nil, workoutId: String? = nil, title: String? = nil,
      planName: String? = nil, session: Session? = nil, plan: String? = nil, distanceUnits: String, paceUnits: String,
      interval: Interval? = nil, next: Interval? = nil, number: Int? = nil, of: Int? = nil, rounds: [Round],
      elapsedMs: Int, remainingMs: Int? = nil, intervalElapsedMs: Int? = nil, intervalRemainingMs: Int? = nil,
      deadlineNs: Int? = nil, distanceM: Double? = nil, distanceIsPartial: Bool? = nil, distanceMs: Int? = nil,
      remainingM: Double? = nil, remainingIsPartial: Bool? = nil, punctuality: Punctuality? = nil,
      notificationsHidden: Bool? = nil, measured: Measured? = nil,
      lost: LossWord? = nil
    ) {
      self.atNs = atNs
      self.phase = phase
      self.pausedBy = pausedBy
      self.workoutId = workoutId
      self.title = title
      self.planName = planName
      self.session = session
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
      self.distanceIsPartial = distanceIsPartial
      self.distanceMs = distanceMs
      self.remainingM = remainingM
      self.remainingIsPartial = remainingIsPartial
      self.punctuality = punctuality
      self.notificationsHidden = notificationsHidden
      self.measured = measured
      self.lost = lost
    }
  }

  /// The part of a saved workout that could not be restored.
  package struct LossWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The whole workout, until the next workout starts.
    package static let workout: Self = "workout"
    /// The position, so that the workout is paused at its start.
    package static let position: Self = "position"
    /// Laps before the restart.
    package static let laps: Self = "laps"
  }

  /// The phase of the present workout, or `idle` without a workout.
  package enum Phase: String, Codable, Sendable, CaseIterable {
    /// No workout is running or paused.
    case idle
    /// The countdown before the first interval.
    case leadIn
    case running
    /// The clock is stopped.
    case paused
  }

  /// The cause of a pause.
  package struct PauseWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let user: Self = "user"
    package static let sleep: Self = "sleep"
    /// The daemon was stopped for longer than the setting `resume-within` allows.
    package static let restart: Self = "restart"
    /// The screen was locked, and the setting `on-lock` is `pause`.
    package static let lock: Self = "lock"
  }

  /// A scheduled interval.
  package struct Interval: Codable, Hashable, Sendable {
    /// The kind as a word of the plan notation, such as `run`.
    package var kind: String
    package var label: String?
    /// The goal in notation, as the user wrote it: `30s`, `400mtr`, `open`.
    package var goal: String
    /// The actual duration, which is shorter than the goal if an `until` cuts the interval.
    package var durationMs: Int?
    package var distanceM: Double?
    package var paceMps: Double?
    /// The unit in which the pace was entered; nil without a pace, and for a pace in metres per second.
    package var paceUnits: String?

    package init(
      kind: String, label: String? = nil, goal: String, durationMs: Int? = nil, distanceM: Double? = nil,
      paceMps: Double? = nil, paceUnits: String? = nil
    ) {
      self.kind = kind
      self.label = label
      self.goal = goal
      self.durationMs = durationMs
      self.distanceM = distanceM
      self.paceMps = paceMps
      self.paceUnits = paceUnits
    }
  }

  /// The position in a repeat, such as round 3 of 8.
  package struct Round: Codable, Equatable, Sendable {
    package var number: Int
    /// The number of rounds; nil if it is unknown.
    package var of: Int?
    /// The number of levels of repeats within a round; nil if it is unknown.
    package var inner: Int?

    package init(number: Int, of: Int? = nil, inner: Int? = nil) {
      self.number = number
      self.of = of
      self.inner = inner
    }
  }

  /// The present values of the sensors; a value is nil if no sensor measures it, or while the sensor is silent.
  package struct Measured: Codable, Equatable, Sendable {
    /// The sensor that measures the distance, as a word of the settings; nil if the distance is only estimated.
    package var distanceFrom: String?
    /// Whether the distance is measured at present.
    package var isCurrent: Bool
    /// Whether a part of the distance has been measured in this workout.
    package var wasCurrent: Bool
    package var speedMps: Double?
    /// Heartbeats per minute.
    package var heartRate: Int?
    /// Steps per minute, of both feet.
    package var cadence: Int?

    package init(
      distanceFrom: String? = nil, isCurrent: Bool, wasCurrent: Bool, speedMps: Double? = nil, heartRate: Int? = nil,
      cadence: Int? = nil
    ) {
      self.distanceFrom = distanceFrom
      self.isCurrent = isCurrent
      self.wasCurrent = wasCurrent
      self.speedMps = speedMps
      self.heartRate = heartRate
      self.cadence = cadence
    }
  }

  /// Statistics on the lateness of cues; the times are in microseconds.
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
