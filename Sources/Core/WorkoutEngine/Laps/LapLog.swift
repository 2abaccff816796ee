import WorkoutModel

/// The laps of a workout so far, and its present interval.
///
/// The log is not saved. A restored session repeats the commands of the journal instead.
struct LapLog: Equatable, Sendable {
  private struct Contents: Equatable, Sendable {
    /// The laps that are over; the oldest laps are dropped if there are too many.
    var laps: [Lap] = []
    /// The distances that were measured during the workout, in order.
    var measured: [MeasuredDistance] = []
    /// The present interval; nil in the lead-in.
    var present: Present?
    /// The number of pauses so far.
    var pauses = 0
  }

  private struct Present: Equatable, Sendable {
    var interval: ScheduledInterval
    var rounds: [Int]
    var begin: Duration
    var pauses: [Lap.Pause] = []
  }

  /// At most one element.
  ///
  /// A session is copied several times for each cue. A copy of an array is faster than a copy of its element.
  private var storage: [Contents] = []

  private var contents: Contents {
    get { storage.first ?? Contents() }
    _modify {
      if storage.isEmpty { storage.append(Contents()) }
      yield &storage[0]
    }
  }

  static func == (one: LapLog, other: LapLog) -> Bool { one.contents == other.contents }

  /// The number of laps that a finished workout reports.
  static let maxLaps = 10_000
  /// The number of laps above `maxLaps` at which the oldest laps are dropped.
  private static let reserve = 1000
  /// The maximum number of pauses in a lap; a further pause makes the last one longer.
  private static let maxPauses = 100
  /// The number of pauses in the workout after which each lap has at most one pause.
  private static let maxTotalPauses = 2000
  private static let maxMeasured = 1000

  mutating func begin(_ interval: ScheduledInterval, rounds: [Int], at begin: Duration) {
    contents.present = Present(interval: interval, rounds: rounds, begin: begin)
  }

  mutating func end(_ ending: Lap.Ending, at end: Duration) {
    guard let lap = contents.present else { return }
    contents.present = nil
    contents.laps.append(
      Lap(
        interval: lap.interval, rounds: lap.rounds, begin: lap.begin, end: end, pauses: lap.pauses, ending: ending,
        metres: nil))
    if contents.laps.count >= Self.maxLaps + Self.reserve { contents.laps.removeFirst(Self.reserve) }
  }

  /// Adds a pause to the present interval; a pause in the lead-in is not part of a lap.
  mutating func addPause(from begin: Duration, to end: Duration) {
    guard begin < end, var lap = contents.present else { return }
    if lap.pauses.count < (contents.pauses < Self.maxTotalPauses ? Self.maxPauses : 1) {
      contents.pauses += 1
      lap.pauses.append(Lap.Pause(begin: begin, end: end))
    } else {
      lap.pauses[lap.pauses.count - 1].end += end - begin
    }
    contents.present = lap
  }

  /// The last laps of a workout that has ended, with their distances.
  ///
  /// - Parameter tally: The totals of the workout.
  /// - Returns: At most `maxLaps` laps.
  func finished(_ tally: Tally) -> [Lap] {
    let laps = contents.laps
    let estimates = laps.map { lap in lap.interval.interval.metresPerSecond.map { $0 * lap.elapsed.inSeconds } }
    let elapsed = laps.reduce(Duration.zero) { $0 + $1.elapsed }
    // The laps that were dropped are one part.
    let earlier = DistanceSpread.Part(
      elapsed: max(.zero, tally.elapsed - elapsed),
      metres: tally.estimated.map { max(0, estimates.reduce($0) { $0 - ($1 ?? 0) }) })
    let spread = DistanceSpread(
      [earlier] + zip(laps, estimates).map { DistanceSpread.Part(elapsed: $0.elapsed, metres: $1) })
    let metres = spread.metres(with: measurements(of: tally))
    return zip(laps, metres.dropFirst()).suffix(Self.maxLaps).map { lap, metres in
      var lap = lap
      lap.metres = metres
      return lap
    }
  }

  /// The measured distances, with the distance of the whole workout if a distance was measured and it is known.
  ///
  /// A measured distance that is longer than a later one is left out.
  private func measurements(of tally: Tally) -> [MeasuredDistance] {
    let measured = contents.measured
    var points = measured.filter { $0.elapsed < tally.elapsed }
    if let last = measured.last {
      points.append(tally.metres.map { MeasuredDistance(elapsed: tally.elapsed, metres: $0) } ?? last)
    }
    var increasing: [MeasuredDistance] = []
    for point in points.reversed() where point.metres <= increasing.last?.metres ?? .infinity {
      increasing.append(point)
    }
    return increasing.reversed()
  }

  /// Adds a measured distance; nil removes all measured distances, because the distance is as estimated.
  mutating func measure(_ distance: MeasuredDistance?) {
    guard let distance else {
      if !contents.measured.isEmpty { contents.measured = [] }
      return
    }
    if contents.measured.last?.elapsed == distance.elapsed { contents.measured.removeLast() }
    if contents.measured.count == Self.maxMeasured { contents.measured.removeFirst() }
    contents.measured.append(distance)
  }
}
