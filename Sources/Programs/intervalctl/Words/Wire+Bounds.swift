import ControlInterface

extension Wire.Status {
  /// The same status with each number limited to what a workout can reach, so that no sum or text of them overflows.
  ///
  /// The client checks only the form of a reply, so whatever shows a value of `Wire` limits it first.
  var bounded: Wire.Status {
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
    return status
  }
}

extension Wire.Interval {
  fileprivate var bounded: Wire.Interval {
    var interval = self
    interval.durationMs = interval.durationMs?.bounded(to: Bounds.milliseconds)
    interval.distanceM = interval.distanceM?.bounded(to: Bounds.metres)
    // A pace out of its bounds is no other pace, but none.
    interval.paceMps = interval.paceMps.flatMap { Bounds.metresPerSecond.contains($0) ? $0 : nil }
    return interval
  }
}

extension Wire.Summary {
  /// The same summary with each number limited to what a workout can reach.
  var bounded: Wire.Summary {
    var summary = self
    summary.elapsedMs = summary.elapsedMs.bounded(to: Bounds.milliseconds)
    summary.pausedMs = summary.pausedMs.bounded(to: Bounds.milliseconds)
    summary.plannedMs = summary.plannedMs?.bounded(to: Bounds.milliseconds)
    summary.distanceM = summary.distanceM?.bounded(to: Bounds.metres)
    summary.plannedDistanceM = summary.plannedDistanceM?.bounded(to: Bounds.metres)
    return summary
  }
}

extension Wire.Started {
  /// The same result with its status limited.
  var bounded: Wire.Started {
    var started = self
    started.status = status.bounded
    return started
  }
}

extension Wire.Corrected {
  /// The same result with its status, its summary and the distance before limited.
  var bounded: Wire.Corrected {
    var corrected = self
    corrected.status = status?.bounded
    corrected.summary = summary?.bounded
    corrected.wasM = wasM?.bounded(to: Bounds.metres)
    return corrected
  }
}

/// What no workout goes beyond.
private enum Bounds {
  /// Half of what fits, so that the difference of two does too: more than a century.
  static let moments = 0...(Int.max / 2)
  /// Some thirty years.
  static let milliseconds = 0...1_000_000_000_000
  static let metres = 0...1e9
  static let metresPerSecond = 0.01...1000
}

extension Comparable {
  fileprivate func bounded(to range: ClosedRange<Self>) -> Self {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
