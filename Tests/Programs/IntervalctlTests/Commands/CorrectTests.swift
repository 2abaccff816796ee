import Dates
import TerminalUI
import TestSupport
import Testing
import WorkoutModel
import WorkoutReports

@testable import intervalctl

@Suite struct CorrectTests {
  private let units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)

  @Test func `a correction of a running workout shows the status, beginning with the distance`() {
    #expect(
      lines(Report.Corrected(status: Samples.running, wasM: 1154)) == [
        "Distance 1.18 of 5.00 km, was 1.15. Run 30 s, 0:23 left. Set 3 of 9, round 2 of 4. 32:50 left in all"
      ])
    #expect(
      lines(Report.Corrected(status: Samples.leadIn)) == [
        "Distance 0.00 of 5.00 km. Get ready: run, 30 s, in 0:05. 43:57 left in all"
      ])
    var unpaced = Samples.running
    (unpaced.distanceM, unpaced.remainingM) = (0, nil)
    #expect(lines(Report.Corrected(status: unpaced)).first?.hasPrefix("Distance 0.00 km. Run 30 s") == true)
  }

  @Test func `a correction of the last workout shows the name and the result of the workout`() {
    var summary = Samples.summary
    (summary.distanceM, summary.corrected) = (1250, true)
    #expect(
      lines(Report.Corrected(summary: summary, wasM: 1184)) == [
        "Corrected \"30/30\" of Fri 2 Jan, 04:04", "Time       11:07 of 43:57, and 1:02 of pauses",
        "Distance   1.25 of 5.00 km, was 1.18", "Pace       8:54/km", "Intervals  21",
        "Cues       20, at most 1.2 ms late, 2 missed",
      ])
    summary.session = Report.Session(program: "c25k", week: 3, day: 2, weeks: 9, days: 3, next: "w3d3", due: "w3d2")
    (summary.title, summary.plannedMs) = (nil, 700_000)
    let zone = { LocalTime(secondsSince1970: $0, offset: 3600) }
    #expect(
      Correct.lines(
        Report.Corrected(summary: summary), isFinish: true, units, .plain, today: zone(1_795_000_000).day, zone: zone
      ).last == "Program    Next: week 3, day 3. Rest a day.")
    summary.startedAt = "?"
    #expect(lines(Report.Corrected(summary: summary)).first == "Corrected \"long-run, week 3, day 2 of 3\"")
  }

  @Test(arguments: [(-Double.greatestFiniteMagnitude, "0.00"), (.greatestFiniteMagnitude, "1000000.00")])
  func `a distance beyond the limits is shown as the nearest limit`(metres: Double, figure: String) {
    #expect(
      lines(Report.Corrected(summary: Samples.summary, wasM: metres)).contains(
        "Distance   1.18 of 5.00 km, was \(figure)"))
    var status = Samples.running
    (status.distanceM, status.remainingM) = (metres, 0)
    #expect(
      lines(Report.Corrected(status: status, wasM: metres)).first?.hasPrefix(
        "Distance \(figure) of \(figure) km, was \(figure). Run 30 s") == true)
  }

  private func lines(_ corrected: Report.Corrected) -> [String] {
    let zone = { LocalTime(secondsSince1970: $0, offset: 3600) }
    return Correct.lines(corrected, units, .plain, today: zone(1_795_000_000).day, zone: zone)
  }
}
