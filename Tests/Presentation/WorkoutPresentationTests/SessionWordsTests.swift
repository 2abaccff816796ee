import Dates
import FoundationEssentials
import PlanNotation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutReports

@testable import WorkoutPresentation

/// Tests of the exact words for sessions of a training program.
@Suite struct SessionWordsTests {
  private static let session = Report.Session(
    program: "c25k", week: 3, day: 2, weeks: 9, days: 3, next: "w3d3", due: "w3d2")

  @Test func `a title contains the week and the day`() {
    let words = SessionWords(Self.session)
    #expect(words.place == "week 3, day 2 of 3")
    #expect(words.title("Couch to 5K") == "Couch to 5K, week 3, day 2 of 3")
    #expect(words.title(nil) == "c25k, week 3, day 2 of 3")
  }

  @Test func `the label of a session follows its place`() {
    let session = Report.Session(
      program: "c25k", week: 3, day: 2, weeks: 9, days: 3, label: "Longer runs", next: "w3d3", due: "w3d2")
    #expect(SessionWords(session).title("Couch to 5K") == "Couch to 5K, week 3, day 2 of 3: Longer runs")
  }

  @Test(
    arguments: [
      (session, 28, "Next: week 3, day 3. Rest a day."),
      // Four fifths of 28 minutes are 22:24.
      (session, 23, "Next: week 3, day 3. Rest a day."),
      (session, 22, "Next: week 3, day 2 again, because less than four fifths were done."),
      // A session that was chosen although another one is due.
      (
        .init(program: "c25k", week: 1, day: 1, weeks: 9, days: 3, next: "w1d2", due: "w3d2"), 1, "Next: week 3, day 2."
      ),
      (
        .init(program: "c25k", week: 1, day: 1, weeks: 9, days: 3, next: "w1d2", due: "w3d2"), 28,
        "Next: week 1, day 2. Rest a day."
      ),
      (.init(program: "p", week: 1, day: 4, weeks: 2, days: 4, next: "w2d1", due: "w1d4"), 28, "Next: week 2, day 1."),
      (
        .init(program: "c25k", week: 9, day: 3, weeks: 9, days: 3, due: "w9d3"), 28,
        "That was the last session of the program."
      ),
      (
        .init(program: "c25k", week: 9, day: 3, weeks: 9, days: 3, due: "w9d3"), 1,
        "Next: week 9, day 3 again, because less than four fifths were done."
      ),
      // All sessions were done before.
      (.init(program: "c25k", week: 1, day: 1, weeks: 9, days: 3, next: "w1d2"), 1, nil),
      (.init(program: "c25k", week: 9, day: 3, weeks: 9, days: 3), 1, nil),
      (nil, 28, nil),
    ] as [(Report.Session?, Int, String?)])
  func `a summary names the session that is due`(session: Report.Session?, minutes: Int, words: String?) {
    let summary = Self.summary(session, minutes: minutes, of: 28)
    #expect(summary.nextSessionWords == words)
  }

  @Test func `a session without a planned time is repeated until it is finished`() {
    var summary = Self.summary(Self.session, minutes: 100, of: nil)
    #expect(summary.nextSessionWords == "Next: week 3, day 2 again, because it was not finished.")
    summary.completed = true
    #expect(summary.nextSessionWords == "Next: week 3, day 3. Rest a day.")
  }

  @Test func `a corrected distance can make a session done`() {
    var summary = Self.summary(Self.session, minutes: 22, of: 28)
    let again = "Next: week 3, day 2 again, because less than four fifths were done."
    (summary.distanceM, summary.plannedDistanceM) = (5000, 5000)
    #expect(summary.nextSessionWords == again)
    summary.correct(toMetres: 3999)
    #expect(summary.nextSessionWords == again)
    summary.correct(toMetres: 4000)
    #expect(summary.nextSessionWords == "Next: week 3, day 3. Rest a day.")
  }

