import WorkoutEngine

/// What the runner knows of the machine's sleep: each is met once, be it told of, seen by the clocks, or both.
struct SleepRecord {
  /// A sleep that is over.
  struct Sleep: Equatable {
    /// When it began, on a clock that stands still in it.
    let began: Instant
    let length: Duration
  }

  /// How much the machine had slept when that was last taken into account.
  private var accounted: Duration
  /// Since when a sleep has been about to begin; nil where none is.
  private var fallingAsleep: Instant?

  /// What a sleep must come to, alone or with others, to be met, told of or not; until then the workout just stands
  /// still in it.
  static let shortest = Duration.seconds(1)

  init(timeAsleep: Duration) {
    accounted = timeAsleep
  }

  /// Notes that a sleep is about to begin.
  mutating func announce(at now: Instant) {
    fallingAsleep = now
  }

  /// Notes that the workout was driven on, which it cannot have been if the sleep had begun.
  mutating func drive(at now: Instant) {
    if fallingAsleep != nil { fallingAsleep = now }
  }

  /// Takes the sleep that is over and has not been taken yet, if there is one.
  ///
  /// `timeAsleep` is how much the machine has slept by now, and `now` the clock that stood still meanwhile; `isToldOf`
  /// says that somebody tells that a sleep is over, which may have failed.
  mutating func take(timeAsleep: Duration, at now: Instant, isToldOf: Bool) -> Sleep? {
    let length = max(timeAsleep - accounted, .zero)
    guard length >= Self.shortest else {
      // Then it did not come to pass.
      if isToldOf { fallingAsleep = nil }
      return nil
    }
    defer { (accounted, fallingAsleep) = (timeAsleep, nil) }
    return Sleep(began: fallingAsleep ?? now, length: length)
  }
}
