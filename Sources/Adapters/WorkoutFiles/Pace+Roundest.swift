import WorkoutModel

extension Pace {
  /// The roundest pace between two speeds, near the middle: whole seconds for one of a unit, else for one of the other,
  /// else tenths of a speed as a treadmill shows it, else tenths of a second.
  ///
  /// Where speeds are preferred it is tenths of one, else hundredths, else whole seconds, else metres a second to six
  /// decimals. What is within a ten-millionth of a round value counts as that. Nil is for a pace beyond the limits of
  /// plans.
  ///
  /// - Parameters:
  ///   - speeds: in metres a second.
  ///   - unit: what the pace is for one of.
  ///   - isSpeed: whether a speed is preferred.
  init?(within speeds: ClosedRange<Double>, per unit: DistanceUnit, isSpeed: Bool = false) {
    let middle = (speeds.lowerBound + speeds.upperBound) / 2
    guard Pace.speed(middle, .metresPerSecond).isWithinLimits else { return nil }
    func pace(per unit: DistanceUnit, to step: Duration) -> Pace {
      .time(step * Duration.seconds(unit.metres / middle).rounded(to: step), per: unit)
    }
    func dialled(in parts: Double) -> [Pace] {
      [SpeedUnit.kilometresPerHour, .milesPerHour].map { unit in
        .speed((middle / Pace.speed(1, unit).metresPerSecond * parts).rounded() / parts, unit)
      }
    }
    let paces = [unit, unit.other].map { pace(per: $0, to: .seconds(1)) }
    let metres = Pace.speed((middle * 100).rounded() / 100, .metresPerSecond)
    let round = isSpeed ? dialled(in: 10) + [metres] + dialled(in: 100) + paces : paces + dialled(in: 10)
    let near = speeds.lowerBound * (1 - 1e-7)...speeds.upperBound * (1 + 1e-7)
    self =
      round.first { near.contains($0.metresPerSecond) && $0.isWithinLimits }
      ?? (isSpeed ? .speed((middle * 1e6).rounded() / 1e6, .metresPerSecond) : pace(per: unit, to: .milliseconds(100)))
    guard isWithinLimits else { return nil }
  }
}
