import Dates
import TerminalUI
import TestSupport
import TestTraits
import Testing
import WorkoutModel
import WorkoutReports

@testable import WorkoutViews

@Suite struct WeekTotalsTests {
  @Test func `the weeks begin with the first workout, end with the last day, and have no gaps`() {
    let totals = WeekTotals(
      [workout(20_764, 30, 5000), workout(20_766, 20, 3000), workout(20_775, 10, 2000), workout(20_999, 60, 9000)],
      from: CalendarDay(number: 20_700), to: CalendarDay(number: 20_785))
    #expect(
      totals.weeks == [
        .init(
          monday: CalendarDay(number: 20_759), workouts: 1, time: .seconds(1800),
          distance: .init(metres: 5000, time: .seconds(1800))),
        .init(
          monday: CalendarDay(number: 20_766), workouts: 1, time: .seconds(1200),
          distance: .init(metres: 3000, time: .seconds(1200))),
        .init(
          monday: CalendarDay(number: 20_773), workouts: 1, time: .seconds(600),
          distance: .init(metres: 2000, time: .seconds(600))),
        .init(monday: CalendarDay(number: 20_780)),
      ])
    #expect(totals.scale == .distance)
    #expect(totals.parts == [1, 0.6, 0.4, 0])
  }

  @Test func `a week is whole even if the first day is in its middle`() {
    let totals = WeekTotals(
      [workout(20_759, 30, 5000), workout(20_766, 20, 3000), workout(20_772, 10, 2000)],
      from: CalendarDay(number: 20_770), to: CalendarDay(number: 20_772))
    #expect(totals.weeks.map(\.workouts) == [2])
  }

  @Test func `bars are scaled by time if one workout has no distance`() {
    let totals = WeekTotals(
      [workout(20_759, 30, 5000), workout(20_760, 30, nil), workout(20_766, 20, 3000)],
      from: CalendarDay(number: 20_700), to: CalendarDay(number: 20_766))
    #expect(totals.scale == .time)
    #expect(totals.parts == [1, 1.0 / 3])
    #expect(totals.weeks.map(\.distance?.metres) == [5000, 3000])
  }

  @Test(.hangLimit) func `a workout two thousand years ago has a row, and later weeks share one row`() {
    let now = CalendarDay(number: 20_785)
    let totals = WeekTotals(
      [workout(20_785 - 700_000, 30, 5000), workout(20_785, 30, 2500)], from: CalendarDay(number: -800_000), to: now)
    #expect(totals.weeks.count == 100_001)
    #expect(totals.rows == [0, nil, 100_000])
    let parts = totals.parts
    #expect(parts.first == 1)
    #expect(parts.last == 0.5)
    #expect(parts.count == 100_001)
  }

  @Test(
    arguments: [
      ([0, 9], 9, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), ([0, 10], 10, [0, nil, 10]), ([0], 8, [0, 1, 2, 3, 4, 5, 6, 7, 8]),
      ([0], 9, [0, nil]), ([0, 1, 20], 21, [0, 1, nil, 20, 21]),
    ] as [([Int], Int, [Int?])])
  func `more than eight weeks without a workout share one row`(busy: [Int], last: Int, rows: [Int?]) {
    let totals = WeekTotals(
      busy.map { workout(20_759 + 7 * $0, 30, 5000) }, from: CalendarDay(number: 20_759),
      to: CalendarDay(number: 20_759 + 7 * last))
    #expect(totals.rows == rows)
    let table = WeekTable(
      totals: totals, unit: .kilometres,
      today: CalendarDay(number: 20_759))
    let lines = table.lines(.plain, width: 80)
    #expect(lines.count == 1 + rows.count)
    #expect(lines.count { $0.hasSuffix("…") } == rows.count { $0 == nil })
  }

  @Test func `the planned time of a week includes only plans that have an end`() {
    let workouts = [
      workout(20_759, 30, nil, planned: 40), workout(20_760, 20, nil), workout(20_761, 5, nil, planned: 30),
    ]
    let totals = WeekTotals(workouts, from: CalendarDay(number: 20_759), to: CalendarDay(number: 20_759))
    #expect(totals.weeks.map(\.time) == [.seconds(55 * 60)])
    #expect(totals.weeks.map(\.planned) == [.seconds(70 * 60)])
    let open = WeekTotals(
      [workout(20_759, 30, nil)], from: CalendarDay(number: 20_759), to: CalendarDay(number: 20_759))
    let lines = WeekTable(totals: open, unit: .kilometres, today: CalendarDay(number: 20_759)).lines(.plain, width: 48)
    #expect(
      lines == [
        "   Week  No.   Time  Planned  km  by time", "2–8 Nov    1  30:00        –   –  ██████████████",
      ])
  }

  @Test func `a week without workouts has no bar`() {
    let totals = WeekTotals([], from: CalendarDay(number: 20_700), to: CalendarDay(number: 20_766))
    #expect(totals.parts == [0])
    let none = WeekTotals([workout(20_759, 0, 0)], from: CalendarDay(number: 20_700), to: CalendarDay(number: 20_759))
    #expect(none.parts == [0])
  }

  @Test func `the distance of a week is marked if only a part of the distance of a workout is known`() {
    let partial = RecordedWorkout(
      id: "a", started: LocalTime(secondsSince1970: 20_766 * 86_400, offset: 0), elapsed: .seconds(600),
      distance: KnownDistance(metres: 2500, time: .seconds(500), isPartial: true))
    let totals = WeekTotals(
      [workout(20_759, 30, 5000), workout(20_760, 30, nil), partial, workout(20_767, 20, 3000)],
      from: CalendarDay(number: 20_700), to: CalendarDay(number: 20_767))
    #expect(totals.weeks.map { $0.distance?.figure(in: .kilometres) } == ["5.00", "5.50+"])
    #expect(totals.scale == .time)
  }

  private func workout(_ day: Int, _ minutes: Int, _ metres: Double?, planned: Int? = nil) -> RecordedWorkout {
    RecordedWorkout(
      id: "\(day)", started: LocalTime(secondsSince1970: day * 86_400, offset: 0), elapsed: .seconds(60 * minutes),
      distance: KnownDistance(metres, in: .seconds(60 * minutes)), planned: planned.map { .seconds(60 * $0) })
  }
}

