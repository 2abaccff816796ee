import Text

extension Duration {
  /// The duration in spoken words, to the nearest second: `thirty seconds`, `one minute thirty`,
  /// `one hour five minutes`.
  ///
  /// Seconds after minutes have no unit, as in speech. A negative duration is spoken as zero.
  package var spoken: String {
    let seconds = max(0, rounded(to: .seconds(1)))
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    var words: [String] = []
    if hours > 0 { words.append(spokenCount(hours, "hour")) }
    if minutes > 0 { words.append(spokenCount(minutes, "minute")) }
    if hours == 0, minutes > 0, rest > 0 {
      words.append(spokenNumber(rest))
    } else if rest > 0 || words.isEmpty {
      words.append(spokenCount(rest, "second"))
    }
    return words.joined(separator: " ")
  }
}

extension Distance {
  /// The distance as entered, in spoken words: `four hundred metres`, `three point one miles`.
  package var spoken: String {
    switch self {
    case .metres(let value): spokenCount(value, "metre")
    case .kilometres(let value): DistanceUnit.kilometres.spoken(value)
    case .miles(let value): DistanceUnit.miles.spoken(value)
    case .halfMarathon: "half marathon"
    case .marathon: "marathon"
    }
  }
}

extension DistanceUnit {
  /// A value in this unit in spoken words, with at most two decimals: `two point three miles`, `one kilometre`.
  package func spoken(_ value: Double) -> String {
    switch self {
    case .miles: spokenCount(value, "mile")
    case .kilometres: spokenCount(value, "kilometre")
    }
  }
}

extension PaceUnit {
  /// A pace in this unit, in spoken words: `eleven thirty a mile`, `five point two miles an hour`.
  package func spoken(metresPerSecond: Double) -> String {
    switch self {
    case .minutesPerMile: clock(metresPerSecond, per: .miles, "mile")
    case .minutesPerKilometre: clock(metresPerSecond, per: .kilometres, "kilometre")
    case .milesPerHour: "\(DistanceUnit.miles.spoken(hourly(metresPerSecond, .miles))) an hour"
    case .kilometresPerHour: "\(DistanceUnit.kilometres.spoken(hourly(metresPerSecond, .kilometres))) an hour"
    }
  }

  private func clock(_ metresPerSecond: Double, per unit: DistanceUnit, _ name: String) -> String {
    let seconds = Duration.seconds(unit.metres / metresPerSecond).rounded(to: .seconds(1))
    guard seconds % 60 != 0 else { return "\(spokenCount(seconds / 60, "minute")) a \(name)" }
    let rest = seconds % 60 < 10 ? "oh \(spokenNumber(seconds % 60))" : spokenNumber(seconds % 60)
    return "\(spokenNumber(seconds / 60)) \(rest) a \(name)"
  }

  private func hourly(_ metresPerSecond: Double, _ unit: DistanceUnit) -> Double {
    metresPerSecond * 3600 / unit.metres
  }
}

private func spokenCount(_ count: Int, _ name: String) -> String {
  "\(spokenNumber(count)) \(name)\(count == 1 ? "" : "s")"
}

private func spokenCount(_ count: Double, _ name: String) -> String {
  let number = spokenNumber(count)
  return "\(number) \(name)\(number == "one" ? "" : "s")"
}
