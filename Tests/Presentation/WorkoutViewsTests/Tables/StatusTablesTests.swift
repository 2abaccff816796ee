import Dates
import TerminalUI
import TestSupport
import Testing
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

@testable import WorkoutViews

@Suite struct StatusTablesTests {
  @Test func `a status shows the current interval, the next interval and the distance`() {
    #expect(
      StatusWords(Samples.running) { _ in TimeOfDay(hour: 18, minute: 47) }.lines(.plain) == [
        "30/30",
        "Now       Run 30 s @6:40/km, 0:23 left",
        "Next      Walk, 30 s @11:07/km",
        "Where     Set 3 of 9, round 2 of 4",
        "Interval  21 of 83",
        "Time      11:07 done, 32:50 left, ends at 5.00 km, about 18:47",
        "Distance  1.18 of 5.00 km",
        "Cues      20, at most 1.2 ms late",
      ])
  }

  @Test(
    arguments: [
      (Samples.measured(), ["Distance  1.18 of 5.00 km", "Measured  5:48/km · 152 bpm · 172 spm"]),
      (
        Samples.measured(isCurrent: false, speed: nil, cadence: nil),
        ["Distance  ~1.18 of 5.00 km", "Measured  152 bpm", "Sensor    foot pod silent: distance estimated"]
      ),
      (
        Report.Measured(distanceFrom: "treadmill", isCurrent: false, wasCurrent: false),
        ["Distance  ~1.18 of 5.00 km", "Sensor    waiting for the treadmill"]
      ),
      (
        Report.Measured(distanceFrom: "treadmill", isCurrent: false, wasCurrent: true),
        ["Distance  ~1.18 of 5.00 km", "Sensor    treadmill silent: distance estimated"]
      ),
      (
        Report.Measured(isCurrent: false, wasCurrent: false, heartRate: 99),
        ["Distance  1.18 of 5.00 km", "Measured  99 bpm"]
      ),
      (Report.Measured(distanceFrom: "satellite", isCurrent: false, wasCurrent: false), ["Distance  1.18 of 5.00 km"]),
    ] as [(Report.Measured, [String])])
  func `a status shows the values of the sensors, and why the distance is estimated`(
    measured: Report.Measured, lines: [String]
  ) {
    var status = Samples.running
    status.measured = measured
    #expect(Array(StatusWords(status).lines(.plain)[6...].dropLast()) == lines)
  }

  @Test func `a summary shows that the distance was measured, the heart rate and the cadence`() {
    var summary = Samples.summary
    summary.measured = true
    (summary.heartRate, summary.maxHeartRate, summary.cadence) = (152, 171, 168)
    let table = SummaryTable(summary: summary, units: .init(Samples.running))
    #expect(
      table.lines(.plain)[2...5] == [
        "Distance    1.18 of 5.00 km, measured", "Pace        9:26/km", "Heart rate  152 bpm, at most 171 bpm",
        "Cadence     168 spm",
      ])
    #expect(table.figures.map(\.name) == ["time", "distance", "average", "heart rate"])
    summary.corrected = true
    #expect(
      SummaryTable(summary: summary, units: .init(Samples.running)).lines(.plain)[2]
        == "Distance    1.18 of 5.00 km, corrected")
  }

  @Test func `a distance of which only a part is known is marked, and the pace is the average in this part`() {
    var status = Samples.running
    (status.distanceIsPartial, status.distanceMs, status.remainingIsPartial) = (true, 367_000, true)
    #expect(StatusWords(status).lines(.plain)[6] == "Distance  1.18 of 5.00 km and more")
    let bar = StatusBar(format: "{distance}", isWaybar: false)
    #expect(bar.line(LiveStatus(status: status, nowNs: status.atNs)) == "1.18 km+")
    var summary = Samples.summary
    (summary.distanceIsPartial, summary.distanceMs, summary.plannedDistanceIsPartial) = (true, 367_000, true)
    let table = SummaryTable(summary: summary, units: .init(Samples.running))
    #expect(table.lines(.plain)[2...3] == ["Distance   1.18 of 5.00 km and more", "Pace       5:12/km"])
    #expect(table.distanceText == "1.18 km+")
  }

  @Test func `a status shows that Do Not Disturb hides the notifications`() {
    var status = Samples.running
    status.notificationsHidden = true
    #expect(StatusWords(status).lines(.plain).last == "Screen    Do Not Disturb hides the notifications")
  }

  @Test func `a status shows what a restart has lost`() {
    var (running, later, idle) = (Samples.running, Samples.running, Samples.running)
    (running.lost, later.lost) = (.position, .laps)
    (idle.phase, idle.lost) = (.idle, .workout)
    let lines = [running, later, idle].map { StatusWords($0).lines(.plain) }
    #expect(lines[0].last == "Lost      the position of the workout, because its file could not be read")
    #expect(lines[1].last == "Lost      laps before the restart of intervald")
    #expect(
      lines[2] == ["Idle", "Lost  the workout before the restart of intervald, because its file could not be read"])
  }

  @Test func `an open interval counts up`() {
    #expect(
      StatusWords(Samples.open).lines(.plain) == [
        "30/30", "Now       Walk until you say next: to the hill, 0:07 so far", "Next      the end",
        "Interval  21", "Time      11:07 done", "Cues      20, at most 1.2 ms late",
      ])
  }

  @Test func `a summary shows the result`() {
    #expect(
      SummaryTable(summary: Samples.summary, units: .init(Samples.running)).lines(.plain) == [
        "Stopped \"30/30\"",
        "Time       11:07 of 43:57, and 1:02 of pauses",
        "Distance   1.18 of 5.00 km",
        "Pace       9:26/km",
        "Intervals  21",
        "Cues       20, at most 1.2 ms late, 2 missed",
      ])
  }

  @Test(arguments: [
    (100_000, 0, false, false), (100_001, 0, false, true), (0, 1, false, true), (0, 0, true, true),
  ])
  func `a summary shows the lateness of the cues if it was noticeable, or if this was requested`(
    maxUs: Int, missed: Int, isVerbose: Bool, isShown: Bool
  ) {
    var summary = Samples.summary
    summary.punctuality = .init(cues: 20, lastUs: 0, meanUs: 0, maxUs: maxUs, missed: missed)
    let table = SummaryTable(summary: summary, units: .init(Samples.running), isVerbose: isVerbose)
    #expect(table.lines(.plain).contains { $0.hasPrefix("Cues") } == isShown)
  }

  @Test func `a summary of a workout of less than 10 s shows that the workout is not recorded, and not as a session`() {
    var summary = Samples.summary
    summary.session = Report.Session(
      program: "c25k", week: 3, day: 2, weeks: 9, days: 3, next: "w3d3", due: "w3d2")
    (summary.elapsedMs, summary.plannedMs, summary.completed) = (9999, nil, true)
    #expect(
      SummaryTable(summary: summary, units: .init(Samples.running)).lines(.plain).suffix(2) == [
        "History    not recorded: less than 10 s of intervals",
        "Program    Next: week 3, day 2 again, because it was not finished.",
      ])
    summary.elapsedMs = 10_000
    #expect(
      SummaryTable(summary: summary, units: .init(Samples.running)).lines(.plain).last
        == "Program    Next: week 3, day 3. Rest a day.")
  }

  @Test func `a summary of a session of a program shows the next session`() {
    var summary = Samples.summary
    summary.session = Report.Session(
      program: "c25k", week: 3, day: 2, weeks: 9, days: 3, next: "w3d3", due: "w3d2")
    let lines = SummaryTable(summary: summary, units: .init(Samples.running)).lines(.plain)
    #expect(lines.first == "Stopped \"30/30, week 3, day 2 of 3\"")
    #expect(lines.last == "Program    Next: week 3, day 2 again, because less than four fifths were done.")
  }

  @Test func `the warnings of a start fit the width`() {
    let words = StartWords(started: Report.Started(status: Samples.leadIn, warnings: ["No \u{7}sound."]))
    #expect(words.warnings(.plain, width: nil) == ["warning: No ·sound."])
    #expect(words.warnings(.plain, width: 14) == ["warning: No", "·sound."])
  }
}
