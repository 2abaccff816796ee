import WorkoutModel

/// Parsers for values of intervals.icu.
///
/// Each parser reads a whole text, and returns nil if the text has a different form.
///
/// Source: intervals.icu, forum, "Workout builder syntax quick guide" (topic 123701).
enum ICUValue {
  /// Reads a time, such as `1h2m30s`, `1m30`, `5'`, `1'30"`, `5min` or `2hours`; it can be 0.
  static func time(_ text: Substring) -> Duration? {
    var (rest, units) = (text, units[...])
    var total: Duration?
    while !rest.isEmpty {
      guard let number = number(&rest) else { return nil }
      let mark = rest.prefix { !$0.isNumber }
      // A final number without a unit has the next smaller unit: in `1m30`, 30 means seconds.
      let index =
        mark.isEmpty
        ? (total == nil ? nil : units.indices.first)
        : units.firstIndex { $0.names.contains(mark) }
      guard let index else { return nil }
      total = (total ?? .zero) + .milliseconds((number * units[index].seconds * 1000).rounded())
      units = units[(index + 1)...]
      rest = rest.dropFirst(mark.count)
    }
    return total
  }

  /// The units of time, from the largest to the smallest.
  private static let units: [(seconds: Double, names: Set<Substring>)] = [
    (3600, ["h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "hora", "horas"]),
    (60, ["m", "min", "mins", "minute", "minutes", "mn", "minuten", "minuto", "minutos", "'"]),
    (
      1,
      [
        "s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden", "seconde", "secondes", "segundo",
        "segundos", "\"", "''",
      ]
    ),
  ]

  /// Whether a text begins with a number below 60.
  static func isBelow60(_ text: Substring) -> Bool {
    var rest = text
    return number(&rest).map { $0 < 60 } ?? false
  }

  /// Reads a whole number of minutes, such as `400m`; the user may have meant metres.
  static func minutes(_ text: Substring) -> Int? {
    text.last == "m" ? Int(text.dropLast()) : nil
  }

  /// Reads a distance, such as `2km`, `0.8mi`, `400mtr` or `200yards`; it can be 0.
  static func distance(_ text: Substring) -> Distance? {
    var rest = text
    guard let number = number(&rest) else { return nil }
    switch rest {
    case "km", "kms", "kilometer", "kilometers", "kilometre", "kilometres": return .kilometres(number)
    case "mi", "mile", "miles": return .miles(number)
    case "mtr", "mtrs", "meter", "meters", "metre", "metres": return .metres(number)
    case "y", "yd", "yds", "yrd", "yrds", "yard", "yards": return .metres(number * metresPerYard)
    default: return nil
    }
  }

  /// Exact length of a yard.
  ///
  /// Source: international yard and pound agreement of 1959.
  static let metresPerYard = 0.9144

  /// Reads minutes and seconds, or hours, minutes and seconds, such as `6:30` or `1:45:00`.
  static func clock(_ text: Substring) -> Duration? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { $0.count <= 3 ? Int($0) : nil }
    guard (2...3).contains(numbers.count), numbers.count == fields.count, numbers[0] >= 0,
      fields.dropFirst().allSatisfy({ $0.count == 2 }), numbers.dropFirst().allSatisfy({ (0...59).contains($0) })
    else { return nil }
    return .seconds(numbers.reduce(0) { $0 * 60 + $1 })
  }

  /// Consumes a number with an optional decimal point or comma from the beginning of a text.
  private static func number(_ rest: inout Substring) -> Double? {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
    guard digits.count <= 20, let number = Double(String(digits.map { $0 == "," ? "." : $0 })), number <= 1_000_000
    else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }
}
