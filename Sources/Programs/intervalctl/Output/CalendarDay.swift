/// A day of the Gregorian calendar, wherever it is.
struct CalendarDay: Hashable, Comparable, Sendable {
  /// How many days after 1 January 1970 it is.
  let number: Int

  init(number: Int) {
    self.number = number
  }

  /// The day of a date; nil where the month has no such day, and outside the years 1 to 9999.
  init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
    number = Self.number(year: year, month: month, day: day)
    guard date == (year, month, day) else { return nil }
  }

  /// Year, month and day of the month, each as it is written.
  ///
  /// Counts in eras of 400 years from 1 March, so that a leap day is a year's last: `civil_from_days` in Howard
  /// Hinnant's "chrono-Compatible Low-Level Date Algorithms".
  var date: (year: Int, month: Int, day: Int) {
    let days = number + Self.daysBefore1970
    let era = (days >= 0 ? days : days - (Self.daysOfEra - 1)) / Self.daysOfEra
    let dayOfEra = days - era * Self.daysOfEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// `days_from_civil`, likewise.
  private static func number(year: Int, month: Int, day: Int) -> Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = (yearFromMarch >= 0 ? yearFromMarch : yearFromMarch - 399) / 400
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - daysBefore1970
  }

  private static let daysOfEra = 146_097
  /// From 1 March of the year 0.
  private static let daysBefore1970 = 719_468

  static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }
}

extension CalendarDay {
  var year: Int { date.year }

  /// The day of the week, from 0 for Monday.
  var weekday: Int {
    // 1 January 1970 was a Thursday.
    let weekday = (number + 3) % 7
    return weekday < 0 ? weekday + 7 : weekday
  }

  /// The first day of its week, as ISO 8601 has weeks.
  var monday: CalendarDay { advanced(by: -weekday) }

  func advanced(by days: Int) -> CalendarDay { CalendarDay(number: number + days) }

  /// The day so many months before: the same of the month, or the last that the month has.
  ///
  /// nil before the year 1.
  func earlier(byMonths months: Int) -> CalendarDay? {
    let (year, month, day) = date
    let target = year * 12 + month - 1 - months
    guard target >= 12 else { return nil }
    return (0...3).lazy.compactMap { CalendarDay(year: target / 12, month: target % 12 + 1, day: day - $0) }.first
  }
}
