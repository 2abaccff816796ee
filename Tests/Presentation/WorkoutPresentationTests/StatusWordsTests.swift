import Dates
import TestSupport
import Testing
import WorkoutReports

@testable import WorkoutPresentation

@Suite struct StatusWordsTests {
  @Test(arguments: [
    (Samples.idle, "Idle"),
    (Samples.running, "Run 30 s, 0:23 left. Set 3 of 9, round 2 of 4. 32:50 left in all"),
    (Samples.leadIn, "Get ready: run, 30 s, in 0:05. 43:57 left in all"),
    (Samples.paused(by: .user), "Paused: run, 30 s, 0:23 left. Set 3 of 9, round 2 of 4. 32:50 left in all"),
    (
      Samples.paused(by: .sleep),
      "Paused since the machine slept: run, 30 s, 0:23 left. Set 3 of 9, round 2 of 4. 32:50 left in all"
    ),
  ])
  func `a sentence contains the whole status`(status: Report.Status, sentence: String) {
    #expect(StatusWords(status).sentence == sentence)
  }

  @Test func `a sentence with a clock contains the end of the workout`() {
    let words = StatusWords(Samples.leadIn) { TimeOfDay(hour: 18, minute: Int($0 / .seconds(60))) }
    #expect(words.sentence.hasSuffix(". 43:57 left in all, ends at 5.00 km, about 18:44"))
    let open = StatusWords(Samples.open) { _ in TimeOfDay(hour: 18, minute: 0) }
    #expect(!open.sentence.contains("ends"))
  }

  @Test func `an extended interval is shown with its present length`() {
    var status = Samples.running
    status.intervalRemainingMs = 33_000
    #expect(StatusWords(status).present == "Run 40 s, 0:33 left")
  }

  @Test(
    arguments: [
      // Plans of 43:56.7 and 43:57.3 both have a total of 43:57.
      (nil, 5000, 2_636_700, "43:57"), (nil, 5000, 2_637_300, "43:57"),
      (Samples.run, 30_000, 2_636_700, "43:57"), (Samples.run, 30_000, 2_637_300, "43:57"),
      (Samples.run, 29_300, 2_636_600, "43:57"), (Samples.run, 28_900, 2_636_200, "43:56"),
      // In the last interval, the time left in the interval is also the time left in the workout.
      (Samples.run, 22_300, 22_300, "0:23"), (Samples.run, 100, 100, "0:01"), (Samples.run, 22_400, 52_400, "0:53"),
    ] as [(Report.Interval?, Int, Int, String)])
  func `the time left begins with the plan's total, and is consistent with the interval's time left`(
    interval: Report.Interval?, intervalLeft: Int, left: Int, text: String
  ) {
    var status = Samples.running
    (status.interval, status.intervalRemainingMs, status.remainingMs) = (interval, intervalLeft, left)
    #expect(StatusWords(status).sentence.hasSuffix(". \(text) left in all"))
    let started = Report.Started(status: status, warnings: [])
    guard interval == nil else { return }
    #expect(StartWords(started: started).lines { _ in TimeOfDay(hour: 0, minute: 0) }[0].contains(": \(text), "))
  }

  @Test(arguments: [
    (Report.Interval(kind: "interval", goal: "1m30s", durationMs: 90_000), "1 min 30 s"),
    (Report.Interval(kind: "run", goal: "400mtr", durationMs: 90_000, distanceM: 400), "Run 400 m"),
    (Report.Interval(kind: "run", goal: "3.1mi", durationMs: 90_000, distanceM: 3.1 * 1609.344), "Run 3.1 mi"),
    (Report.Interval(kind: "run", goal: "5km", durationMs: 90_000, distanceM: 1234), "Run 1.23 km"),
    (Report.Interval(kind: "warmup", goal: "5m", durationMs: 290_000), "Warm up 4 min 50 s"),
    (Report.Interval(kind: "skip", goal: "5hops"), "Skip 5hops"),
    (Report.Interval(kind: "run", label: "\u{1B}[2J", goal: "30s", durationMs: 30_000), "Run 30 s: ·[2J"),
  ])
  func `an interval is shown with its actual goal`(interval: Report.Interval, title: String) {
    #expect(IntervalWords(units: .init(Samples.running)).title(of: interval) == title)
  }

