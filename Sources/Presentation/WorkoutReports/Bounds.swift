import WorkoutModel

extension Report.Status {
  /// The status, with each number limited to its possible range.
  ///
  /// The limits prevent overflows in sums and texts. The client checks only the form of a reply, so code that shows a
  /// value of `Report` must limit the value first.
  package var bounded: Report.Status {
    var status = self
    status.atNs = status.atNs.bounded(to: Bounds.moments)
    status.deadlineNs = status.deadlineNs?.bounded(to: Bounds.moments)
    status.elapsedMs = status.elapsedMs.bounded(to: Bounds.milliseconds)
    status.remainingMs = status.remainingMs?.bounded(to: Bounds.milliseconds)
    status.intervalElapsedMs = status.intervalElapsedMs?.bounded(to: Bounds.milliseconds)
    status.intervalRemainingMs = status.intervalRemainingMs?.bounded(to: Bounds.milliseconds)
    status.distanceM = status.distanceM?.bounded(to: Bounds.metres)
    status.distanceMs = status.distanceMs?.bounded(to: Bounds.milliseconds)
    status.remainingM = status.remainingM?.bounded(to: Bounds.metres)
    status.interval = status.interval?.bounded
    status.next = status.next?.bounded
    status.session = status.session.flatMap { $0.isPossible ? $0 : nil }
    status.measured = status.measured?.bounded
    return status
  }
}

extension Report.Measured {
  fileprivate var bounded: Report.Measured {
    var measured = self
    measured.speedMps = speedMps?.possible(in: SensorRange.speed)
    measured.heartRate = heartRate?.possible(in: SensorRange.heartRate)
    measured.cadence = cadence?.possible(in: SensorRange.cadence)
    return measured
  }
}

extension Report.Interval {
  fileprivate var bounded: Report.Interval {
    var interval = self
    interval.durationMs = durationMs?.possible(in: Bounds.milliseconds)
    interval.distanceM = distanceM?.possible(in: Bounds.metres)
    interval.paceMps = paceMps?.possible(in: Bounds.metresPerSecond)
    return interval
  }
}

extension Report.Summary {
  /// The summary without impossible values; a required number that is impossible is zero.
  ///
  /// An impossible value is removed, because a value that was changed to a limit would be wrong. The history is written
  /// and read with the same limits, so that every summary that is written can be read.
  package var bounded: Report.Summary {
    var summary = self
    summary.elapsedMs = elapsedMs.possible(in: Bounds.milliseconds) ?? 0
    summary.pausedMs = pausedMs.possible(in: Bounds.milliseconds) ?? 0
    summary.intervals = intervals.possible(in: Bounds.intervals) ?? 0
    summary.plannedMs = plannedMs?.possible(in: Bounds.milliseconds)
    summary.distanceM = distanceM?.possible(in: Bounds.metres)
    summary.distanceMs = distanceMs?.possible(in: Bounds.milliseconds)
    summary.plannedDistanceM = plannedDistanceM?.possible(in: Bounds.metres)
    summary.heartRate = heartRate?.possible(in: SensorRange.heartRate)
    summary.maxHeartRate = maxHeartRate?.possible(in: SensorRange.heartRate)
    summary.cadence = cadence?.possible(in: SensorRange.cadence)
    summary.laps = laps?.bounded
    summary.session = session.flatMap { $0.isPossible ? $0 : nil }
    return summary
  }
}

extension Report.Laps {
  /// The laps without impossible values; nil if the laps or their pauses are not in order.
  ///
  /// A workout without laps is better than wrong laps.
  fileprivate var bounded: Report.Laps? {
    guard Bounds.intervals.contains(dropped), laps.count <= Self.maxCount,
      laps.allSatisfy({ $0.isInOrder && intervals.indices.contains($0.interval) })
    else { return nil }
    var possible = self
    for index in intervals.indices { possible.intervals[index] = intervals[index].bounded }
    for index in laps.indices { possible.laps[index].distanceM = laps[index].distanceM?.possible(in: Bounds.metres) }
    return possible
  }
}

extension Report.Lap {
  /// Whether the times of the lap and of its pauses are possible and in order, and its rounds are possible.
  fileprivate var isInOrder: Bool {
    let pauses = pauses ?? []
    let times = [beginMs] + pauses.flatMap { [$0.beginMs, $0.endMs] } + [endMs]
    return times.allSatisfy(Bounds.milliseconds.contains) && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
      && rounds.allSatisfy(Bounds.intervals.contains)
  }
}

extension Report.Started {
  /// The result, with each number limited to its possible range.
  package var bounded: Report.Started {
    var started = self
    started.status = status.bounded
    return started
  }
}

extension Report.Corrected {
  /// The result, with each number limited to its possible range.
  package var bounded: Report.Corrected {
    var corrected = self
    corrected.status = status?.bounded
    corrected.summary = summary?.bounded
    corrected.wasM = wasM?.bounded(to: Bounds.metres)
    return corrected
  }
}

/// The possible ranges of the numbers in a report.
private enum Bounds {
  /// The range of clock readings, in nanoseconds; it covers more than a century.
  ///
  /// The maximum is half of the maximum integer, so that no difference overflows.
  static let moments = 0...(Int.max / 2)
  /// The range of durations: up to about thirty years.
  static let milliseconds = 0...1_000_000_000_000
  static let metres = 0...1e9
  static let intervals = 0...1_000_000_000_000
  static let metresPerSecond = 0.01...1000
}

extension Comparable {
  fileprivate func bounded(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }

  /// The value; nil if it is outside a range, or not a number.
  fileprivate func possible(in range: ClosedRange<Self>) -> Self? { range.contains(self) ? self : nil }
}
