import WorkoutModel

/// The laps of a workout so far, and its present interval.
///
/// The daemon saves each change of the log as a line, and a restored session repeats the changes.
struct LapLog: Equatable, Sendable {
  /// The laps that are over, and then the lap of the present interval; the oldest laps are dropped if there are too many.
  private var laps: [Lap] = []
  /// Whether the last lap is not over.
  private var isOpen = false
  /// The distances that were measured during the workout, in order.
  private var measured: [MeasuredDistance] = []
  /// The number of pauses so far.
  private var pauses = 0
  /// The number of changes so far.
  private(set) var changeCount = 0
  /// The last changes that were not taken yet; the oldest changes are dropped if there are too many.
  private var changes: [LapChange] = []

  /// The number of extra laps that are stored before the oldest laps are dropped.
  private static let reserve = 1000
  /// The maximum number of pauses in a lap; a further pause makes the last one longer.
  private static let maxPauses = 100
  /// The number of pauses in a workout after which each further lap has at most one pause.
  private static let maxTotalPauses = 2000
  private static let maxMeasured = 1000
  /// The maximum number of changes that are not taken, which is enough for all laps.
  private static let maxChanges = 4 * (Outcome.maxLaps + reserve)
  /// The maximum number of changes of a workout, which a runner does not reach in a lifetime.
  static let maxChangeCount = 1_000_000_000_000

  /// Begins the lap of an interval; replaces the present lap if it is not over.
  mutating func begin(_ interval: ScheduledInterval, at position: Position, begin: Duration) {
    perform(.begin(interval, position, at: begin))
  }

  /// Ends the present interval.
  ///
  /// `ending` is nil if the interval has its full length. `measured` are the metres that a sensor has measured.
  mutating func end(_ ending: Lap.Ending? = nil, at end: Duration, measured: Double? = nil) {
    if isOpen { perform(.end(ending, at: end, measured: measured)) }
  }

  /// Adds a pause to the present interval; a pause in the lead-in is not part of a lap.
  mutating func addPause(from begin: Duration, to end: Duration) {
    if isOpen, begin < end { perform(.pause(from: begin, to: end)) }
  }

  /// Adds a measured distance; nil removes all measured distances, so that the estimates apply again.
  mutating func measure(_ distance: MeasuredDistance?) {
    perform(.measure(distance))
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
}

/// Saving and repeating the changes.
extension LapLog {
  private mutating func perform(_ change: LapChange.Kind) {
    changeCount += 1
    if changes.count == Self.maxChanges { changes.removeFirst(Self.maxChanges / 2) }
    changes.append(LapChange(number: changeCount, kind: change))
    apply(change)
  }

  private mutating func apply(_ change: LapChange.Kind) {
    switch change {
    case .begin(let interval, let position, let begin):
      if isOpen { laps.removeLast() }
      isOpen = true
      laps.append(Lap(interval: interval, position: position, begin: begin))
    case .end(let ending, let end, let measured):
      guard isOpen else { return }
      isOpen = false
      laps[laps.count - 1].end(ending, at: end, measured: measured)
      if laps.count >= Outcome.maxLaps + Self.reserve { laps.removeFirst(Self.reserve) }
    case .pause(let begin, let end):
      guard isOpen else { return }
      let last = laps.count - 1
      if laps[last].pauses.count < (pauses < Self.maxTotalPauses ? Self.maxPauses : 1) {
        pauses += 1
        laps[last].pauses.append(Lap.Pause(begin: begin, end: end))
      } else {
        laps[last].pauses[laps[last].pauses.count - 1].end += end - begin
      }
    case .measure(nil): measured = []
    case .measure(let distance?):
      if measured.last?.elapsed == distance.elapsed { measured.removeLast() }
      if measured.count == Self.maxMeasured { measured.removeFirst() }
      measured.append(distance)
    }
  }

  /// Removes and returns the changes since the last call; if there were too many, the oldest changes are missing.
  mutating func takeChanges() -> [LapChange] {
    defer { changes = [] }
    return changes
  }

  /// Repeats the first changes of a workout.
  ///
  /// A change whose number is not greater than the number before it replaces the change with its number and all later
  /// changes: a process was killed before it had saved the position that belongs to these changes. If changes are
  /// missing, only the laps after them are known.
  ///
  /// - Parameters:
  ///   - count: The number of changes until the position that is restored.
  ///   - saved: The changes, which may continue after this position.
  init(repeating count: Int, of saved: some Sequence<LapChange>) {
    var changes: [LapChange] = []
    for change in saved {
      let next = change.number - (changes.first?.number ?? change.number)
      if next < 0 || next > changes.count { changes = [] } else { changes.removeLast(changes.count - next) }
      changes.append(change)
    }
    changeCount = count
    guard let first = changes.first?.number, first + changes.count > count else { return }
    for change in changes.prefix(max(0, count - first + 1)) { apply(change.kind) }
  }

  /// Whether the log contains the last laps of a workout, and its present interval.
  ///
  /// `tally` contains the totals of the earlier intervals. `begin` is the start of the present interval, shifted by the
  /// pauses in the interval; nil in the lead-in.
  func fits(_ tally: Tally, begin: Duration?) -> Bool {
    let finished = isOpen ? laps.dropLast() : laps[...]
    let present = isOpen ? laps.last.map { $0.pauses.reduce($0.begin) { $0 + ($1.end - $1.begin) } } : nil
    return present == begin && finished.reduce(.zero) { $0 + $1.elapsed } <= tally.elapsed
      && laps.allSatisfy { $0.elapsed >= .zero || $0.begin == $0.end }
      && zip(laps, laps.dropFirst()).allSatisfy { $0.end <= $1.begin }
  }

  /// The number of laps, including the lap of the present interval.
  var count: Int { laps.count }
}
