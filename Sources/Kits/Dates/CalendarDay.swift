import Text

/// A day of the Gregorian calendar, in no particular time zone.
///
/// The calendar also has the days before its introduction in 1582, as in ISO 8601. The conversions count from 1 March,
/// because the leap day is then the last day of the year. Source: Edward M. Reingold and Nachum Dershowitz,
/// "Calendrical Calculations", chapter 2.
package struct CalendarDay: Hashable, Comparable, Sendable {
  /// Number of days since 1 January 1970.
  package let number: Int

  package init(number: Int) {
    self.number = number
  }

  /// The day of a date; nil if the month does not have that day, or if the year is not in 1 to 9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    let monthsSinceMarch = (month + 9) % 12
    let yearSinceMarch = month > 2 ? year : year - 1
    self.init(
      number: Self.days(beforeYear: yearSinceMarch) + Self.days(beforeMonth: monthsSinceMarch) + day - 1
        + Self.firstOfMarch)
    guard date == (year, month, day) else { return nil }
  }

  /// 31 December 9999, the last day whose date has a year of four digits.
  package static let last = CalendarDay(number: 2_932_896)

  /// Year, month and day of the month; January is month 1.
  package var date: (year: Int, month: Int, day: Int) {
    let days = number - Self.firstOfMarch
    // The mean length of a year, 146,097 / 400 days, gives the year or one of the next two.
    var year = (400 * days).quotient(by: 146_097) + 1
    while Self.days(beforeYear: year) > days { year -= 1 }
    let dayOfYear = days - Self.days(beforeYear: year)
    let month = (5 * dayOfYear + 2) / 153
    return (
      month < 10 ? year : year + 1, month < 10 ? month + 3 : month - 9, dayOfYear - Self.days(beforeMonth: month) + 1
    )
  }

  package var year: Int { date.year }

  /// Day of the week, counted from 0 for Monday.
  package var weekday: Int {
    // 1 January 1970 was a Thursday.
    number + 3 - 7 * (number + 3).quotient(by: 7)
  }

  /// The first day of the week that contains this day; weeks start on Monday, as in ISO 8601.
  package var monday: CalendarDay { advanced(by: -weekday) }

  package func advanced(by days: Int) -> CalendarDay { CalendarDay(number: number + days) }

  /// Returns the same day of an earlier month, or the last day of that month if the month is shorter.
  ///
  /// The result is nil before year 1.
  package func earlier(byMonths months: Int) -> CalendarDay? {
    let (year, month, day) = date
    let count = year * 12 + month - 1 - months
    guard count >= 12 else { return nil }
    return (0...3).lazy.compactMap { CalendarDay(year: count / 12, month: count % 12 + 1, day: day - $0) }.first
  }

  /// The date in ISO 8601 format: `2026-11-20`.
  package var iso: String {
    let (year, month, day) = date
    return "\(String(year).zeroPadded(to: 4))-\(twoDigits(month))-\(twoDigits(day))"
  }

  package static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.number < right.number }

  /// The number of 1 March of year 0.
  private static let firstOfMarch = -719_468

  /// The number of days from 1 March of year 0 to 1 March of a year; negative before year 0.
  private static func days(beforeYear year: Int) -> Int {
    365 * year + year.quotient(by: 4) - year.quotient(by: 100) + year.quotient(by: 400)
  }

  /// The number of days from 1 March to the first day of a month; March is month 0.
  private static func days(beforeMonth month: Int) -> Int { (153 * month + 2) / 5 }
}

extension Int {
  /// The quotient of the number and a positive divisor, rounded down.
  func quotient(by divisor: Int) -> Int { (self - (self < 0 ? divisor - 1 : 0)) / divisor }
}
