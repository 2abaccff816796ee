import Text

/// Standard time and daylight saving time of a time zone, with changes on the same dates of each year.
///
/// Time zone files end with this rule, and the environment variable `TZ` can contain it: `CET-1CEST,M3.5.0,M10.5.0/3`.
/// Source: POSIX.1-2017, Base Definitions, section 8.3; RFC 9636, section 3.3.1.
package struct YearlyRule: Equatable, Sendable {
  package let standard: TimeZoneRules.Offset
  /// Daylight saving time; nil if the offset never changes.
  package let daylight: Daylight?

  package struct Daylight: Equatable, Sendable {
    package let offset: TimeZoneRules.Offset
    /// Change to daylight saving time.
    package let start: YearlyChange
    /// Change to standard time.
    package let end: YearlyChange
  }

  /// A change that occurs on the same date of each year.
  package struct YearlyChange: Equatable, Sendable {
    package let day: YearDay
    /// Seconds after midnight on the local clock before the change; can be negative, or longer than a day.
    package let time: Int
  }

  /// A day of each year.
  package enum YearDay: Equatable, Sendable {
    /// The day of the week in a week of a month, where 5 is the last week; the weekday counts from 0 for Sunday.
    case weekday(Int, week: Int, month: Int)
    /// The day of the year, counted from 1, without 29 February.
    case dayWithoutLeapDay(Int)
    /// Number of days since 1 January; 29 February counts.
    case daysAfterNewYear(Int)
  }

  /// Parses a rule; nil if the text is not a rule.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.maxBytes else { return nil }
    var parser = Parser(text)
    guard let name = parser.name(), let seconds = parser.offset() else { return nil }
    standard = TimeZoneRules.Offset(seconds: -seconds, isDaylight: false, abbreviation: name)
    guard !parser.isAtEnd else {
      daylight = nil
      return
    }
    // Daylight saving time is one hour ahead, unless the text contains an offset.
    guard let name = parser.name(), let west = parser.isAtDates ? seconds - 3600 : parser.offset() else { return nil }
    // Without dates, glibc uses the dates of the United States.
    if parser.isAtEnd { parser = Parser(",M3.2.0,M11.1.0") }
    guard let start = parser.change(), let end = parser.change(), parser.isAtEnd else { return nil }
    let offset = TimeZoneRules.Offset(seconds: -west, isDaylight: true, abbreviation: name)
    daylight = Daylight(offset: offset, start: start, end: end)
  }

  private static let maxBytes = 256
  /// The years 1 to 9999, in seconds since 1 January 1970.
  private static let moments = -62_135_596_800...253_402_300_799

  /// Returns the moments in a range from which each offset applies, in order.
  func onsets(in range: ClosedRange<Int>) -> [TimeZoneRules.Onset] {
    guard let daylight else { return [] }
    func year(_ moment: Int) -> Int {
      let moment = min(max(moment, Self.moments.lowerBound), Self.moments.upperBound)
      return LocalTime(secondsSince1970: moment, offset: 0).day.year
    }
    // A change can be up to a week before or after the year of its date.
    let onsets = (year(range.lowerBound) - 1...year(range.upperBound) + 2).flatMap { year in
      [
        // If both are at the same moment, as in a zone with daylight saving time all year, the start is later.
        onset(of: daylight.end, in: year - 1, from: daylight.offset, to: standard),
        onset(of: daylight.start, in: year, from: standard, to: daylight.offset),
      ].compactMap(\.self)
    }
    let order = onsets.enumerated().sorted { ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset) }
    return order.map(\.element).filter { range.contains($0.moment) }
  }

  private func onset(
    of change: YearlyChange, in year: Int, from before: TimeZoneRules.Offset, to after: TimeZoneRules.Offset
  ) -> TimeZoneRules.Onset? {
    change.day.day(in: year).map { day in
      TimeZoneRules.Onset(moment: day.number * 86_400 + change.time - before.seconds, offset: after)
    }
  }
}

extension YearlyRule.YearDay {
  /// The day in a year; nil if the year is not in 1 to 9999.
  func day(in year: Int) -> CalendarDay? {
    guard let newYear = CalendarDay(year: year, month: 1, day: 1) else { return nil }
    switch self {
    case .daysAfterNewYear(let days): return newYear.advanced(by: days)
    case .dayWithoutLeapDay(let day):
      let isLeapYear = CalendarDay(year: year, month: 2, day: 29) != nil
      return newYear.advanced(by: isLeapYear && day >= 60 ? day : day - 1)
    case .weekday(let weekday, let week, let month):
      guard let first = CalendarDay(year: year, month: month, day: 1) else { return nil }
      // `CalendarDay` counts days of the week from Monday.
      let day = first.advanced(by: (weekday + 6 - first.weekday) % 7 + 7 * (week - 1))
      return day.date.month == month ? day : day.advanced(by: -7)
    }
  }
}

/// Reads the parts of a rule from the beginning of a text.
private struct Parser {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = Substring(text).utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Whether the text continues with dates, or ends.
  var isAtDates: Bool { isAtEnd || rest.first == UInt8(ascii: ",") }

  /// Reads a name: at least three letters, or letters, digits and signs in angle brackets.
  mutating func name() -> String? {
    let isQuoted = skip("<")
    let name = rest.prefix { byte in
      isQuoted ? byte.isASCIIAlphanumeric || "+-".utf8.contains(byte) : byte.isASCIIAlphanumeric && !byte.isDigit
    }
    rest = rest.dropFirst(name.count)
    guard name.count >= 3, !isQuoted || skip(">") else { return nil }
    return String(Substring(name))
  }

  /// Reads the offset that is added to local time; positive to the west of Greenwich.
  mutating func offset() -> Int? { time(maxHours: 24) }

  /// Reads a comma, a date and an optional time, which is 02:00 by default.
  mutating func change() -> YearlyRule.YearlyChange? {
    guard skip(","), let day = day() else { return nil }
    guard skip("/") else { return YearlyRule.YearlyChange(day: day, time: 2 * 3600) }
    return time(maxHours: 167).map { YearlyRule.YearlyChange(day: day, time: $0) }
  }

  private mutating func day() -> YearlyRule.YearDay? {
    if skip("J") { return number(in: 1...365).map { .dayWithoutLeapDay($0) } }
    guard skip("M") else { return number(in: 0...365).map { .daysAfterNewYear($0) } }
    guard let month = number(in: 1...12), skip("."), let week = number(in: 1...5), skip("."),
      let weekday = number(in: 0...6)
    else { return nil }
    return .weekday(weekday, week: week, month: month)
  }

  /// Reads hours, and optionally minutes and seconds, with an optional sign.
  private mutating func time(maxHours: Int) -> Int? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard var seconds = number(in: 0...maxHours).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where skip(":") {
      guard let number = number(in: 0...59) else { return nil }
      seconds += number * unit
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(digits.count)
    guard digits.count <= 3, let number = Int(String(Substring(digits))), range.contains(number) else { return nil }
    return number
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
