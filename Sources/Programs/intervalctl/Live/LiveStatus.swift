import WorkoutReports
import WorkoutModel

/// A status carried on to a later moment by the clock alone.
struct LiveStatus {
  let status: Report.Status
  /// The moment, a reading in nanoseconds of the clock that the status goes by.
  let nowNs: Int

  init(status: Report.Status, nowNs: Int) {
    self.status = status.bounded
    self.nowNs = max(0, nowNs)
  }

  /// Time spent in the workout, the lead-in apart.
  var elapsed: Duration {
    .milliseconds(status.elapsedMs) + (status.phase == .running ? passed : .zero)
  }

  /// Time left of the interval or the lead-in; nil for an open one.
  var intervalRemaining: Duration? {
    if let deadline = status.deadlineNs { return max(.zero, .nanoseconds(deadline - nowNs)) }
    return status.intervalRemainingMs.map(Duration.milliseconds)
  }

  /// Time spent in the interval.
  var intervalElapsed: Duration { .milliseconds(status.intervalElapsedMs ?? 0) + passed }

  /// Time left of the workout, the lead-in apart; nil where its end is not known.
  var remaining: Duration? {
    status.remainingMs.map { max(.zero, .milliseconds($0) - (status.phase == .running ? passed : .zero)) }
  }

  /// The time left of the workout in words, by the second of the time left of the interval; nil where it is not known.
  var remainingText: String? {
    remaining?.countdownText(present: status.interval == nil ? nil : intervalRemaining)
  }

  /// The status as it would be told at that moment.
  var told: Report.Status {
    var told = status
    told.atNs = nowNs
    told.elapsedMs = elapsed.inMilliseconds
    told.remainingMs = remaining?.inMilliseconds
    told.intervalElapsedMs = status.intervalElapsedMs.map { _ in intervalElapsed.inMilliseconds }
    told.intervalRemainingMs = intervalRemaining?.inMilliseconds
    told.distanceM = metres
    return told
  }

  /// How long it should have been over, as the interval is of which the end is told late.
  var lateness: Duration { status.deadlineNs.map { .nanoseconds(max(0, nowNs - $0)) } ?? .zero }

  /// Estimated metres.
  var metres: Double? {
    guard status.phase == .running, let pace = status.interval?.paceMps else { return status.distanceM }
    return status.distanceM.map { $0 + pace * (passed / .seconds(1)) }
  }

  /// When the shown seconds change: at the next full second left of the interval or, in an open one, spent in it.
  ///
  /// Nil while nothing moves, and behind the deadline. A second that is less than ten milliseconds away is the present
  /// one, so that a timer that fires early does not make the same second twice.
  var nextTickNs: Int? {
    guard status.phase == .running || status.phase == .leadIn else { return nil }
    let second = 1_000_000_000
    guard let deadline = status.deadlineNs else {
      return nowNs + second - intervalElapsed.nanoseconds % second
    }
    let left = deadline - nowNs - Self.slack
    return left < 0 ? nil : deadline - left / second * second
  }

  private static let slack = 10_000_000

  /// Time gone by since the status was true, until the deadline at most; none while the workout stands still.
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
