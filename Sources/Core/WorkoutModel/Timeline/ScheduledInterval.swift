/// An interval as scheduled, with its actual duration and distance.
package struct ScheduledInterval: Equatable, Sendable {
  /// The interval as written, with its original goal even if the schedule cuts the interval.
  package let interval: Interval
  /// Actual duration; nil for an open interval.
  package let duration: Duration?
  /// Actual distance in metres; nil for an open interval that moves, and for an interval whose speed is unknown.
  package let metres: Double?

  package var kind: Kind { interval.kind }
  /// The name of the interval in an announcement: its label or, without a label, its kind.
  ///
  /// Nil for an interval of kind `interval` without a label.
  package var name: String? { interval.label ?? (kind == .interval ? nil : kind.phrase) }
  /// The whole interval as written.
  package var uncut: ScheduledInterval { ScheduledInterval(interval) ?? self }
  package var totals: Totals { Totals(duration: duration, metres: metres, intervals: 1) }

  /// Schedules a whole interval; fails for a distance without a pace, because the duration is then unknown.
  init?(_ interval: Interval) {
    self.interval = interval
    let speed = interval.metresPerSecond
    switch interval.goal {
    case .time(let time):
      duration = time
      metres = speed.map { $0 * time.inSeconds }
    case .distance(let distance):
      guard let speed, speed > 0 else { return nil }
      duration = .seconds(distance.metres / speed)
      metres = distance.metres
    case .open:
      duration = nil
      metres = speed == 0 ? 0 : nil
    }
  }

  private init(_ interval: Interval, duration: Duration, metres: Double?) {
    self.interval = interval
    self.duration = duration
    self.metres = metres
  }

  /// The interval with another duration and distance.
  package func lasting(_ duration: Duration, metres: Double?) -> ScheduledInterval {
    ScheduledInterval(interval, duration: duration, metres: metres)
  }

  /// The interval with another duration; its distance follows from its speed.
  package func lasting(_ duration: Duration) -> ScheduledInterval {
    if duration == self.duration { return self }
    return lasting(duration, metres: interval.metresPerSecond.map { $0 * duration.inSeconds })
  }
}

/// Round of a repeat, such as 3 of 8.
package struct Round: Equatable, Sendable {
  /// Number of the round, from 1.
  package let number: Int
  /// Number of rounds, including a partial last round and rounds that an outer repeat cuts off; nil for an endless
  /// repeat.
  package let of: Int?
  /// Nesting depth of the repeats inside a round; 0 if the round contains no repeat.
  package let inner: Int

  package init(number: Int, of: Int?, inner: Int = 0) {
    self.number = number
    self.of = of
    self.inner = inner
  }
}

extension RepeatNode {
  /// The round with an index, which is counted from 0.
  func round(_ index: Int) -> Round { Round(number: index + 1, of: roundCount, inner: body.repeatLevels) }
}

// MARK: - Text

extension ScheduledInterval {
  /// The duration or distance of the interval: `30 s`, `400 m`, `until you say next`.
  ///
  /// The distance of a cut interval is in `unit`.
  package func extentText(in unit: DistanceUnit) -> String {
    switch interval.goal {
    case .open: "until you say next"
    case .time: duration?.unitsText ?? ""
    case .distance(let distance): isCut(distance) ? unit.text(metres: metres ?? 0) : distance.phrase
    }
  }

  /// The duration or distance of the interval in spoken words: `thirty seconds`, `four hundred metres`.
  package func spokenExtent(in unit: DistanceUnit) -> String {
    switch interval.goal {
    case .open: "until you say next"
    case .time: duration?.spoken ?? ""
    case .distance(let distance): isCut(distance) ? unit.spoken((metres ?? 0) / unit.metres) : distance.spoken
    }
  }

  private func isCut(_ distance: Distance) -> Bool { metres != distance.metres }
}
