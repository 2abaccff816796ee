import Text

extension Duration {
  /// The duration as a clock time, `4:05` or `1:05:00`, to the nearest second or tenth of a second, rounded half up.
  ///
  /// The whole value is rounded before it is split into fields: 59.6 s is `1:00`, never `0:60`. A negative duration is
  /// shown as zero.
  package func clockText(tenths: Bool = false) -> String {
    let units = max(0, rounded(to: tenths ? .milliseconds(100) : .seconds(1)))
    let seconds = tenths ? units / 10 : units
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    var text = hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)"
    text += ":\(twoDigits(seconds % 60))"
    return tenths ? "\(text).\(units % 10)" : text
  }

  /// The duration with units and without zero parts, to the nearest second: `30 s`, `1 min 30 s`, `1 h 5 min`.
  ///
  /// A duration below ten seconds that is not a whole number of seconds has one decimal: `1.5 s`.
  package var unitsText: String {
    let tenths = max(0, rounded(to: .milliseconds(100)))
    if tenths < 100, tenths % 10 != 0 { return "\(tenths / 10).\(tenths % 10) s" }
    let seconds = max(0, rounded(to: .seconds(1)))
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
      .filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
  }

  /// The clock time of a countdown, rounded up to a full second.
  package var countdownText: String { roundedUpToSecond.clockText() }

  /// The time left in a workout as a clock time: the countdown of the present interval plus the time of the following
  /// intervals.
  ///
  /// The countdown of the present interval is rounded up to a full second. The sum is rounded to the nearest second.
  ///
  /// `present` is the time left in the present interval; nil in the lead-in.
  package func countdownText(present: Duration?) -> String {
    let present = present ?? .zero
    return (present.roundedUpToSecond + self - present).clockText()
  }

  /// Elapsed time as a clock time, rounded down to a full second.
  ///
  /// A time up to ten milliseconds below a full second is rounded up, so that a slightly early timer has no visible
  /// effect.
  package var fullSecondsText: String { Duration.seconds((inMilliseconds + 10) / 1000).clockText() }

  /// The duration rounded up to a full second, so that a countdown reaches zero only at the end.
  ///
  /// A duration up to ten milliseconds above a full second is rounded down, so that a slightly early timer has no
  /// visible effect.
  package var roundedUpToSecond: Duration { .seconds((inMilliseconds + 989) / 1000) }
}

extension Duration {
  /// The duration in seconds, to the precision of a double.
  package var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// The duration in whole multiples of `unit`, rounded half up.
  ///
  /// A value just below a half counts as a half, because the difference may be a rounding error. The tolerance is a
  /// millionth of the unit.
  package func rounded(to unit: Duration) -> Int {
    let (value, step) = (attoseconds, unit.attoseconds)
    let (quotient, remainder) = (value + step / 2 + step / 1_000_000).quotientAndRemainder(dividingBy: step)
    return Int(remainder < 0 ? quotient - 1 : quotient)
  }

  /// The duration in whole milliseconds, rounded half up; messages and files contain this number.
  package var inMilliseconds: Int { rounded(to: .milliseconds(1)) }
}
