import FoundationEssentials
import TestSupport
import Testing
import WorkoutModel
import WorkoutReports

@testable import WorkoutEngine
@testable import WorkoutPresentation

@Suite struct MeasuredWordsTests {
  private func words(_ measured: Report.Measured, paceUnits: String? = nil) throws -> MeasuredWords {
    var status = Samples.running
    status.measured = measured
    status.interval?.paceUnits = paceUnits
    return try #require(IntervalWords(units: DisplayUnits(status)).measured(status))
  }

  @Test(
    arguments: [
      (Samples.measured(), nil, "5:48/km · 152 bpm · 172 spm"),
      (Samples.measured(), "kph", "10.34 kph · 152 bpm · 172 spm"),
      (Samples.measured(speed: 0.2), nil, "152 bpm · 172 spm"),
      (Samples.measured(speed: nil, heartRate: nil), nil, "172 spm"),
      (Samples.measured(speed: nil, heartRate: nil, cadence: nil), nil, nil),
    ] as [(Report.Measured, String?, String?)])
  func `the measured values are one line, with the pace in the unit of the interval`(
    measured: Report.Measured, paceUnits: String?, line: String?
  ) throws {
    #expect(try words(measured, paceUnits: paceUnits).line == line)
  }

  @Test(
    arguments: [
      (Samples.measured(), []),
      (Samples.measured(isCurrent: false), ["foot pod silent: distance estimated", "foot pod silent"]),
      (Samples.measured(isCurrent: false, wasCurrent: false), ["waiting for the foot pod", "no foot pod yet"]),
      (Report.Measured(isCurrent: false, wasCurrent: false, heartRate: 100), []),
    ] as [(Report.Measured, [String])])
  func `an estimated distance has a reason if a sensor is selected`(measured: Report.Measured, notices: [String]) throws
  {
    #expect(try words(measured).notices == notices)
  }

  @Test func `a workout without sensors has no measured words`() {
    #expect(IntervalWords(units: DisplayUnits(Samples.running)).measured(Samples.running) == nil)
  }

  @Test func `a notification ends with the measured values`() throws {
    let request = try RequestedWorkout(
      text: "lead-in off\n1m run @6:00/km", planName: nil, configuration: Settings())
    let workout = RunningWorkout(
      request, id: "w-1", startedAt: Date(timeIntervalSince1970: 0), configuration: Settings(), environment: [:])
    var (engine, running) = (WorkoutEngine(), Optional<RunningWorkout>.none)
    let now = Instant(sinceOrigin: .seconds(100))
    let effects = try engine.handle(.start(workout.workout, cues: .none, replacing: false), at: now)
    var session = try #require(engine.session)
    session.sensed = SensedValues(metresPerSecond: 1000 / 348, heartRate: 152, cadence: 172)
    let events = WorkoutEvent.events(
      for: effects, at: now, in: &running, beginning: workout, progress: session.progress(at: now))
    #expect(events.last?.words.title == "Run 1 min")
    #expect(events.last?.words.lines.last == "5:48/km · 152 bpm · 172 spm")
  }

  @Test func `the result of a workout contains the mean heart rate`() throws {
    var summary = Samples.summary
    summary.heartRate = 152
    let words = WorkoutWords(units: DisplayUnits(Samples.running))
    #expect(words.result(summary) == "11:07, 1.18 km, 9:26/km, 152 bpm")
  }
}
