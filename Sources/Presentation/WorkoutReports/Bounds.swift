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
    measured.speedMps = speedMps.flatMap { Bounds.measuredMetresPerSecond.contains($0) ? $0 : nil }
    measured.heartRate = heartRate?.bounded(to: Bounds.perMinute)
    measured.cadence = cadence?.bounded(to: Bounds.perMinute)
    return measured
  }
}

extension Report.Interval {
  fileprivate var bounded: Report.Interval {
    var interval = self
    interval.durationMs = interval.durationMs?.bounded(to: Bounds.milliseconds)
    interval.distanceM = interval.distanceM?.bounded(to: Bounds.metres)
    // A pace outside the range is removed, because a pace that was changed to the limit would be wrong.
    interval.paceMps = interval.paceMps.flatMap { Bounds.metresPerSecond.contains($0) ? $0 : nil }
    return interval
  }
}

extension Report.Summary {
  /// The summary, with each number limited to its possible range, and without impossible laps.
  package var bounded: Report.Summary {
    var summary = self
    summary.elapsedMs = summary.elapsedMs.bounded(to: Bounds.milliseconds)
    summary.pausedMs = summary.pausedMs.bounded(to: Bounds.milliseconds)
    summary.plannedMs = summary.plannedMs?.bounded(to: Bounds.milliseconds)
    summary.distanceM = summary.distanceM?.bounded(to: Bounds.metres)
    summary.plannedDistanceM = summary.plannedDistanceM?.bounded(to: Bounds.metres)
    summary.heartRate = heartRate?.bounded(to: Bounds.perMinute)
    summary.maxHeartRate = maxHeartRate?.bounded(to: Bounds.perMinute)
    summary.cadence = cadence?.bounded(to: Bounds.perMinute)
    summary.laps = possibleLaps
    summary.session = possibleSession
    return summary
  }

  /// The laps; nil if they are impossible, because a workout without laps is better than wrong laps.
  package var possibleLaps: Report.Laps? { laps.flatMap { $0.isPossible ? $0 : nil } }

  /// The session; nil if its numbers are impossible.
  package var possibleSession: Report.Session? { session.flatMap { $0.isPossible ? $0 : nil } }

  /// Whether all times, all distances, the number of intervals, the laps and the session are possible.
  package var isPossible: Bool { self == bounded && Bounds.intervals.contains(intervals) }
}

extension Report.Laps {
  /// Whether the laps and their pauses are in order, and all numbers are within their possible ranges.
  fileprivate var isPossible: Bool {
    Bounds.intervals.contains(dropped) && laps.count <= Self.maxCount && intervals.allSatisfy { $0 == $0.bounded }
      && laps.allSatisfy { $0.isPossible && intervals.indices.contains($0.interval) }
  }
}

extension Report.Lap {
  fileprivate var isPossible: Bool {
    let pauses = pauses ?? []
    let times = [beginMs] + pauses.flatMap { [$0.beginMs, $0.endMs] } + [endMs]
    return times.allSatisfy(Bounds.milliseconds.contains) && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }
      && (distanceM.map(Bounds.metres.contains) ?? true)
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
  /// The range of measured speeds, in metres per second; the speed is zero while the runner stands still.
  static let measuredMetresPerSecond = 0...1000.0
  /// The range of heartbeats and of steps per minute.
  static let perMinute = 0...999
}

extension Comparable {
  fileprivate func bounded(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
