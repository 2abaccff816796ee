import Dates
import Testing

@Suite struct CalendarDayTests {
  @Test(arguments: [
    (1970, 1, 1, 0, 3), (2026, 11, 21, 20_778, 5), (2000, 2, 29, 11_016, 1), (1969, 12, 31, -1, 2),
    (1, 1, 1, -719_162, 0), (1582, 10, 10, -141_432, 6),
    (9999, 12, 31, 2_932_896, 4),
  ])
  func `a date has a number of days and a day of the week`(
    year: Int, month: Int, day: Int, number: Int, weekday: Int
  ) {
    let date = CalendarDay(year: year, month: month, day: day)
    #expect(date?.number == number)
    #expect(date?.weekday == weekday)
  }

  @Test(arguments: [
    (2026, 2, 29), (2026, 4, 31), (1900, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (0, 1, 1), (10_000, 1, 1),
  ])
  func `a date that does not exist is rejected`(year: Int, month: Int, day: Int) {
    #expect(CalendarDay(year: year, month: month, day: day) == nil)
  }

  @Test func `each day of four centuries follows the day before`() throws {
    var before = (year: 1799, month: 12, day: 31)
    let first = try #require(CalendarDay(year: 1800, month: 1, day: 1)).number
    for number in first..<(first + 146_097) {
      let day = CalendarDay(number: number)
      let date = day.date
      let isNext =
        date == (before.year, before.month, before.day + 1) || date == (before.year, before.month + 1, 1)
        || date == (before.year + 1, 1, 1) && before.month == 12 && before.day == 31
      #expect(isNext, "\(date)")
      #expect(CalendarDay(year: date.year, month: date.month, day: date.day) == day, "\(date)")
      before = date
    }
    #expect(before == (2199, 12, 31))
  }

  @Test(arguments: [
    ((2026, 11, 21), 1, "2026-10-21"), ((2026, 3, 31), 1, "2026-02-28"), ((2024, 3, 30), 1, "2024-02-29"),
    ((2026, 1, 15), 1, "2025-12-15"), ((2024, 2, 29), 12, "2023-02-28"), ((2026, 11, 21), 0, "2026-11-21"),
  ])
  func `an earlier month has the same day, or its last day`(
    day: (year: Int, month: Int, day: Int), months: Int, earlier: String
  ) throws {
    let day = try #require(CalendarDay(year: day.year, month: day.month, day: day.day))
    #expect(day.earlier(byMonths: months)?.iso == earlier)
    #expect(day.earlier(byMonths: 12 * 9999) == nil)
  }

  @Test(arguments: [(1, 1, 2, "0001-01-02"), (476, 9, 4, "0476-09-04"), (9999, 12, 31, "9999-12-31")])
  func `the year of a date in ISO 8601 has four digits`(year: Int, month: Int, day: Int, text: String) {
    #expect(CalendarDay(year: year, month: month, day: day)?.iso == text)
  }
}
