import WorkoutModel

/// The laps of a workout so far, and its present interval.
///
/// The log is not saved. A restored session repeats the commands of the journal instead.
struct LapLog: Equatable, Sendable {
  /// The laps that are over, and then the lap of the present interval; the oldest laps are dropped if there are too many.
  private var laps: [Lap] = []
  /// Whether the last lap is not over.
  private var isOpen = false
  /// The distances that were measured during the workout, in order.
  private var measured: [MeasuredDistance] = []
  /// The number of pauses so far.
  private var pauses = 0

  /// The number of extra laps that are stored before the oldest laps are dropped.
  private static let reserve = 1000
  /// The maximum number of pauses in a lap; a further pause makes the last one longer.
  private static let maxPauses = 100
  /// The number of pauses in a workout after which each further lap has at most one pause.
  private static let maxTotalPauses = 2000
  private static let maxMeasured = 1000

  /// Begins the lap of an interval; replaces the present lap if it is not over.
  mutating func begin(_ interval: ScheduledInterval, at position: Position, begin: Duration) {
    if isOpen { laps.removeLast() }
    isOpen = true
    laps.append(Lap(interval: interval, position: position, begin: begin))
  }

  /// Ends the present interval.
  ///
  /// `ending` is nil if the interval has its full length. `measured` are the metres that a sensor has measured.
  mutating func end(_ ending: Lap.Ending? = nil, at end: Duration, measured: Double? = nil) {
    guard isOpen else { return }
    isOpen = false
    laps[laps.count - 1].end(ending, at: end, measured: measured)
    if laps.count >= Outcome.maxLaps + Self.reserve { laps.removeFirst(Self.reserve) }
  }

  /// Adds a pause to the present interval; a pause in the lead-in is not part of a lap.
  mutating func addPause(from begin: Duration, to end: Duration) {
    guard isOpen, begin < end else { return }
    let last = laps.count - 1
    if laps[last].pauses.count < (pauses < Self.maxTotalPauses ? Self.maxPauses : 1) {
      pauses += 1
      laps[last].pauses.append(Lap.Pause(begin: begin, end: end))
    } else {
      laps[last].pauses[laps[last].pauses.count - 1].end += end - begin
    }
  }

  /// The last laps of a workout that has ended, with their distances.
  ///
  /// - Parameter tally: The totals of the workout.
  /// - Returns: At most `Outcome.maxLaps` laps.
  func finished(_ tally: Tally) -> [Lap] {
    let estimates = laps.map { lap in
      lap.measured ?? lap.interval.interval.metresPerSecond.map { $0 * lap.elapsed.inSeconds }
    }
    let whole = laps.contains { $0.measured != nil } ? tally.metres : tally.estimated.wholeMetres
    let elapsed = laps.reduce(Duration.zero) { $0 + $1.elapsed }
    // The laps that were dropped are one part.
    let earlier = DistanceSpread.Part(
      elapsed: max(.zero, tally.elapsed - elapsed),
      metres: whole.map { max(0, estimates.reduce($0) { $0 - ($1 ?? 0) }) }, kind: nil)
    let spread = DistanceSpread(
      [earlier]
        + zip(laps, estimates).map { DistanceSpread.Part(elapsed: $0.elapsed, metres: $1, kind: $0.interval.kind) })
    let metres = spread.metres(with: measurements(of: tally))
    return zip(laps, metres.dropFirst()).suffix(Outcome.maxLaps).map { lap, metres in
      var lap = lap
      lap.metres = metres
      return lap
    }
  }

  /// The measured distances, and the distance of the whole workout if it is known.
  ///
  /// The result is empty if no distance was measured. A measured distance that is longer than a later one is left out.
  private func measurements(of tally: Tally) -> [MeasuredDistance] {
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

  /// Adds a measured distance; nil removes all measured distances, so that the estimates apply again.
  mutating func measure(_ distance: MeasuredDistance?) {
    guard let distance else {
      measured = []
      return
    }
    if measured.last?.elapsed == distance.elapsed { measured.removeLast() }
    if measured.count == Self.maxMeasured { measured.removeFirst() }
    measured.append(distance)
  }
}
