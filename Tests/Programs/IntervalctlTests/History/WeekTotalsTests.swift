import Dates
import TerminalUI
import Testing
import WorkoutModel

@testable import intervalctl

@Suite struct WeekTotalsTests {
  @Test func `weeks have no gaps, begin with the first workout, and end with this one`() {
    let totals = WeekTotals(
      [workout(20_764, 30, 5000), workout(20_766, 20, 3000), workout(20_775, 10, 2000), workout(20_999, 60, 9000)],
      from: CalendarDay(number: 20_700), to: CalendarDay(number: 20_785))
    #expect(
      totals.weeks == [
        .init(monday: CalendarDay(number: 20_759), workouts: 1, time: .seconds(1800), metres: 5000),
        .init(monday: CalendarDay(number: 20_766), workouts: 1, time: .seconds(1200), metres: 3000),
        .init(monday: CalendarDay(number: 20_773), workouts: 1, time: .seconds(600), metres: 2000),
        .init(monday: CalendarDay(number: 20_780)),
      ])
    #expect(totals.scale == .distance && totals.parts == [1, 0.6, 0.4, 0])
  }

  @Test func `a week is whole, wherever in it is the day from which on it is asked for`() {
    let totals = WeekTotals(
      [workout(20_759, 30, 5000), workout(20_766, 20, 3000), workout(20_772, 10, 2000)],
      from: CalendarDay(number: 20_770), to: CalendarDay(number: 20_772))
    #expect(totals.weeks.map(\.workouts) == [2])
  }

  @Test func `one workout without a distance makes time the scale`() {
    let totals = WeekTotals(
      [workout(20_759, 30, 5000), workout(20_760, 30, nil), workout(20_766, 20, 3000)],
      from: CalendarDay(number: 20_700), to: CalendarDay(number: 20_766))
    #expect(totals.scale == .time && totals.parts == [1, 1.0 / 3])
    #expect(totals.weeks.map(\.metres) == [5000, 3000])
  }

  @Test(.timeLimit(.minutes(1))) func `a workout two thousand years ago is a row, and all the weeks since are one`() {
    let now = CalendarDay(number: 20_785)
    let totals = WeekTotals(
      [workout(20_785 - 700_000, 30, 5000), workout(20_785, 30, 2500)], from: CalendarDay(number: -800_000), to: now)
    #expect(totals.weeks.count == 100_001)
    #expect(totals.rows == [0, nil, 100_000])
    let parts = totals.parts
    #expect(parts.first == 1 && parts.last == 0.5 && parts.count == 100_001)
  }

  @Test(
    arguments: [
      ([0, 9], 9, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), ([0, 10], 10, [0, nil, 10]), ([0], 8, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
      ([0], 9, [0, nil]), ([0, 1, 20], 21, [0, 1, nil, 20, 21]),
    ] as [([Int], Int, [Int?])])
  func `more than eight weeks without a workout are one row`(busy: [Int], last: Int, rows: [Int?]) {
    let totals = WeekTotals(
      busy.map { workout(20_759 + 7 * $0, 30, 5000) }, from: CalendarDay(number: 20_759),
      to: CalendarDay(number: 20_759 + 7 * last))
    #expect(totals.rows == rows)
    let table = WeekTable(
      totals: totals, units: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre),
      today: CalendarDay(number: 20_759))
    let lines = table.lines(.plain, width: 80)
    #expect(lines.count == 1 + rows.count && lines.count { $0.hasSuffix("…") } == rows.count { $0 == nil })
  }

  @Test func `where nothing was done nothing is drawn`() {
    let totals = WeekTotals([], from: CalendarDay(number: 20_700), to: CalendarDay(number: 20_766))
    #expect(totals.parts == [0])
    let none = WeekTotals([workout(20_759, 0, 0)], from: CalendarDay(number: 20_700), to: CalendarDay(number: 20_759))
    #expect(none.parts == [0])
  }

  /// Late on Sunday and early on Monday, on both sides of the change of the clocks.
  @Test(arguments: [
    // Berlin goes back on Sunday 25 October: 23:30 there is 21:30 UTC the day before it and 22:30 UTC on it.
    (SummerTime.berlin, ["2026-10-24T21:30:00Z", "2026-10-25T22:30:00Z", "2026-10-25T23:30:00Z"], [2, 1]),
    // And forward on Sunday 29 March: 23:30 is 22:30 UTC the day before it and 21:30 UTC on it.
    (.berlin, ["2026-03-28T22:30:00Z", "2026-03-29T21:30:00Z", "2026-03-29T22:30:00Z"], [2, 1]),
    // New York, 1 November and 8 March.
    (.newYork, ["2026-11-01T03:30:00Z", "2026-11-02T04:30:00Z", "2026-11-02T05:30:00Z"], [2, 1]),
    (.newYork, ["2026-03-08T04:30:00Z", "2026-03-09T03:30:00Z", "2026-03-09T04:30:00Z"], [2, 1]),
    // Auckland, 5 April and 27 September, where Sunday's evening is its morning in UTC.
    (.auckland, ["2026-04-04T10:30:00Z", "2026-04-05T11:30:00Z", "2026-04-05T12:30:00Z"], [2, 1]),
    (.auckland, ["2026-09-26T11:30:00Z", "2026-09-27T10:30:00Z", "2026-09-27T11:30:00Z"], [2, 1]),
  ])
  func `a workout belongs to the day and the week of where it was done`(
    zone: SummerTime, times: [String], counts: [Int]
  ) throws {
    let history = try RecordedHistory.read(
      Samples.history(times.map { Samples.workout($0, at: $0) }), zone: zone.time)
    #expect(history.workouts.map(\.started.day.weekday) == [5, 6, 0])
    #expect(history.workouts.map(\.started.clock) == ["23:30", "23:30", "00:30"])
    let days = history.workouts.map(\.started.day)
    #expect(WeekTotals(history.workouts, from: days[0], to: days[2]).weeks.map(\.workouts) == counts)
    #expect(history.indices(since: days[1]) == [1, 2])
  }

  private func workout(_ day: Int, _ minutes: Int, _ metres: Double?) -> RecordedWorkout {
    RecordedWorkout(
      id: "\(day)", started: LocalTime(secondsSince1970: day * 86_400, offset: 0), elapsed: .seconds(60 * minutes),
      metres: metres)
  }
}
