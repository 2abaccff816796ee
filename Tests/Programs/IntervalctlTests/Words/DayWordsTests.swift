import Dates
import Testing

@testable import intervalctl

@Suite struct DayWordsTests {
  @Test(arguments: [
    ("2026-11-21", "16–22 Nov"), ("2026-11-16", "16–22 Nov"), ("2026-11-22", "16–22 Nov"),
    ("2026-12-01", "30 Nov–6 Dec"),
    ("2026-01-01", "29 Dec–4 Jan"), ("2027-01-03", "28 Dec–3 Jan"), ("2025-12-28", "22–28 Dec 2025"),
    ("2024-12-31", "30 Dec–5 Jan 2025"),
  ])
  func `a week is named by its first and last day, and by its year if that is another`(day: String, week: String)
    throws
  {
    let day = try CalendarDay(option: "--since", day, today: CalendarDay(number: 0))
    #expect(day.weekText(in: 2026) == week)
  }
}
