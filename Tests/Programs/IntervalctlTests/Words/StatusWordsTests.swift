import Dates
import TerminalUI
import Testing
import ControlInterface

@testable import intervalctl

@Suite struct StatusWordsTests {
  @Test func `a status says what to do, what comes, and how far it is`() {
    #expect(
      StatusWords(Samples.running).lines(.plain) == [
        "30/30",
        "Now       Run 30 s, 0:23 left",
        "Next      Walk 30 s",
        "Where     Round 3 of 9, 2 of 4",
        "Interval  21 of 83",
        "Time      11:07 done, 32:50 left",
        "Distance  1.18 of 5.00 km",
        "Cues      20, at most 1.2 ms late",
      ])
  }

  @Test func `an open interval counts up`() {
    #expect(
      StatusWords(Samples.open).lines(.plain) == [
        "30/30", "Now       Walk until you say next: to the hill, 0:07 so far", "Next      the end",
        "Interval  21", "Time      11:07 done", "Cues      20, at most 1.2 ms late",
      ])
  }

  @Test(arguments: [
    (Samples.idle, "Idle"),
    (Samples.running, "Run 30 s, 0:23 left. Round 3 of 9, 2 of 4. 32:50 left in all"),
    (Samples.leadIn, "Get ready: run 30 s in 0:05. 43:57 left in all"),
    (Samples.paused(by: .user), "Paused: run 30 s, 0:23 left. Round 3 of 9, 2 of 4. 32:50 left in all"),
    (
      Samples.paused(by: .sleep),
      "Paused since the machine slept: run 30 s, 0:23 left. Round 3 of 9, 2 of 4. 32:50 left in all"
    ),
  ])
  func `a sentence says it all`(status: Wire.Status, sentence: String) {
    #expect(StatusWords(status).sentence == sentence)
  }

  @Test(
    arguments: [
      // A plan of 43:56.7 and one of 43:57.3 are both shown as 43:57 in all.
      (nil, 5000, 2_636_700, "43:57"), (nil, 5000, 2_637_300, "43:57"),
      (Samples.run, 30_000, 2_636_700, "43:57"), (Samples.run, 30_000, 2_637_300, "43:57"),
      (Samples.run, 29_300, 2_636_600, "43:57"), (Samples.run, 28_900, 2_636_200, "43:56"),
      // The last interval is all that is left, and counted down.
      (Samples.run, 22_300, 22_300, "0:23"), (Samples.run, 100, 100, "0:01"), (Samples.run, 22_400, 52_400, "0:53"),
    ] as [(Wire.Interval?, Int, Int, String)])
  func `what is left in all adds up, and begins with the plan's total`(
    interval: Wire.Interval?, intervalLeft: Int, left: Int, text: String
  ) {
    var status = Samples.running
    (status.interval, status.intervalRemainingMs, status.remainingMs) = (interval, intervalLeft, left)
    #expect(StatusWords(status).sentence.hasSuffix(". \(text) left in all"))
    let started = Wire.Started(status: status, warnings: [])
    guard interval == nil else { return }
    #expect(StartWords(started: started).line { _ in TimeOfDay(hour: 0, minute: 0) }.contains(": \(text), "))
  }

  @Test(arguments: [
    (Wire.Interval(kind: "interval", goal: "1m30s", durationMs: 90_000), "1 min 30 s"),
    (Wire.Interval(kind: "run", goal: "400mtr", durationMs: 90_000, distanceM: 400), "Run 400 m"),
    (Wire.Interval(kind: "run", goal: "3.1mi", durationMs: 90_000, distanceM: 3.1 * 1609.344), "Run 3.1 mi"),
    (Wire.Interval(kind: "run", goal: "5km", durationMs: 90_000, distanceM: 1234), "Run 1.23 km"),
    (Wire.Interval(kind: "warmup", goal: "5m", durationMs: 290_000), "Warm up 4 min 50 s"),
    (Wire.Interval(kind: "skip", goal: "5hops"), "Skip 5hops"),
    (Wire.Interval(kind: "run", label: "\u{1B}[2J", goal: "30s", durationMs: 30_000), "Run 30 s: ·[2J"),
  ])
  func `an interval is told as it will be run`(interval: Wire.Interval, title: String) {
    #expect(IntervalWords(units: .init(Samples.running)).title(of: interval) == title)
  }

  @Test func `a hostile title is harmless and short`() {
    var status = Samples.running
    status.title = "\u{1B}]0;x\u{7}" + String(repeating: "a", count: 10_000)
    #expect(WorkoutName(status).heading == "·]0;x·" + String(repeating: "a", count: 53) + "…")
  }

  @Test func `a summary says what it came to`() {
    #expect(
      SummaryWords(summary: Samples.summary, units: .init(Samples.running)).lines(.plain) == [
        "Stopped \"30/30\"",
        "Time       11:07 of 43:57, and 1:02 of pauses",
        "Distance   1.18 of 5.00 km",
        "Pace       9:26/km",
        "Intervals  21",
        "Cues       20, at most 1.2 ms late, 2 missed",
      ])
  }

  @Test func `a start says what, how long, how far, and when it ends`() {
    let clock = { (duration: Duration) in
      duration == .seconds(2642) ? TimeOfDay(hour: 8, minute: 42) : TimeOfDay(hour: 0, minute: 0)
    }
    let started = Wire.Started(status: Samples.leadIn, warnings: ["No \u{7}sound."])
    let words = StartWords(started: started)
    #expect(
      words.line(clock: clock)
        == "Started \"30/30\": 43:57, 5.00 km, ends about 08:42. Stop it with: intervalctl stop")
    #expect(words.warnings(.plain, width: nil) == ["warning: No ·sound."])
    #expect(words.warnings(.plain, width: 14) == ["warning: No", "·sound."])
  }

  @Test(
    arguments: [
      (TimeOfDay(hour: 8, minute: 5), "08:05"), (TimeOfDay(hour: 22, minute: 9, days: 1), "22:09 tomorrow"),
      (TimeOfDay(hour: 22, minute: 9, days: 3), "22:09 in 3 days"),
    ])
  func `a start shows when the workout ends, with the day if that is far off`(time: TimeOfDay, text: String) {
    let started = Wire.Started(status: Samples.leadIn, warnings: [])
    #expect(StartWords(started: started).line { _ in time }.contains(", ends about \(text). Stop it"))
  }

  @Test func `an endless workout that was typed is told by its plan`() {
    var status = Samples.open
    (status.title, status.planName, status.plan) = (nil, nil, "forever 30s # beat")
    let words = StartWords(started: .init(status: status, warnings: []))
    #expect(
      words.line { _ in TimeOfDay(hour: 0, minute: 0) }
        == "Started forever 30s: until you stop it. Stop it with: intervalctl stop")
  }

  @Test func `a plan that was worked out is called by paces to the second`() {
    var status = Samples.running
    (status.title, status.planName) = (nil, nil)
    for (plan, name) in [
      (
        "until 5km (30s run @2.5410666666666666m/s, 30s walk @16:30/mi)",
        "until 5km (30s run @10:33/mi, 30s walk @16:30/mi)"
      ),
      ("2x(30s run @2.5410666666666666m/s, 30s walk @6kph)", "2x(30s run @6:34/km, 30s walk @6kph)"),
      ("until 3mi (30s run @2.54106666m/s)", "until 3mi (30s run @10:33/mi)"),
      ("30s run @2.54m/s", "30s run @2.54m/s"),
    ] {
      status.plan = plan
      #expect(WorkoutName(status).heading == name)
    }
  }
}
