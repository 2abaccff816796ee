package import WorkoutModel

/// An interval as it was done.
///
/// Times are measured from the start of the workout, and include the lead-in and all pauses. A lap begins where the
/// previous lap ended.
package struct Lap: Equatable, Sendable {
  /// The interval as scheduled when it began.
  package let interval: ScheduledInterval
  /// The rounds of the repeats around the interval, from 1, outermost first.
  package let rounds: [Int]
  package let begin: Duration
  package let end: Duration
  package let pauses: [Pause]
  package let ending: Ending
  /// Metres, estimated or measured; nil if they are unknown.
  package internal(set) var metres: Double?

  /// A pause in a lap.
  package struct Pause: Equatable, Sendable {
    package let begin: Duration
    package internal(set) var end: Duration
  }

  /// The reason why an interval ended.
  package enum Ending: String, Sendable {
    /// The interval had its full duration, or a repeat ended there.
    case time
    /// The interval had its full distance, or a correction reached the goal of a repeat.
    case distance
    case next
    case back
    case stop
  }

  /// The time without pauses.
  package var elapsed: Duration { pauses.reduce(end - begin) { $0 - ($1.end - $1.begin) } }
}
