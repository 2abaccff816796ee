import Dates
import FoundationEssentials
package import WorkoutEngine
import WorkoutModel

extension Report {
  /// The result of a finished or stopped workout.
  ///
  /// Times of day are in the format of RFC 3339, in UTC.
  package struct Summary: Codable, Equatable, Sendable {
    package var workoutId: String
    package var title: String?
    package var planName: String?
    /// The session of a training program; nil if the workout is not a session of a program.
    package var session: Session?
    package var plan: String
    package var completed: Bool
    package var startedAt: String
    package var endedAt: String
    package var elapsedMs: Int
    package var pausedMs: Int
    package var plannedMs: Int?
    /// The known part of the distance; nil if no part is known.
    package var distanceM: Double?
    /// True if `distanceM` lacks the distance of an interval without a pace; nil otherwise.
    package var distanceIsPartial: Bool?
    /// The time in which `distanceM` was covered, if `distanceIsPartial` is true; otherwise nil, and the time is
    /// `elapsedMs`.
    package var distanceMs: Int?
    /// The known part of the distance of the whole plan; nil if no part is known.
    package var plannedDistanceM: Double?
    /// True if `plannedDistanceM` lacks the distance of an interval without a pace or without an end; nil otherwise.
    package var plannedDistanceIsPartial: Bool?
    /// The number of intervals begun.
    package var intervals: Int
    package var punctuality: Punctuality?
    /// True if the user corrected the distance; nil if the distance was not corrected.
    ///
    /// The distance covered after the correction is estimated or measured.
    package var corrected: Bool?
    /// The laps; nil if an early version of the daemon recorded the workout.
    package var laps: Laps?
    /// The user's note on the workout.
    package var note: String?
    /// False in a reply of the daemon if the workout is not in the history; nil otherwise.
    package var recorded: Bool?
    /// True if a sensor measured at least a part of the distance; nil otherwise.
    package var measured: Bool?
    /// The mean heart rate in beats per minute; nil if it was not measured.
    package var heartRate: Int?
    /// The maximum heart rate in beats per minute.
    package var maxHeartRate: Int?
    /// The mean number of steps per minute, of both feet; nil if it was not measured.
    package var cadence: Int?

    package init(
      workoutId: String, title: String? = nil, planName: String? = nil, session: Session? = nil, plan: String,
      completed: Bool, startedAt: String, endedAt: String, elapsedMs: Int, pausedMs: Int, plannedMs: Int? = nil,
      distanceM: Double? = nil, distanceIsPartial: Bool? = nil, distanceMs: Int? = nil, plannedDistanceM: Double? = nil,
      plannedDistanceIsPartial: Bool? = nil, intervals: Int, punctuality: Punctuality? = nil, corrected: Bool? = nil,
      laps: Laps? = nil, note: String? = nil, recorded: Bool? = nil,
      measured: Bool? = nil, heartRate: Int? = nil, maxHeartRate: Int? = nil, cadence: Int? = nil
    ) {
      self.workoutId = workoutId
      self.title = title
      self.planName = planName
      self.session = session
      self.plan = plan
      self.completed = completed
      self.startedAt = startedAt
      self.endedAt = endedAt
      self.elapsedMs = elapsedMs
      self.pausedMs = pausedMs
      self.plannedMs = plannedMs
      self.distanceM = distanceM
      self.distanceIsPartial = distanceIsPartial
      self.distanceMs = distanceMs
      self.plannedDistanceM = plannedDistanceM
      self.plannedDistanceIsPartial = plannedDistanceIsPartial
      self.intervals = intervals
      self.punctuality = punctuality
      self.corrected = corrected
      self.laps = laps
      self.note = note
      self.recorded = recorded
      self.measured = measured
      self.heartRate = heartRate
      self.maxHeartRate = maxHeartRate
      self.cadence = cadence
    }
  }

  /// The result of the method `Correct`: the status of the present workout, or otherwise the summary of the last
  /// workout.
  package struct Corrected: Codable, Equatable, Sendable {
    package var status: Status?
    package var summary: Summary?
    /// The known part of the distance before the correction; nil if no part was known.
    package var wasM: Double?
    /// True if `wasM` lacks the distance of an interval without a pace; nil otherwise.
    package var wasIsPartial: Bool?

    /// The range of a corrected distance, in metres.
    package static let possibleMetres = 0...999_990.0

    package init(status: Status? = nil, summary: Summary? = nil, wasM: Double? = nil, wasIsPartial: Bool? = nil) {
      self.status = status
      self.summary = summary
      self.wasM = wasM
      self.wasIsPartial = wasIsPartial
    }

    /// Returns the plausible range of the distance covered, in metres.
    ///
    /// `elapsedMs` is the time spent in intervals. The maximum is the distance at the maximum of `SensorRange.speed`,
    /// which is faster than any runner. The maximum is never less than `maxMetresBefore`.
    package static func plausibleMetres(elapsedMs: Int) -> ClosedRange<Double> {
      0...max(maxMetresBefore, Double(elapsedMs) / 1000 * SensorRange.speed.upperBound)
    }

    /// The maximum plausible distance before the first interval, in metres.
    package static let maxMetresBefore = 500.0
  }
}

extension Report.Summary {
  /// Whether the workout is too short to be recorded; the rule is that of `Outcome.isTooShort`.
  package var isTooShort: Bool { elapsedMs < Outcome.minElapsed.inMilliseconds }

  /// Makes a summary of an outcome.
  ///
  /// `endedAt` is the time of day at the start plus the total duration, because the system clock may have been set
  /// during the workout.
  package init(_ outcome: Outcome, of running: RunningWorkout) {
    let planned = running.workout.timeline.totals
    self.init(
      workoutId: running.id,
      title: running.title,
      planName: running.request.planName,
      session: running.request.session,
      plan: running.request.text,
      completed: outcome.completed,
      startedAt: running.startedAt.rfc3339,
      endedAt: running.startedAt.addingTimeInterval(outcome.total.inSeconds).rfc3339,
      elapsedMs: outcome.elapsed.inMilliseconds,
      pausedMs: outcome.paused.inMilliseconds,
      plannedMs: planned.duration?.inMilliseconds,
      distanceM: outcome.distance.knownMetres,
      distanceIsPartial: outcome.distance.reportedIsPartial,
      distanceMs: outcome.distance.reportedMs,
      plannedDistanceM: planned.distance.knownMetres,
      plannedDistanceIsPartial: planned.distance.reportedIsPartial,
      intervals: outcome.intervals,
      punctuality: Report.Punctuality(outcome.punctuality),
      corrected: outcome.isCorrected ? true : nil,
      laps: Report.Laps(outcome),
      measured: outcome.isMeasured ? true : nil,
      heartRate: outcome.vitals?.heartRate.mean,
      maxHeartRate: outcome.vitals?.heartRate.max,
      cadence: outcome.vitals?.cadence.mean)
  }
}
