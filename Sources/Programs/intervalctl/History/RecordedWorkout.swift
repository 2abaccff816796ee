import Dates
import FoundationEssentials
import ControlInterface

/// A workout that was recorded, without its texts.
struct RecordedWorkout: Equatable {
  /// What the daemon called it.
  let id: String
  let started: LocalTime
  let elapsed: Duration
  /// nil where nothing is known of it.
  let metres: Double?
}

extension RecordedWorkout {
  /// What a line of the history says of it; nil for values that no workout has.
  init?(_ summary: Wire.Summary, in zone: (Int) -> LocalTime) {
    guard let started = secondsSince1970(summary.startedAt), summary.isPossible else { return nil }
    self.init(
      id: summary.workoutId, started: zone(started), elapsed: .milliseconds(summary.elapsedMs),
      metres: summary.distanceM)
  }
}

extension Wire.Summary {
  /// Whether a workout can have had the times, distances and number of intervals.
  var isPossible: Bool {
    [elapsedMs, pausedMs, plannedMs ?? 0].allSatisfy(Self.times.contains)
      && [distanceM ?? 0, plannedDistanceM ?? 0].allSatisfy(Self.distances.contains)
      && Self.counts.contains(intervals)
  }

  /// Up to a hundred years, in milliseconds.
  private static let times = 0...(100 * 366 * 24 * 3600 * 1000)
  /// More than a thousand a second in all that time, which comes of `next` at most.
  private static let counts = 0...1_000_000_000_000
  /// Up to a thousand times round the earth, in metres.
  private static let distances = 0.0...4e10
}

/// A moment of RFC 3339, as the interface has them, in whole seconds; nil for what is none.
private func secondsSince1970(_ text: String) -> Int? {
  guard let date = try? Date(text, strategy: .iso8601) else { return nil }
  return Int(date.timeIntervalSince1970.rounded(.down))
}