  @Test func `the cues of a session name the session and the next one`() throws {
    var run = RehearsedRun()
    try run.start("name \"Couch to 5K\"\n30s run, 30s walk", session: Self.session)
    run.pass(.seconds(100))
    #expect(run.words[1] == ["Couch to 5K, week 3, day 2 of 3", "Get ready: run, 30 s, in 5 s", "1:00"])
    #expect(
      run.words.last == [
        "Finished: Couch to 5K, week 3, day 2 of 3", "1:00", "Next: week 3, day 3. Rest a day.",
      ])
  }

  @Test func `a session that is stopped early is due again`() throws {
    var run = RehearsedRun()
    try run.start("10m run", planName: "c25k", session: Self.session)
    run.pass(.seconds(65))
    try run.handle(.stop)
    #expect(
      run.words.last == [
        "Stopped: c25k, week 3, day 2 of 3", "1:00",
        "Next: week 3, day 2 again, because less than four fifths were done.",
      ])
  }

  @Test func `the name of a workout contains its session`() {
    var status = Samples.running
    (status.title, status.session) = ("Couch to 5K", Self.session)
    #expect(WorkoutName(status).title == "Couch to 5K, week 3, day 2 of 3")
    #expect(WorkoutName(status).phrase == "\"Couch to 5K, week 3, day 2 of 3\"")
    #expect(StatusWords(status).heading == "Couch to 5K, week 3, day 2 of 3")
    let started = StartWords(started: Report.Started(status: status, warnings: []))
    #expect(
      started.lines { _ in TimeOfDay(hour: 18, minute: 44) } == [
        "Started \"Couch to 5K, week 3, day 2 of 3\": 32:50, 5.00 km, ends about 18:44",
        "Stop it with: intervalctl stop",
      ])
    (status.title, status.planName) = (nil, nil)
    #expect(WorkoutName(status).heading == "c25k, week 3, day 2 of 3")
    #expect(WorkoutName(status).shortHeading == "w3d2 c25k")
    #expect(WorkoutName(Self.summary(Self.session, minutes: 1, of: 1)).heading == "Couch to 5K, week 3, day 2 of 3")
  }

  @Test func `a long label is cut only if the width requires it`() {
    var status = Samples.running
    let label = String(repeating: "long ", count: 20) + "end"
    status.title = "Couch to 5K"
    status.session = Report.Session(program: "c25k", week: 3, day: 2, weeks: 9, days: 3, label: label)
    let name = WorkoutName(status)
    #expect(name.heading == "Couch to 5K, week 3, day 2 of 3: \(label)")
    #expect(name.phrase == "\"\(name.heading)\"")
    #expect(name.title?.count == 60)
    #expect(name.heading(columns: 200) == name.heading)
    #expect(name.heading(columns: 40) == "Couch to 5K, week 3, day 2 of 3: long l…")
    #expect(name.heading(columns: 30) == "w3d2 Couch to 5K")
  }

  @Test(
    arguments: [
      ("5m warmup, 8x(60s run, 90s walk)", nil), ("30s run @6:00/km, 30s rest", nil),
      (
        "5m warmup \"easy\", 2x(30s run @6:00/km, 30s walk @10:00/km)",
        "'5m warmup' has no pace. Write '5m warmup @10:00/km', or add 'pace warmup 10:00/km' to the plan or to "
          + "intervald.conf."
      ),
      (
        "30s run @6:00/km, 2x(30s, 30s recover), open recover, 40s",
        "'30s recover' and '30s' have no pace. Write '30s recover @10:00/km' and '30s @6:00/km', or add "
          + "'pace recover 10:00/km' to the plan or to intervald.conf."
      ),
      ("30s run @6:00/km, 30s", "'30s' has no pace. Write '30s @6:00/km'."),
    ] as [(String, String?)])
  func `a warning names the intervals without a pace, if another interval has one`(plan: String, words: String?) throws
  {
    let warning = words.map { "A part of the distance is unknown, because \($0)" }
    #expect(try PlanFile(plan).plan.paceWarning(in: .kilometres) == warning)
  }

  @Test(
    arguments: [
      ("10km run @6:00/km, 100mtr sprint @37kph, 30m walk @2kph", []),
      ("10km run @40kph", ["'10km run @40kph' is faster than the world record over 100 m."]),
      ("2x(30m walk @1.5kph \"easy\")", ["'30m walk @1.5kph' is slower than 30:00/km."]),
      (
        "10km run @50:00/km",
        [
          "'10km run @50:00/km' is slower than 30:00/km. If 50:00 is the total time, write '10km run @5:00/km'."
        ]
      ),
    ] as [(String, [String])])
  func `a warning names a pace that is slower or faster than any person on foot`(plan: String, warnings: [String])
    throws
  {
    #expect(try PlanFile(plan).plan.paceWarnings(in: .kilometres) == warnings)
  }

  private static func summary(_ session: Report.Session?, minutes: Int, of planned: Int?) -> Report.Summary {
    Report.Summary(
      workoutId: "w-1", title: "Couch to 5K", planName: "c25k", session: session, plan: "28m run",
      completed: minutes == planned, startedAt: "2026-01-01T00:00:00Z", endedAt: "2026-01-01T02:00:00Z",
      elapsedMs: minutes * 60_000, pausedMs: 0, plannedMs: planned.map { $0 * 60_000 }, intervals: 1)
  }
}
