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
  /// The end; `begin` while the lap is not over.
  package private(set) var end: Duration
  package internal(set) var pauses: [Pause] = []
  /// The reason for the end; `stop` while the lap is not over.
  package private(set) var ending = Ending.stop
  /// Metres, estimated or measured; nil if they are unknown.
  package internal(set) var metres: Double?
  /// Metres that a sensor has measured; nil if no sensor has measured a part of the lap.
  private(set) var measured: Double?

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

  /// Makes a lap that begins.
  init(interval: ScheduledInterval, position: Position, begin: Duration) {
    self.interval = interval
    rounds = position.rounds
    self.begin = begin
    end = begin
  }

  /// Ends the lap.
  ///
  /// `ending` is nil if the interval has its full length. `measured` are the metres that a sensor has measured.
  mutating func end(_ ending: Ending?, at end: Duration, measured: Double?) {
    self.end = end
    self.measured = measured
    let fullEnding: Ending = if case .distance = interval.interval.goal { .distance } else { .time }
    self.ending = ending ?? fullEnding
  }

  /// The time without pauses.
  package var elapsed: Duration { pauses.reduce(end - begin) { $0 - ($1.end - $1.begin) } }
}
