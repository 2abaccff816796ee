import WorkoutEngine
import WorkoutModel

extension Report {
  /// The laps of a finished or stopped workout.
  package struct Laps: Codable, Equatable, Sendable {
    /// The number of intervals before the first lap whose laps are unknown.
    package var dropped: Int
    /// The different intervals of the laps, as scheduled when they began.
    package var intervals: [Interval]
    /// The laps, the oldest first; each begins at the end of the previous lap.
    package var laps: [Lap]

    package init(dropped: Int, intervals: [Interval], laps: [Lap]) {
      self.dropped = dropped
      self.intervals = intervals
      self.laps = laps
    }
  }

  /// An interval as it was done; its times are measured from `startedAt`.
  package struct Lap: Codable, Equatable, Sendable {
    /// The index in `Laps.intervals`.
    package var interval: Int
    /// The rounds of the repeats around the interval, from 1, outermost first.
    package var rounds: [Int]
    package var beginMs: Int
    package var endMs: Int
    /// The pauses in the lap; nil without a pause.
    package var pauses: [Pause]?
    /// The distance, estimated or corrected, rounded to centimetres; nil if it is unknown.
    package var distanceM: Double?
    /// The reason why the interval ended.
    package var ended: EndWord

    package init(
      interval: Int, rounds: [Int], beginMs: Int, endMs: Int, pauses: [Pause]? = nil, distanceM: Double? = nil,
      ended: EndWord
    ) {
      self.interval = interval
      self.rounds = rounds
      self.beginMs = beginMs
      self.endMs = endMs
      self.pauses = pauses
      self.distanceM = distanceM
      self.ended = ended
    }

    /// The time without pauses.
    package var elapsedMs: Int { (pauses ?? []).reduce(endMs - beginMs) { $0 - ($1.endMs - $1.beginMs) } }
  }

  /// A time in which the clock was stopped.
  package struct Pause: Codable, Equatable, Sendable {
    package var beginMs: Int
    package var endMs: Int

    package init(beginMs: Int, endMs: Int) {
      self.beginMs = beginMs
      self.endMs = endMs
    }
  }

  /// The reason why an interval ended.
  package struct EndWord: Word {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The interval had its full time.
    package static let time: Self = "time"
    /// The interval had its full distance, or a corrected distance reached the goal.
    package static let distance: Self = "distance"
    package static let next: Self = "next"
    package static let back: Self = "back"
    package static let stop: Self = "stop"
  }
}

extension Report.Laps {
  /// Makes the report of the laps of an outcome; nil if the workout ended before its first interval.
  init?(_ outcome: Outcome) {
    guard outcome.intervals > 0 else { return nil }
    self.init(dropped: outcome.intervals - outcome.laps.count, intervals: [], laps: [])
    var indices: [Report.Interval: Int] = [:]
    var distance = CentimetreSum()
    for lap in outcome.laps {
      let interval = Report.Interval(lap.interval)
      let index = indices[interval] ?? intervals.count
      if index == intervals.count {
        indices[interval] = index
        intervals.append(interval)
      }
      let pauses = lap.pauses.map {
        Report.Pause(beginMs: $0.begin.inMilliseconds, endMs: $0.end.inMilliseconds)
      }
      laps.append(
        Report.Lap(
          interval: index, rounds: lap.rounds, beginMs: lap.begin.inMilliseconds, endMs: lap.end.inMilliseconds,
          pauses: pauses.isEmpty ? nil : pauses, distanceM: lap.metres.map { distance.add($0) },
          ended: Report.EndWord(rawValue: lap.ending.rawValue)))
    }
  }
}

/// A sum of distances whose parts are rounded to centimetres, so that the parts add up to the rounded sum.
package struct CentimetreSum {
  private var metres = 0.0

  package init() {}

  /// Adds a distance, and returns its rounded part in metres.
  package mutating func add(_ part: Double) -> Double {
    let before = (metres * 100).rounded()
    metres += part
    return ((metres * 100).rounded() - before) / 100
  }
}
