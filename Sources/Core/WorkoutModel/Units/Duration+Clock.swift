import Text

extension Duration {
  /// The duration as a clock shows it, `4:05` or `1:05:00`, to the nearest second or tenth of one, halves up.
  ///
  /// The whole value is rounded before it is split into fields, so that 59.6 s is `1:00` and never `0:60`. Below zero
  /// it is shown as zero.
  package func clockText(tenths: Bool = false) -> String {
    let units = max(0, rounded(to: tenths ? .milliseconds(100) : .seconds(1)))
    let seconds = tenths ? units / 10 : units
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    var text = hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)"
    text += ":\(twoDigits(seconds % 60))"
    return tenths ? "\(text).\(units % 10)" : text
  }

  /// The duration in words of units, without zero parts: `30 s`, `1 min 30 s`, `1 h 5 min`; to the nearest second.
  ///
  /// What is not a whole number of seconds and shorter than ten keeps its tenths: `1.5 s`.
  package var unitsText: String {
    let tenths = max(0, rounded(to: .milliseconds(100)))
    if tenths < 100, tenths % 10 != 0 { return "\(tenths / 10).\(tenths % 10) s" }
    let seconds = max(0, rounded(to: .seconds(1)))
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
      .filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
  }

  /// The time left as a clock shows it that counts down: full seconds begun.
  package var countdownText: String { roundedUpToSecond.clockText() }

  /// The time left of a workout: what the countdown shows of `present`, the part in the present interval, and behind it
  /// the rest to the nearest second.
  ///
  /// So the parts add up, and a workout begins with the total that is shown of its plan. In the lead-in there is no
  /// present part.
  package func countdownText(present: Duration?) -> String {
    let present = present ?? .zero
    return (present.roundedUpToSecond + self - present).clockText()
  }

  /// The time spent as a clock shows it that counts up: full seconds completed.
  package var fullSecondsText: String { Duration.seconds((inMilliseconds + 10) / 1000).clockText() }

  /// The duration in full seconds begun: what a countdown shows, which reaches zero at the very end.
  ///
  /// Within ten milliseconds of a full second it is that second, whichever side a timer fell on.
  package var roundedUpToSecond: Duration { .seconds((inMilliseconds + 989) / 1000) }
}