  @Test(
    arguments: [
      ("mph", "6.00 mph", "6.0 mph"), ("min/mi", "10:00/mi", "6.0 mph"), ("kph", "9.66 kph", "9.7 kph"),
      // The unit is unknown to this version, or missing.
      ("knots", "6:13/km", "9.7 kph"), (nil, "6:13/km", "9.7 kph"),
    ] as [(String?, String, String)])
  func `the pace of an interval has the unit in which it was entered, or else the unit of average paces`(
    unit: String?, pace: String, speed: String
  ) {
    let words = IntervalWords(units: .init(Samples.running))
    let interval = Report.Interval(kind: "run", goal: "30s", paceMps: 2.68224, paceUnits: unit)
    #expect(words.pace(of: interval) == pace)
    #expect(words.speed(of: interval) == speed)
  }

  @Test func `a hostile title is escaped and cut`() {
    var status = Samples.running
    status.title = "\u{1B}]0;x\u{7}" + String(repeating: "a", count: 10_000)
    #expect(WorkoutName(status).heading == "·]0;x·" + String(repeating: "a", count: 53) + "…")
  }

  @Test func `a start shows the name, time, distance and end`() {
    let clock = { (duration: Duration) in
      duration == .seconds(2642) ? TimeOfDay(hour: 8, minute: 42) : TimeOfDay(hour: 0, minute: 0)
    }
    let started = Report.Started(status: Samples.leadIn, warnings: ["No \u{7}sound."])
    let words = StartWords(started: started)
    #expect(
      words.lines(clock: clock) == [
        "Started \"30/30\": 43:57, 5.00 km, ends about 08:42", "Stop it with: intervalctl stop",
      ])
  }

  @Test(
    arguments: [
      (TimeOfDay(hour: 8, minute: 5), "08:05"), (TimeOfDay(hour: 22, minute: 9, days: 1), "22:09 tomorrow"),
      (TimeOfDay(hour: 22, minute: 9, days: 3), "22:09 in 3 days"),
    ])
  func `a start shows the end of the workout, with the day if it is not today`(time: TimeOfDay, text: String) {
    let started = Report.Started(status: Samples.leadIn, warnings: [])
    #expect(StartWords(started: started).lines { _ in time }[0].hasSuffix(", ends about \(text)"))
  }

  @Test func `an endless typed workout is named by its plan`() {
    var status = Samples.open
    (status.title, status.planName, status.plan) = (nil, nil, "forever 30s # beat")
    let words = StartWords(started: .init(status: status, warnings: []))
    #expect(
      words.lines { _ in TimeOfDay(hour: 0, minute: 0) } == [
        "Started forever 30s: until you stop it", "Stop it with: intervalctl stop",
      ])
  }

  @Test func `a solved plan is named with paces rounded to the second`() {
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

@Suite struct EventWordsTests {
  @Test(
    arguments: [
      (
        Report.Event(event: .cue, cue: .start, text: "Run 30 s. Then walk\u{7}", status: Samples.running),
        "  11:07  Run 30 s. Then walk·"
      ),
      (
        Report.Event(event: .stopped, cue: .stopped, text: "Stopped", status: Samples.idle, summary: Samples.summary),
        "  11:07  Stopped"
      ),
      (Report.Event(event: .state, status: Samples.idle), "   0:00  Idle"),
      (Report.Event(event: .cue, cue: .countdown, text: "3", status: Samples.running), nil),
      (Report.Event(event: .cue, cue: "confetti", text: "!", status: Samples.running), nil),
      (Report.Event(event: "surprise", text: "!", status: Samples.running), nil),
    ] as [(Report.Event, String?)])
  func `a known event has a line, except for a countdown`(event: Report.Event, line: String?) {
    #expect(EventWords(event: event, previous: nil).line == line)
  }

  @Test func `the state of a new workout has no line, because a cue follows`() {
    let event = Report.Event(event: .state, status: Samples.running)
    #expect(EventWords(event: event, previous: Samples.idle).line == nil)
    #expect(
      EventWords(event: event, previous: Samples.running).line
        == "  11:07  Run 30 s, 0:23 left. Set 3 of 9, round 2 of 4. 32:50 left in all")
  }
}
