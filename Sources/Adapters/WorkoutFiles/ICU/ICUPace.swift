import PlanNotation
import WorkoutModel

/// A pace of intervals.icu: a clock time or a range of two, with an optional `@`, unit and word `Pace`.
struct ICUPace {
  /// The text as in the file, without the word `Pace`.
  let text: String
  /// A single time, or the two times of a range, each with its unit if it has one.
  private let ends: [(time: Duration, unit: Substring?)]
  /// Whether an `@` precedes the pace.
  private let hasAt: Bool
  /// Whether the word `Pace` follows.
  private let isNamed: Bool

  /// Reads a text such as `6:30/km`, `7:15-7:00/km`, `3:00/100m-4:00/100m`, `5:00min/km` or `4'30"/km`; nil for a text
  /// that is not a pace.
  ///
  /// `text` is the text for messages.
  init?(_ value: Substring, text: String, hasAt: Bool, isNamed: Bool) {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false) }
    // The unit at the end of a range applies to both paces.
    let lastUnit = parts.last.flatMap { $0.count == 2 ? $0[1] : nil }
    ends = parts.compactMap { part in
      let clock = part[0].hasSuffix("min") ? part[0].dropLast(3) : part[0]
      let time = String(clock.filter { $0 != "\"" }.map { $0 == "'" ? ":" : $0 })
      return ICUValue.clock(time[...]).map { ($0, part.count == 2 ? part[1] : lastUnit) }
    }
    guard (1...2).contains(parts.count), ends.count == parts.count else { return nil }
    (self.text, self.hasAt, self.isNamed) = (text, hasAt, isNamed)
  }

  /// Interprets the pace in a step.
  ///
  /// A time without a unit and without the word `Pace` is the time for the distance of the step, unless the runner would
  /// then be faster than `fastest`, or, after an `@`, unless it is a pace that is not slower than `slowest`. Any other
  /// time without a unit is for a mile if the distance of the step is in miles, for a kilometre if it is in kilometres,
  /// and otherwise for `defaultUnit`.
  ///
  /// - Returns: The single pace, or the two paces of a range, and a loss if their meaning was assumed; nil if a pace is
  ///   outside the limits of plans or has an unknown unit.
  func paces(in goal: Goal, defaultUnit: DistanceUnit) -> (paces: [Pace], assumption: Loss?)? {
    let hasUnit = ends.allSatisfy { $0.unit != nil }
    if !isNamed, !hasUnit, !(hasAt && ends.allSatisfy { $0.time <= Self.slowest }), case .distance(let distance) = goal
    {
      let paces = ends.compactMap { Self.pace($0.time, for: distance) }
      let words = paces.map(\.shortNotation).joined(separator: " to ")
      if paces.count == ends.count {
        return (paces, .assumed("\"\(text)\"", readAs: "the time for \(distance.notation): \(words)"))
      }
    }
    let assumedUnit: DistanceUnit =
      switch goal {
      case .distance(.miles): .miles
      case .distance(.kilometres): .kilometres
      default: defaultUnit
      }
    let paces = ends.compactMap { time, unit in
      Pace(time, icuUnit: unit ?? Substring(assumedUnit.rawValue)).flatMap { $0.isWithinLimits ? $0 : nil }
    }
    guard paces.count == ends.count else { return nil }
    let words = paces.map(\.shortNotation).joined(separator: " to ")
    return (paces, hasUnit ? nil : .assumed("\"\(text)\"", readAs: words))
  }

  /// The shortest time for a kilometre, for deciding what a clock time means.
  private static let fastest = Duration.seconds(150)
  /// The longest clock time that is a pace after an `@`.
  private static let slowest = Duration.seconds(900)

  /// The pace of a distance in a time, rounded to tenths of a second; nil if it is faster than `fastest`.
  private static func pace(_ time: Duration, for distance: Distance) -> Pace? {
    let unit = distance.unit ?? .kilometres
    guard distance.metres > 0, time >= fastest * (distance.metres / 1000) else { return nil }
    let tenths = (time / .milliseconds(100) * unit.metres / distance.metres).rounded()
    let pace = Pace.time(.milliseconds(100) * Int(tenths), per: unit)
    return pace.isWithinLimits ? pace : nil
  }
}

extension Pace {
  /// Makes a pace from a time and a unit of intervals.icu, such as `km`, `mi`, `400m` or `100y`; nil for any other
  /// unit.
  fileprivate init?(_ time: Duration, icuUnit unit: Substring) {
    switch unit {
    case "km", "k": self = .time(time, per: .kilometres)
    case "mi", "mile", "miles": self = .time(time, per: .miles)
    case "100m", "250m", "400m", "500m":
      guard let metres = Int(unit.dropLast()) else { return nil }
      self = .time(time * 1000 / metres, per: .kilometres)
    case "100y":
      self = .time(
        .milliseconds((time / .seconds(1) * 1e6 / (100 * ICUValue.metresPerYard)).rounded()), per: .kilometres)
    default: return nil
    }
  }
}
