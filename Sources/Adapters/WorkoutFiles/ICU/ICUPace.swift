import PlanNotation
import WorkoutModel

/// A pace of intervals.icu as it is written: a clock time or a range of two, a unit, and the word `Pace`.
///
/// The unit and the word are optional.
struct ICUPace {
  /// The text as in the file, without the word `Pace`.
  let text: String
  /// A single time, or the two times of a range, each with its unit if it has one.
  private let ends: [(time: Duration, unit: Substring?)]
  /// Whether the word `Pace` follows.
  private let isNamed: Bool

  /// Reads a text such as `6:30/km`, `7:15-7:00/km`, `3:00/100m-4:00/100m` or `5:00min/km`; nil if it is no pace.
  ///
  /// `text` is the text for messages.
  init?(_ value: Substring, text: String, isNamed: Bool) {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false) }
    // The unit at the end of a range applies to both paces.
    let lastUnit = parts.last.flatMap { $0.count == 2 ? $0[1] : nil }
    ends = parts.compactMap { part in
      let time = part[0].hasSuffix("min") ? part[0].dropLast(3) : part[0]
      return ICUValue.clock(time).map { ($0, part.count == 2 ? part[1] : lastUnit) }
    }
    guard (1...2).contains(parts.count), ends.count == parts.count else { return nil }
    (self.text, self.isNamed) = (text, isNamed)
  }

  /// Interprets the pace in a step.
  ///
  /// A single time without a unit and without the word `Pace` is the time for the distance of the step, unless the
  /// runner would then be faster than `fastest`. Any other time without a unit is for a mile if the distance of the step
  /// is in miles, for a kilometre if it is in kilometres, and otherwise for `defaultUnit`.
  ///
  /// - Returns: The single pace, or the two paces of a range, and a loss if their meaning was assumed; nil if a pace is
  ///   outside the limits of plans or has an unknown unit.
  func paces(in goal: Goal, defaultUnit: DistanceUnit) -> (paces: [Pace], assumption: Loss?)? {
    if !isNamed, ends.count == 1, ends[0].unit == nil, case .distance(let distance) = goal,
      let pace = Self.pace(ends[0].time, for: distance)
    {
      let meaning = "the time for \(distance.notation): \(pace.shortNotation)"
      return ([pace], .assumed("\"\(text)\"", readAs: meaning))
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
    let isAssumed = ends.contains { $0.unit == nil }
    let meaning = paces.map(\.shortNotation).joined(separator: " to ")
    return (paces, isAssumed ? .assumed("\"\(text)\"", readAs: meaning) : nil)
  }

  /// The highest average speed of an interval in metres per second, for deciding what a clock time means: 2:30/km.
  private static let fastest = 1000.0 / 150

  /// The pace of a distance in a time, rounded to tenths of a second; nil if it is faster than `fastest`.
  private static func pace(_ time: Duration, for distance: Distance) -> Pace? {
    let unit = distance.unit ?? .kilometres
    guard distance.metres > 0, time > .zero, distance.metres / (time / .seconds(1)) <= fastest * (1 + 1e-9) else {
      return nil
    }
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
    case "mi", "mile": self = .time(time, per: .miles)
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
