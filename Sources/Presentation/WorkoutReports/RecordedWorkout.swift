package import Dates
import FoundationEssentials
import WorkoutModel

/// The start, time and distance of a recorded workout.
package struct RecordedWorkout: Equatable {
  /// The daemon's identifier of the workout.
  package let id: String
  package let started: LocalTime
  package let elapsed: Duration
  /// The distance; nil if it is unknown.
  package let metres: Double?

  package init(id: String, started: LocalTime, elapsed: Duration, metres: Double?) {
    self.id = id
    self.started = started
    self.elapsed = elapsed
    self.metres = metres
  }
}

extension RecordedWorkout {
  /// Reads a summary; nil if a value is impossible for a workout.
  package init?(_ summary: Report.Summary, in zone: (Int) -> LocalTime) {
    guard let started = Report.secondsSince1970(summary.startedAt), summary.isPossible else { return nil }
    self.init(
      id: summary.workoutId, started: zone(started), elapsed: .milliseconds(summary.elapsedMs),
      metres: summary.distanceM)
  }
}

extension Report {
  /// Converts a time in the format of RFC 3339 to whole seconds since 1970; nil if `text` is not in this format.
  package static func secondsSince1970(_ text: String) -> Int? {
    (try? Date(text, strategy: .iso8601)).flatMap { Int(exactly: $0.timeIntervalSince1970.rounded(.down)) }
  }
}
