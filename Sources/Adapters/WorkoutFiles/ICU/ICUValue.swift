import WorkoutModel

/// Parsers for values of intervals.icu.
///
/// Each parser reads a whole text, and returns nil if the text has a different form.
///
/// Source: intervals.icu, forum, "Workout builder syntax quick guide" (topic 123701).
enum ICUValue {
  /// Reads a time, such as `1h2m30s`, `1m30`, `5'`, `1'30"`, `5min` or `2hours`.
  static func time(_ text: Substring) -> Duration? {
    var rest = text
    var units: ArraySlice = [("h", 3600.0), ("m", 60), ("s", 1)]
    var total = Duration.zero
    while !rest.isEmpty {
      guard let number = number(&rest) else { return nil }
      let mark = rest.prefix { !$0.isNumber }.lowercased()
      // A final number without a unit has the next smaller unit: in `1m30`, 30 means seconds.
      let unit = mark.isEmpty ? (total > .zero ? units.first?.0 : nil) : unitNames[mark]
      guard let index = units.firstIndex(where: { $0.0 == unit }) else { return nil }
      total += .milliseconds((number * units[index].1 * 1000).rounded())
      units = units[(index + 1)...]
      rest = rest.dropFirst(mark.count)
    }
    return total > .zero ? total : nil
  }

  private static let unitNames: [String: String] = [
    "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "m": "m", "min": "m", "mins": "m", "minute": "m",
    "minutes": "m", "'": "m", "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s", "\"": "s",
  ]

  /// Reads a whole number of minutes, such as `400m`; the user may have meant metres.
  static func bareMinutes(_ text: Substring) -> Int? {
    text.last == "m" ? Int(text.dropLast()) : nil
  }

  /// Reads a distance, such as `2km`, `0.8mi`, `400mtr` or `200yards`.
  static func distance(_ text: Substring) -> Distance? {
    var rest = text
    guard let number = number(&rest), number > 0 else { return nil }
    switch rest.lowercased() {
    case "km", "kilometer", "kilometers", "kilometre", "kilometres": return .kilometres(number)
    case "mi", "mile", "miles": return .miles(number)
    case "mtr", "meter", "meters", "metre", "metres": return .metres(number)
    case "y", "yd", "yds", "yrd", "yard", "yards": return .metres(number * metresPerYard)
    default: return nil
    }
  }

  /// Reads a pace or a range of paces, such as `6:30/km`, `7:15-7:00/km`, `3:00/100m-4:00/100m` or `1:45/400m`.
  ///
  /// `defaultUnit` is the unit of paces without a unit.
  static func paces(_ text: Substring, defaultUnit: DistanceUnit) -> [Pace]? {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      .map { $0.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false) }
    guard (1...2).contains(ends.count) else { return nil }
    // The unit at the end of a range applies to both paces.
    let unit = ends.last.flatMap { $0.count == 2 ? $0[1].lowercased() : nil } ?? defaultUnit.rawValue
    var paces: [Pace] = []
    for end in ends {
      guard let time = clock(end[0]), let pace = Pace(time, icuUnit: end.count == 2 ? end[1].lowercased() : unit),
        pace.isWithinLimits
      else { return nil }
      paces.append(pace)
    }
    return paces
  }

  /// Exact length of a yard.
  ///
  /// Source: international yard and pound agreement of 1959.
  fileprivate static let metresPerYard = 0.9144

  /// Reads minutes and seconds, such as `6:30`.
  private static func clock(_ text: Substring) -> Duration? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2, fields[1].count == 2, let minutes = Int(fields[0]), let seconds = Int(fields[1]),
      (0...599).contains(minutes), (0...59).contains(seconds)
    else { return nil }
    return .seconds(minutes * 60 + seconds)
  }

  /// Consumes a number with an optional decimal point from the beginning of a text.
  private static func number(_ rest: inout Substring) -> Double? {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard digits.count <= 20, let number = Double(digits), number <= 1_000_000 else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }
}

extension Pace {
  /// Makes a pace from a time and a unit of intervals.icu, such as `km`, `mi`, `400m` or `100y`; nil for any other
  /// unit.
  fileprivate init?(_ time: Duration, icuUnit unit: String) {
    switch unit {
    case "km": self = .time(time, per: .kilometres)
    case "mi": self = .time(time, per: .miles)
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
