package import WorkoutModel

/// A status extrapolated to a later moment, on the assumption that no command changes the workout in between.
package struct LiveStatus {
  package let status: Report.Status
  /// The later moment, in nanoseconds on the status's clock.
  package let nowNs: Int

  package init(status: Report.Status, nowNs: Int) {
    self.status = status.bounded
    self.nowNs = max(0, nowNs)
  }

  /// The time spent in the workout, without the lead-in.
  package var elapsed: Duration {
    .milliseconds(status.elapsedMs) + (status.phase == .running ? passed : .zero)
  }

  /// The time left of the interval or the lead-in; nil for an open interval.
  package var intervalRemaining: Duration? {
    if let deadline = status.deadlineNs { return max(.zero, .nanoseconds(deadline - nowNs)) }
    return status.intervalRemainingMs.map(Duration.milliseconds)
  }

  /// The time spent in the interval.
  package var intervalElapsed: Duration { .milliseconds(status.intervalElapsedMs ?? 0) + passed }

  /// The time left of the workout, without the lead-in; nil if the end of the workout is unknown.
  package var remaining: Duration? {
    status.remainingMs.map { max(.zero, .milliseconds($0) - (status.phase == .running ? passed : .zero)) }
  }

  /// The status that the daemon would report at the later moment.
  package var updated: Report.Status {
    var updated = status
    updated.atNs = nowNs
    updated.elapsedMs = elapsed.inMilliseconds
    updated.remainingMs = remaining?.inMilliseconds
    updated.intervalElapsedMs = status.intervalElapsedMs.map { _ in intervalElapsed.inMilliseconds }
    updated.intervalRemainingMs = intervalRemaining?.inMilliseconds
    updated.distanceM = distance.knownMetres
    updated.distanceIsPartial = distance.reportedIsPartial
    updated.distanceMs = distance.reportedMs
    return updated
  }

  /// The time since the deadline; zero before the deadline.
  package var lateness: Duration { status.deadlineNs.map { .nanoseconds(max(0, nowNs - $0)) } ?? .zero }

  /// The distance covered; since the status, the distance has increased at the measured speed or, without a measured
  /// speed, at the plan's pace.
  package var distance: KnownDistance {
    guard status.phase == .running, passed > .zero, let interval = status.interval else { return status.distance }
    let measured = status.measured.flatMap { $0.isCurrent ? $0.speedMps : nil }
    let standing = interval.kind == Kind.rest.rawValue || status.measured?.wasCurrent == true ? 0.0 : nil
    let metres = (measured ?? interval.paceMps ?? standing).map { $0 * (passed / .seconds(1)) }
    return status.distance + KnownDistance(metres, in: passed)
  }

  /// The next moment at which the shown seconds change; nil while the clock is stopped, and after the deadline.
  ///
  /// The shown seconds are the time left of the interval, or the time spent in an open interval. A second that is less
  /// than ten milliseconds away counts as reached, so a timer that fires early does not show the same second twice.
  package var nextTickNs: Int? {
    guard status.phase == .running || status.phase == .leadIn else { return nil }
    let second = 1_000_000_000
    guard let deadline = status.deadlineNs else {
      return nowNs + second - intervalElapsed.nanoseconds % second
    }
    let left = deadline - nowNs - Self.slack
    return left < 0 ? nil : deadline - left / second * second
  }

  private static let slack = 10_000_000

  /// The time since the status was made, up to the deadline; zero while the clock is stopped.
  private var passed: Duration {
    guard status.phase == .running || status.phase == .leadIn else { return .zero }
    let until = min(nowNs, status.deadlineNs ?? nowNs)
    return .nanoseconds(max(0, until - status.atNs))
  }
}

extension Duration {
  fileprivate var nanoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