@Suite struct DayWordsTests {
  @Test(arguments: [
    ("2026-11-21", "16–22 Nov"), ("2026-11-16", "16–22 Nov"), ("2026-11-22", "16–22 Nov"),
    ("2026-12-01", "30 Nov–6 Dec"),
    ("2026-01-01", "29 Dec–4 Jan"), ("2027-01-03", "28 Dec–3 Jan"), ("2025-12-28", "22–28 Dec 2025"),
    ("2024-12-31", "30 Dec–5 Jan 2025"),
  ])
  func `a week is named by its first and last day, with the year if it is not this year`(day: String, week: String)
    throws
  {
    let numbers = day.split(separator: "-").compactMap { Int($0) }
    let day = try #require(CalendarDay(year: numbers[0], month: numbers[1], day: numbers[2]))
    #expect(day.weekText(in: 2026) == week)
  }
}

/// Tests of the lines of `history --csv`.
@Suite struct HistoryRecordsTests {
  private let started = LocalTime(secondsSince1970: 1_795_282_927, offset: 3600)

  @Test func `a workout is one line in canonical units`() {
    #expect(
      HistoryRecords.header
        == "started,title,name,completed,seconds,pausedSeconds,metres,metresArePartial,corrected,"
        + "intervals,plannedSeconds,plannedMetres,plannedMetresArePartial,plan,workoutId,program,session,"
        + "note,heartRate,maxHeartRate,cadence\r\n"
    )
    #expect(
      HistoryRecords.line(Samples.summary, started: started)
        == "2026-11-21T18:42:07+01:00,30/30,long-run,false,667.000,62.000,1177.5,false,false,21,2637.000,5000.0,false,"
        + "\"until 5km (4x(30s run @2.5m/s, 30s walk @1.5m/s), 1m walk @1.5m/s)\",w-1,,,,,,\r\n")
    let bare = Report.Summary(
      workoutId: "x", plan: "30s rum", completed: true, startedAt: "", endedAt: "", elapsedMs: 1, pausedMs: 0,
      intervals: 1)
    #expect(
      HistoryRecords.line(bare, started: started)
        == "2026-11-21T18:42:07+01:00,,,true,0.001,0.000,,false,false,1,,,false,,x,,,,,,\r\n")
    var session = bare
    session.session = Report.Session(program: "=c25k", week: 3, day: 2, weeks: 9, days: 3)
    #expect(HistoryRecords.line(session, started: started).hasSuffix(",,,false,,x,'=c25k,w3d2,,,,\r\n"))
    var measured = bare
    measured.planName = "hills"
    (measured.note, measured.heartRate, measured.maxHeartRate, measured.cadence) = ("-5 °C,\nsnow", 142, 171, 176)
    #expect(HistoryRecords.line(measured, started: started).hasPrefix("2026-11-21T18:42:07+01:00,hills,hills,"))
    #expect(HistoryRecords.line(measured, started: started).hasSuffix(",x,,,\"'-5 °C,·snow\",142,171,176\r\n"))
  }

  @Test(arguments: [
    ("a, b", "\"a, b\""), ("a \"b\"", "\"a \"\"b\"\"\""), ("=1+1", "'=1+1"), ("-x", "'-x"), ("+x", "'+x"),
    ("@x", "'@x"), ("\t=x", "'·=x"), ("=1,2", "\"'=1,2\""), ("a=b", "a=b"),
    ("a\nb\r\nc", "a·b··c"), ("\u{1B}[2J", "·[2J"), ("🏃 läuft", "🏃 läuft"),
    // A comma or a quotation mark requires quotes even if a combining mark follows it.
    ("a,\u{301}b", "\"a,\u{301}b\""), ("a\"\u{301}b", "\"a\"\"\u{301}b\""),
  ])
  func `any text is one field of a line`(title: String, field: String) {
    var summary = Samples.summary
    summary.title = title
    #expect(HistoryRecords.line(summary, started: started).hasPrefix("2026-11-21T18:42:07+01:00,\(field),long-run,"))
  }
}
