import Testing

@testable import intervalctl

@Suite struct CalendarDayTests {
  @Test(arguments: [
    (1970, 1, 1, 0, 3), (2026, 11, 21, 20_778, 5), (2000, 2, 29, 11_016, 1), (1969, 12, 31, -1, 2),
    (1, 1, 1, -719_162, 0), (9999, 12, 31, 2_932_896, 4),
  ])
  func `a date is a number of days, and a day of the week`(
    year: Int, month: Int, day: Int, number: Int, weekday: Int
  ) {
    let date = CalendarDay(year: year, month: month, day: day)
    #expect(date?.number == number)
    #expect(date?.weekday == weekday)
  }

  @Test(arguments: [(2026, 2, 29), (2026, 4, 31), (1900, 2, 29), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0), (0, 1, 1)])
  func `what no calendar has is none`(year: Int, month: Int, day: Int) {
    #expect(CalendarDay(year: year, month: month, day: day) == nil)
  }

  @Test func `each day of four centuries is the one after the day before`() throws {
    var before = (year: 1799, month: 12, day: 31)
    let first = try #require(CalendarDay(year: 1800, month: 1, day: 1)).number
    for number in first..<(first + 146_097) {
      let day = CalendarDay(number: number)
      let date = day.date
      let isNext =
        date == (before.year, before.month, before.day + 1) || date == (before.year, before.month + 1, 1)
        || date == (before.year + 1, 1, 1) && before.month == 12 && before.day == 31
      #expect(isNext && CalendarDay(year: date.year, month: date.month, day: date.day) == day, "\(date)")
      before = date
    }
    #expect(before == (2199, 12, 31))
  }

  @Test(arguments: [
    ("2026-11-21", 1, "2026-10-21"), ("2026-03-31", 1, "2026-02-28"), ("2024-03-30", 1, "2024-02-29"),
    ("2026-01-15", 1, "2025-12-15"), ("2024-02-29", 12, "2023-02-28"), ("2026-11-21", 0, "2026-11-21"),
  ])
  func `months before it is the same day of a month, or its last`(day: String, months: Int, earlier: String) throws {
    let day = try CalendarDay(option: "--since", day, today: CalendarDay(number: 0))
    #expect(day.earlier(byMonths: months)?.iso == earlier)
    #expect(day.earlier(byMonths: 12 * 9999) == nil)
  }

  @Test(arguments: [
    ("2026-11-21", "16–22 Nov"), ("2026-11-16", "16–22 Nov"), ("2026-11-22", "16–22 Nov"),
    ("2026-12-01", "30 Nov–6 Dec"),
    ("2026-01-01", "29 Dec–4 Jan"), ("2027-01-03", "28 Dec–3 Jan"), ("2025-12-28", "22–28 Dec 2025"),
    ("2024-12-31", "30 Dec–5 Jan 2025"),
  ])
  func `a week is from Monday to Sunday, with the year where it is another`(day: String, week: String) throws {
    let day = try CalendarDay(option: "--since", day, today: CalendarDay(number: 0))
    #expect(day.weekText(in: 2026) == week)
  }
}
