import WorkoutEngine
import WorkoutModel
import WorkoutReports

/// A finished workout as consecutive laps, from which each activity file is written.
///
/// A lap consists of the time during which the timer ran, and of pauses at positions in this time. Therefore, the times
/// of a file cannot contradict each other. Times are in milliseconds and distances in centimetres.
struct Activity: Equatable {
  /// Start of the first lap in seconds since 1970.
  private(set) var start: Int
  /// The laps in order; each lap has elapsed time.
  private(set) var laps: [Lap]
  /// The values of the sensors; their times are measured from the start of the activity.
  private(set) var records: [SensorRecord] = []

  struct Lap: Equatable {
    /// The interval as scheduled; nil for the whole workout, and for intervals of which only the total is known.
    var interval: Report.Interval?
    /// The rounds of the repeats around the interval, from 1, outermost first.
    var rounds: [Int] = []
    var ended: Report.EndWord
    /// Time without pauses.
    var elapsed: Int
    /// The pauses in order; their positions differ.
    var pauses: [Pause] = []
    /// Distance; nil if it is unknown.
    var distance: Int?
  }

  struct Pause: Equatable {
    /// Time from the start of the lap, without earlier pauses.
    var position: Int
    var length: Int
  }

  /// Maximum time without pauses, in days.
  private static let maxDays = 7
  /// Maximum time with pauses, in days; the time in milliseconds has 32 bits in FIT.
  private static let maxDaysWithPauses = 49
  /// Maximum distance in centimetres, which has 32 bits in FIT.
  private static let maxDistance = 4_000_000_000
  private static let day = 86_400_000
  /// The seconds since 1970 in which a workout may start: the years 2000 to 2099.
  private static let starts = 946_684_800..<4_102_444_800

  /// Time without pauses.
  var elapsed: Int { laps.reduce(0) { $0 + $1.elapsed } }

  /// Total of the known distances, and the time of the laps that have a distance; nil if no distance is known.
  var known: (distance: Int, elapsed: Int)? {
    let known = laps.filter { $0.distance != nil }
    guard !known.isEmpty else { return nil }
    return (known.reduce(0) { $0 + ($1.distance ?? 0) }, known.reduce(0) { $0 + $1.elapsed })
  }
}

extension Activity {
  /// Converts the summary of a finished workout.
  ///
  /// The activity starts with the first lap, without the lead-in. The times and distances of the laps always add up to
  /// the totals of the summary.
  init(_ summary: Report.Summary, records: [SensorRecord] = []) throws(WorkoutFileError) {
    let summary = summary.bounded
    guard let startedAt = Report.secondsSince1970(summary.startedAt), Self.starts.contains(startedAt) else {
      throw WorkoutFileError(.startTime(summary.startedAt))
    }
    guard summary.elapsedMs > 0 else { throw WorkoutFileError(.noElapsedTime) }
    guard summary.elapsedMs <= Self.maxDays * Self.day else { throw WorkoutFileError(.longerThanDays(Self.maxDays)) }
    let recorded = LapReader(summary.laps)
    laps = recorded.laps
    var begin = recorded.begin
    if laps.isEmpty || summary.laps?.dropped ?? 0 > 0 {
      let earlier = Self.earlierLap(summary, before: recorded)
      laps.insert(earlier, at: 0)
      begin -= earlier.total
    }
    if recorded.laps.isEmpty, let endedAt = Report.secondsSince1970(summary.endedAt) {
      // Only the end is known, because the length of the lead-in is unknown.
      let end = min(max(endedAt, startedAt), Self.starts.upperBound)
      begin = (end - startedAt) * 1000 - summary.elapsedMs - summary.pausedMs
    }
    laps = laps.fitted(to: summary.elapsedMs).merged
    begin += laps[0].removeLeadingPause()
    laps[laps.count - 1].removeTrailingPause()
    guard laps.reduce(0, { $0 + $1.total }) <= Self.maxDaysWithPauses * Self.day else {
      throw WorkoutFileError(.longerThanDays(Self.maxDaysWithPauses))
    }
    start = startedAt + (max(0, begin) + 500) / 1000
    self.records = records
    for index in records.indices { self.records[index].time -= max(0, begin) }
    laps = try Self.spread(summary.distance, over: laps)
  }

  /// Makes one lap for the intervals without recorded laps.
  ///
  /// The positions of its pauses are unknown, so the lap has at most one pause, one second before its end.
  private static func earlierLap(_ summary: Report.Summary, before recorded: LapReader) -> Lap {
    let (laps, before) = (recorded.laps, summary.beforeLaps)
    let elapsed = before.elapsed.inMilliseconds
    var paused = max(0, summary.pausedMs - laps.reduce(0) { $0 + $1.paused })
    // Some of the pauses may be in the lead-in or after the last lap.
    if !laps.isEmpty { paused = min(paused, max(0, recorded.begin - elapsed)) }
    return Lap(
      ended: laps.isEmpty && !summary.completed ? .stop : .time, elapsed: elapsed,
      pauses: paused > 0 ? [Pause(position: max(0, elapsed - 1000), length: paused)] : [],
      distance: before.metres.map { Int(($0 * 100).rounded()) })
  }

  /// Spreads the distance of the workout over its laps, in proportion to their distances.
  ///
  /// The distances of the laps are rounded so that they add up to the distance of the workout. If only a part of the
  /// distance is known, the laps of unknown distance receive nothing.
  private static func spread(_ distance: KnownDistance, over laps: [Lap]) throws(WorkoutFileError) -> [Lap] {
    var laps = laps
    guard let total = distance.knownMetres.map({ ($0 * 100).rounded() }) else {
      for index in laps.indices { laps[index].distance = nil }
      return laps
    }
    if total > Double(maxDistance) {
      throw WorkoutFileError(.fartherThan(.kilometres(Double(maxDistance / 100_000))))
    }
    let known = distance.isPartial ? laps.indices.filter { laps[$0].distance != nil } : []
    let receivers = known.isEmpty ? Array(laps.indices) : known
    let parts = receivers.map { index in
      DistanceSpread.Part(
        elapsed: .milliseconds(laps[index].elapsed), metres: laps[index].distance.map { Double($0) / 100 },
        kind: laps[index].interval.flatMap { Kind(rawValue: $0.kind) })
    }
    let elapsed = parts.reduce(Duration.zero) { $0 + $1.elapsed }
    let spread = DistanceSpread(parts).metres(with: [MeasuredDistance(elapsed: elapsed, metres: total / 100)])
    var (sum, done) = (0.0, 0)
    for (index, metres) in zip(receivers, spread) {
      sum += metres ?? 0
      let end = index == receivers.last ? Int(total) : min(Int((sum * 100).rounded()), Int(total))
      laps[index].distance = end - done
      done = end
    }
    return laps
  }
}
