import WorkoutEngine
import WorkoutModel

extension Report {
  /// The laps of a finished or stopped workout.
  package struct Laps: Equatable, Sendable {
    /// The number of intervals before the first lap whose laps are unknown.
    package var dropped: Int
    /// The different intervals of the laps, as scheduled when they began.
    package var intervals: [Interval]
    /// The laps, the oldest first; each begins at the end of the previous lap.
    package var laps: [Lap]

    /// The maximum number of laps.
    package static let maxCount = Outcome.maxLaps

    package init(dropped: Int, intervals: [Interval], laps: [Lap]) {
      self.dropped = dropped
      self.intervals = intervals
      self.laps = laps
    }
  }

  /// An interval as it was done; its times are measured from `startedAt`.
  package struct Lap: Codable, Equatable, Sendable {
    /// The start of the lap.
    ///
    /// It is not encoded, because it is the end of the previous lap.
    package var beginMs = 0
    /// The index in `Laps.intervals`.
    package var interval: Int
    /// The rounds of the repeats around the interval, from 1, outermost first.
    package var rounds: [Int]
    package var endMs: Int
    /// The pauses in the lap; nil without a pause.
    package var pauses: [Pause]?
    /// The distance, estimated, measured or corrected, rounded to centimetres; nil if it is unknown.
    package var distanceM: Double?
    /// The reason why the interval ended.
    package var ended: EndWord
    /// The mean heart rate in beats per minute; nil if it is unknown.
    ///
    /// The averages are not encoded, because `addAverages(of:)` calculates them from the values of the sensors.
    package var heartRate: Int?
    /// The maximum heart rate in beats per minute.
    package var maxHeartRate: Int?
    /// The mean number of steps per minute, of both feet; nil if it is unknown.
    package var cadence: Int?

    private enum CodingKeys: String, CodingKey {
      case interval
      case rounds
      case endMs
      case pauses
      case distanceM
      case ended
    }

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

  /// A pause, during which the clock is stopped; its times are measured from `startedAt`.
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

extension Report.Laps: Codable {
  private enum CodingKeys: String, CodingKey {
    case dropped
    case beginMs
    case intervals
    case laps
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    dropped = try values.decode(Int.self, forKey: .dropped)
    intervals = try values.decode([Report.Interval].self, forKey: .intervals)
    laps = try values.decode([Report.Lap].self, forKey: .laps)
    var begin = try values.decode(Int.self, forKey: .beginMs)
    for index in laps.indices {
      laps[index].beginMs = begin
      begin = laps[index].endMs
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(dropped, forKey: .dropped)
    try values.encode(laps.first?.beginMs ?? 0, forKey: .beginMs)
    try values.encode(intervals, forKey: .intervals)
    try values.encode(laps, forKey: .laps)
  }
}

extension Report.Laps {
  /// The last laps, with only the intervals that these laps need.
  package func last(_ count: Int) -> Report.Laps {
    guard count < laps.count else { return self }
    var last = Report.Laps(dropped: dropped + laps.count - count, intervals: [], laps: laps.suffix(count))
    var indices: [Int: Int] = [:]
    for (number, lap) in last.laps.enumerated() {
      let index = indices[lap.interval] ?? last.intervals.count
      if index == last.intervals.count {
        indices[lap.interval] = index
        last.intervals.append(intervals[lap.interval])
      }
      last.laps[number].interval = index
    }
    return last
  }
}

extension Report.Laps {
  /// Makes the report of the laps of an outcome; nil if the workout ended before its first interval.
  ///
  /// The times are rounded so that the times of the laps without pauses add up to the rounded time of the workout.
  init?(_ outcome: Outcome) {
    guard outcome.intervals > 0, let first = outcome.laps.first else { return nil }
    self.init(dropped: max(0, outcome.intervals - outcome.laps.count), intervals: [], laps: [])
    var indices: [Report.Interval: Int] = [:]
    var distance = CentimetreSum()
    var clock = LapClock(
      first, elapsed: outcome.laps.reduce(outcome.elapsed) { elapsed, lap in elapsed - lap.elapsed })
    for lap in outcome.laps {
      let interval = Report.Interval(lap.interval)
      let index = indices[interval] ?? intervals.count
      if index == intervals.count {
        indices[interval] = index
        intervals.append(interval)
      }
      let begin = clock.milliseconds
      let pauses = clock.advance(through: lap)
      laps.append(
        Report.Lap(
          interval: index, rounds: lap.rounds, beginMs: begin, endMs: clock.milliseconds,
          pauses: pauses.isEmpty ? nil : pauses, distanceM: lap.metres.map { distance.add($0) },
          ended: Report.EndWord(rawValue: lap.ending.rawValue)))
    }
  }
}

/// Computes the milliseconds since the start of a workout.
///
/// The time in intervals and the time in pauses are rounded separately, and then added.
private struct LapClock {
  private var elapsed: Duration
  private var paused = Duration.zero
  private let offset: Int

  /// - Parameters:
  ///   - lap: The first lap.
  ///   - elapsed: The time in intervals before the first lap.
  init(_ lap: Lap, elapsed: Duration) {
    self.elapsed = elapsed
    offset = lap.begin.inMilliseconds - elapsed.inMilliseconds
  }

  var milliseconds: Int { offset + elapsed.inMilliseconds + paused.inMilliseconds }

  /// Advances from the start to the end of a lap, and returns the pauses of the lap.
  mutating func advance(through lap: Lap) -> [Report.Pause] {
    let end = elapsed + lap.elapsed
    var resumed = lap.begin
    var pauses: [Report.Pause] = []
    for pause in lap.pauses {
      elapsed += pause.begin - resumed
      let begin = milliseconds
      paused += pause.end - pause.begin
      resumed = pause.end
      pauses.append(Report.Pause(beginMs: begin, endMs: milliseconds))
    }
    elapsed = end
    return pauses
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
