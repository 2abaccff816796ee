import WorkoutModel

extension Pace {
  /// The middle between two paces by their times, as minutes and whole seconds, in the unit of the first.
  init(middleOf one: Pace, _ other: Pace) {
    let unit = one.unit?.distance ?? .kilometres
    let times = [one, other].map { Duration.seconds(unit.metres / $0.metresPerSecond) }
    self = .time(.seconds(((times[0] + times[1]) / 2).rounded(to: .seconds(1))), per: unit)
  }
}
