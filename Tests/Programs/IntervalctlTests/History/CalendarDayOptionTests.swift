import ControlInterface
import Dates
import Testing

@testable import intervalctl

@Suite struct CalendarDayOptionTests {
  /// Saturday, 21 November 2026.
  private let today = CalendarDay(number: 20_778)

  @Test(arguments: [
    ("today", "2026-11-21"), ("yesterday", "2026-11-20"), ("Saturday", "2026-11-21"), ("monday", "2026-11-16"),
    ("sunday", "2026-11-15"), ("0d", "2026-11-21"), ("10d", "2026-11-11"), ("2w", "2026-11-07"), ("3mo", "2026-08-21"),
    ("3m", "2026-08-21"),
    ("1Y", "2025-11-21"), ("2026-11-01", "2026-11-01"), ("2030-01-01", "2030-01-01"), ("1000y", "1026-11-21"),
  ])
  func `a day is given as a date, as the name of a day, or as a time before today`(text: String, day: String) throws {
    #expect(try CalendarDay(option: "--since", text, today: today).iso == day)
  }

  @Test(arguments: [
    ("yestreday", "did you mean 'yesterday'?"),
    ("tusday", "did you mean 'tuesday'?"),
    ("2026-02-30", nil), ("2026-2-3", nil), ("w", nil), ("", nil), ("2", nil), ("-2w", nil), ("9999y", nil),
    ("999999d", nil), ("99999999999999999999d", nil), ("２w", nil), ("12h", nil), ("m", nil),
  ])
  func `a text that is not a day is an error with a hint`(text: String, hint: String?) {
    let hint = hint ?? "write 10d, 2w, 3mo or 1y; today, yesterday or monday; or 2026-11-01"
    #expect(
      throws: Failure(
        status: .usage, message: "--since: '\(text)' is not a date", excerpt: .init(lineText: text, column: 1),
        hints: [hint])
    ) { try CalendarDay(option: "--since", text, today: today) }
  }
}
