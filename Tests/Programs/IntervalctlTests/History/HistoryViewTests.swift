import Dates
import TerminalUI
import TestSupport
import Testing
import Text
import WorkoutModel
import WorkoutReports
import WorkoutViews

@testable import intervalctl

/// Tests of the exact output of `history`.
@Suite struct HistoryViewTests {
  /// Saturday, 21 November 2026.
  private let today = CalendarDay(number: 20_778)

  private static let workouts = [
    Samples.workout("1", at: "2025-12-28T09:05:00Z", title: "First"),
    Samples.workout("2", at: "2026-11-01T23:30:00Z", title: nil, minutes: 12, metres: 2000, completed: false),
    Samples.workout(
      "3", at: "2026-11-09T06:00:00Z", title: "Hills, up and down until it is dark", minutes: 75, metres: 12_500
    ),
    Samples.workout("4", at: "2026-11-20T18:42:00Z", title: "Tempo"),
  ]

  @Test func `workouts are shown as rows and weeks as bars, from the oldest to the newest`() throws {
    let lines = try lines(Self.workouts)
    #expect(
      lines == [
        "4 workouts",
        "No.            Started     Time     km  min/km           Workout",
        "  4  28 Dec 2025 09:05    30:00   5.00    6:00           First",
        "  3   Sun  1 Nov 23:30    12:00   2.00    6:00  stopped  30m run @6:00/km",
        "  2   Mon  9 Nov 06:00  1:15:00  12.50    6:00           Hills, up and down until it is dark",
        "  1   Fri 20 Nov 18:42    30:00   5.00    6:00           Tempo",
        "",
        "        Week  No.     Time  Planned     km  by distance",
        "28 Sep–4 Oct    0",
        "    5–11 Oct    0",
        "   12–18 Oct    0",
        "   19–25 Oct    0",
        "26 Oct–1 Nov    1    12:00    30:00   2.00  █████▊",
        "     2–8 Nov    0",
        "    9–15 Nov    1  1:15:00    30:00  12.50  ████████████████████████████████████",
        "   16–22 Nov    1    30:00    30:00   5.00  ██████████████▍",
      ])
  }

  @Test func `a narrow terminal shows no weekdays, times of day, paces or planned times`() throws {
    let lines = try lines(Self.workouts, width: 40)
    #expect(
      lines == [
        "4 workouts",
        "#          Day     Time     km  Workout",
        "4  28 Dec 2025    30:00   5.00  First",
        "3        1 Nov   ■12:00   2.00  30m run…",
        "2        9 Nov  1:15:00  12.50  Hills, …",
        "1       20 Nov    30:00   5.00  Tempo",
        "",
        "        Week  No.     Time     km",
        "28 Sep–4 Oct    0",
        "    5–11 Oct    0",
        "   12–18 Oct    0",
        "   19–25 Oct    0",
        "26 Oct–1 Nov    1    12:00   2.00  ▊",
        "     2–8 Nov    0",
        "    9–15 Nov    1  1:15:00  12.50  █████",
        "   16–22 Nov    1    30:00   5.00  ██",
      ])
    for width in 40...200 {
      #expect(try self.lines(Self.workouts, width: width).allSatisfy { $0.columns <= width })
    }
  }

  @Test(arguments: [
    (80, "  1  Fri 20 Nov 06:30  30:00   –       –  w3d2 Couch to 5K"), (60, "1  20 Nov  30:00   –  w3d2 Couch to 5K"),
    (34, "1  20 Nov  30:00   –  w3d2 Couch …"),
  ])
  func `a session is in front of the title, so that only the title is cut`(width: Int, row: String) throws {
    let session = Samples.session("1", "w3d2", at: "2026-11-20T06:30:00Z")
    #expect(try lines([session], width: width)[2] == row)
  }

  @Test func `the list contains the last twenty workouts, or all workouts since a given day`() throws {
    let many = (1...25).map { Samples.workout("\($0)", at: "2026-10-\($0 < 10 ? "0" : "")\($0)T10:00:00Z") }
    let last = try lines(many)
    #expect(last.first == "The last 20 of 25 workouts")
    #expect(last[2].hasPrefix(" 20  Tue  6 Oct 10:00"))
    let since = try lines(many, since: "2026-10-24")
    #expect(
      since == [
        "The last 2 of 25 workouts",
        "No.           Started   Time    km  min/km  Workout",
        "  2  Sat 24 Oct 10:00  30:00  5.00    6:00  30/30",
        "  1  Sun 25 Oct 10:00  30:00  5.00    6:00  30/30",
        "",
        "        Week  No.     Time  Planned     km  by distance",
        "   19–25 Oct    7  3:30:00  3:30:00  35.00  ████████████████████████████████████",
        "26 Oct–1 Nov    0",
        "     2–8 Nov    0",
        "    9–15 Nov    0",
        "   16–22 Nov    0",
      ])
  }

  @Test func `an unknown distance is shown as a dash, and the bars show times instead of distances`() throws {
    var unknown = Samples.workout("1", at: "2026-11-20T18:42:00Z", metres: nil)
    unknown.plan = "distance-units mi\npace-units mph\n30m run"
    let lines = try lines([unknown])
    #expect(
      lines == [
        "1 workout",
        "No.           Started   Time  mi  mph  Workout",
        "  1  Fri 20 Nov 18:42  30:00   –    –  30/30",
        "",
        "     Week  No.   Time  Planned  mi  by time",
        "16–22 Nov    1  30:00    30:00   –  ████████████████████████████████████████",
      ])
  }

  @Test func `each workout has the units of its plan, and the weeks have the unit of the locale if the units differ`()
    throws
  {
    var miles = Self.workouts[3]
    miles.plan = "3mi run @6mph"
    let mixed = try lines([Self.workouts[2], miles], locale: "en_US")
    #expect(
      mixed == [
        "2 workouts",
        "No.           Started     Time  Distance      Pace  Workout",
        "  2  Mon  9 Nov 06:00  1:15:00  12.50 km   6:00/km  Hills, up and down until it is dark",
        "  1  Fri 20 Nov 18:42    30:00   3.11 mi  6.21 mph  Tempo",
        "",
        "     Week  No.     Time  Planned    mi  by distance",
        " 9–15 Nov    1  1:15:00    30:00  7.77  ████████████████████████████████████████",
        "16–22 Nov    1    30:00    30:00  3.11  ████████████████",
      ])
    let same = try lines([miles], locale: "de_DE")
    #expect(same[1].contains("  mi   mph  "))
    #expect(same[4].contains("  mi  "))
  }

  @Test func `a corrected distance is marked`() throws {
    var corrected = Self.workouts[3]
    (corrected.distanceM, corrected.corrected) = (4800, true)
    let wide = try lines([Self.workouts[2], corrected])
    #expect(wide[2].contains("  1:15:00  12.50    6:00  "))
    #expect(wide[3].contains("    30:00  ✓4.80    6:15  "))
    #expect(try lines([corrected], width: 40)[2] == "1  20 Nov  30:00  ✓4.80  Tempo")
  }

  @Test func `a terminal shows coloured bars, and a faint mark for a stopped workout`() throws {
    let today = CalendarDay(number: 20_778)
    let view = try HistoryView(
      .read(Samples.history([Self.workouts[1]])), HistorySelection(), configuration: Settings(), environment: [:],
      today: today)
    let lines = view.lines(.coloured, width: 80)
    #expect(lines.contains { $0.contains("\u{1B}[38;5;145mstopped\u{1B}[0m") })
    #expect(lines.contains { $0.contains("\u{1B}[1;38;5;72m█") })
    #expect(lines.map(\.withoutSequences) == view.lines(.plain, width: 80))
  }

  private func lines(
    _ workouts: [Report.Summary], since: String? = nil, locale: String = "C", width: Int? = nil
  ) throws -> [String] {
    let since = try since.map { try CalendarDay(option: "--since", $0, today: today) }
    return try HistoryView(
      .read(Samples.history(workouts)),
      HistorySelection(since: since, count: since == nil ? HistoryView.usualEntries : nil), configuration: Settings(),
      environment: ["LANG": locale],
      today: today
    ).lines(.plain, width: width)
  }
}
