import Dates
import PlanNotation
import Testing
import WorkoutModel

@testable import intervalctl

@Suite struct SessionDatesTests {
  /// The first possible day is Tuesday 2026-12-01.
  ///
  /// Each row has the numbers of sessions of the weeks, the weekdays, and the expected days.
  @Test(arguments: [
    ([3, 3], "mon,wed,sat", "w1d1 12-02, w1d2 12-05, w1d3 12-07, w2d1 12-09, w2d2 12-12, w2d3 12-14"),
    ([3, 1, 2], "tue,thu,sun", "w1d1 12-01, w1d2 12-03, w1d3 12-06, w2d1 12-08, w3d1 12-15, w3d2 12-17"),
    // A week with more sessions than weekdays continues in the next calendar week.
    ([3, 2], "sat", "w1d1 12-05, w1d2 12-12, w1d3 12-19, w2d1 12-26, w2d2 2027-01-02"),
    ([2, 2], "MON, Tuesday", "w1d1 12-01, w1d2 12-07, w2d1 12-08, w2d2 12-14"),
  ])
  func `sessions are on the chosen weekdays, and each week begins at least seven days after the previous one`(
    days: [Int], weekdays: String, expected: String
  ) throws {
    let program = TrainingProgram(try days.map { .init([.init(count: $0, try PlanFile("30s").plan)]) })
    let dates = SessionDates(
      of: program, from: SessionID(week: 1, day: 1), start: try Self.tuesday, on: try SessionDates.weekdays(weekdays))
    let words = dates.sessions.map { "\($0.id) \($0.day.iso.trimmingPrefix("2026-"))" }
    #expect(words.joined(separator: ", ") == expected)
  }

  @Test(arguments: [("mon,mon,sat", "mon", "mon"), ("sun,mon, Sunday", "sunday", "mon,sun")])
  func `a weekday that is given twice is rejected`(value: String, word: String, weekdays: String) {
    #expect(throws: Failure.repeatedWeekday(word, weekdays)) { try SessionDates.weekdays(value) }
  }

  @Test func `the sessions begin with a given session`() throws {
    let program = TrainingProgram(try (0..<3).map { _ in .init([.init(count: 3, try PlanFile("30s").plan)]) })
    let dates = SessionDates(
      of: program, from: SessionID(week: 2, day: 3), start: try Self.tuesday, on: [1, 3, 5])
    #expect(dates.sessions.map { "\($0.id) \($0.day.iso)" }.prefix(2) == ["w2d3 2026-12-01", "w3d1 2026-12-08"])
    #expect(dates.sessions.count == 4)
  }

  @Test func `without a choice, there are as many weekdays as sessions in a week`() {
    for count in 1...7 { #expect(SessionDates.usualWeekdays(for: count).count == count) }
    #expect(SessionDates.usualWeekdays(for: 20) == Set(0...6))
  }

  @Test(arguments: [
    ("2026-12-05", "2026-12-05"), ("today", "2026-12-01"), ("Tomorrow", "2026-12-02"), ("tuesday", "2026-12-01"),
    ("mon", "2026-12-07"),
  ])
  func `the first day is a date or the name of a day`(text: String, day: String) throws {
    #expect(try CalendarDay(futureOption: "--from", text, today: Self.tuesday).iso == day)
  }

  private static var tuesday: CalendarDay {
    get throws { try #require(CalendarDay(year: 2026, month: 12, day: 1)) }
  }
}
