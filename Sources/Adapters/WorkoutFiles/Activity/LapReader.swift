import WorkoutReports

/// Reads the laps of a summary, which must be possible laps.
struct LapReader {
  /// Start of the first lap in milliseconds since the start of the workout.
  let begin: Int
  private(set) var laps: [Activity.Lap] = []

  init(_ report: Report.Laps?) {
    begin = report?.laps.first?.beginMs ?? 0
    guard let report else { return }
    for lap in report.laps { laps.append(Self.read(lap, report.intervals[lap.interval])) }
  }

  private static func read(_ lap: Report.Lap, _ interval: Report.Interval) -> Activity.Lap {
    var (paused, pauses) = (0, [Activity.Pause]())
    for pause in lap.pauses ?? [] {
      let length = pause.endMs - pause.beginMs
      pauses.append(at: pause.beginMs - lap.beginMs - paused, length: length)
      paused += length
    }
    return Activity.Lap(
      interval: interval, rounds: lap.rounds, ended: lap.ended, elapsed: lap.elapsedMs, pauses: pauses,
      distance: lap.distanceM.map { Int(($0 * 100).rounded()) })
  }
}

extension Activity.Lap {
  /// Time in pauses.
  var paused: Int { pauses.reduce(0) { $0 + $1.length } }

  /// Time with pauses.
  var total: Int { elapsed + paused }

  /// Removes a pause at the start of the lap, and returns its length.
  mutating func removeLeadingPause() -> Int { pauses.first?.position == 0 ? pauses.removeFirst().length : 0 }

  /// Removes a pause at the end of the lap.
  mutating func removeTrailingPause() {
    if pauses.last?.position == elapsed { pauses.removeLast() }
  }

  /// Adds a lap without elapsed time that follows this lap.
  fileprivate mutating func append(_ lap: Activity.Lap) {
    pauses.append(at: elapsed, length: lap.paused)
    addDistance(of: lap)
  }

  /// Returns this lap merged with the previous lap, which has no elapsed time.
  fileprivate func preceded(by first: Activity.Lap) -> Activity.Lap {
    var lap = self
    lap.pauses = []
    for pause in first.pauses + pauses { lap.pauses.append(at: pause.position, length: pause.length) }
    lap.addDistance(of: first)
    return lap
  }

  /// Adds the distance of a lap without elapsed time; if that distance is 0, an unknown distance remains unknown.
  private mutating func addDistance(of lap: Activity.Lap) {
    if let more = lap.distance, more > 0 { distance = (distance ?? 0) + more }
  }
}

extension [Activity.Lap] {
  /// The laps with the given total of elapsed time, which differs from the present total by rounding.
  ///
  /// The last lap is lengthened, or the last laps are shortened.
  func fitted(to elapsed: Int) -> [Activity.Lap] {
    var (laps, sum, done) = (self, 0, 0)
    for index in laps.indices {
      sum += laps[index].elapsed
      let end = index == laps.count - 1 ? elapsed : Swift.min(sum, elapsed)
      laps[index].elapsed = end - done
      done = end
      var pauses: [Activity.Pause] = []
      for pause in laps[index].pauses {
        pauses.append(at: Swift.min(pause.position, laps[index].elapsed), length: pause.length)
      }
      laps[index].pauses = pauses
    }
    return laps
  }

  /// The laps that have elapsed time, with the distances and the pauses of the other laps.
  ///
  /// A lap without elapsed time is added to the previous lap, or to the next lap if it is at the start. At least one lap
  /// must have elapsed time.
  var merged: [Activity.Lap] {
    var laps: [Activity.Lap] = []
    for lap in self {
      if lap.elapsed == 0, !laps.isEmpty {
        laps[laps.count - 1].append(lap)
      } else if let first = laps.first, first.elapsed == 0 {
        laps = [lap.preceded(by: first)]
      } else {
        laps.append(lap)
      }
    }
    return laps
  }
}

extension [Activity.Pause] {
  /// Adds a pause after the others; a pause at the position of the last pause makes that pause longer.
  mutating func append(at position: Int, length: Int) {
    guard length > 0 else { return }
    if let last, last.position == position {
      self[count - 1].length += length
    } else {
      append(Activity.Pause(position: position, length: length))
    }
  }
}
