import FoundationEssentials
import Text

/// A day of the calendar, in no particular time zone.
///
/// The calendar is Foundation's Gregorian calendar, which is Julian before 15 October 1582.
package struct CalendarDay: Hashable, Comparable, Sendable {
  /// Number of days since 1 January 1970.
  package let number: Int

  package init(number: Int) {
    self.number = number
  }

  /// The day of a date; nil if the month does not have that day, or if the year is not in 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      let start = Self.calendar.date(from: DateComponents(year: year, month: month, day: day))
    else { return nil }
    self.init(start)
    guard date == (year, month, day) else { return nil }
  }

  private init(_ start: Date) {
    self.init(number: Int((start.timeIntervalSince1970 / Self.secondsPerDay).rounded(.down)))
  }

  /// 31 December 9999, the last day whose date has a year of four digits.
  package static let last = CalendarDay(number: 2_932_896)

  /// Year, month and day of the month; January is month 1.
  package var date: (year: Int, month: Int, day: Int) {
    let components = Self.calendar.dateComponents([.year, .month, .day], from: start)
    // Foundation sets all requested components.
    return (components.year ?? 0, components.month ?? 0, components.day ?? 0)
  }

  package var year: Int { date.year }

  /// Day of the week, counted from 0 for Monday.
  package var weekday: Int {
    // 1 January 1970 was a Thursday.
    let weekday = (number + 3) % 7
    return weekday < 0 ? weekday + 7 : weekday
  }

  /// The first day of the week that contains this day; weeks start on Monday, as in ISO 8601.
  package var monday: CalendarDay { advanced(by: -weekday) }

  package func advanced(by days: Int) -> CalendarDay { CalendarDay(number: number + days) }

  /// Returns the same day of an earlier month, or the last day of that month if the month is shorter.
  ///
  /// The result is nil before year 1.
  package func earlier(byMonths months: Int) -> CalendarDay? {
    let (year, month, _) = date
    guard year * 12 + month - 1 - months >= 12 else { return nil }
    return Self.calendar.date(byAdding: .month, value: -months, to: start).map(Self.init)
  }

  /// The date in ISO 8601 format: `2026-11-20`.
  package var iso: String {
    let (year, month, day) = date
    return "\(String(year).zeroPadded(to: 4))-\(twoDigits(month))-\(twoDigits(day))"
  }

  package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

  private var start: Date { Date(timeIntervalSince1970: Double(number) * Self.secondsPerDay) }

  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
  private static let secondsPerDay = 24.0 * 60 * 60
}
