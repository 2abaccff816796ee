import FoundationEssentials
import PlanNotation
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutReports

@Suite struct StatusTests {
  private let start = Instant(sinceOrigin: .seconds(100))
  private let idleUnits = DisplayUnits(distance: .miles, pace: .minutesPerMile)

  /// The status of a workout, some time after its start.
  private func status(_ text: String, after time: Duration, withPlan: Bool = false) throws -> Report.Status {
    let request = try RequestedWorkout(text: text, planName: "plan", configuration: Settings())
    let running = RunningWorkout(
      request, id: "w-1", startedAt: Date(timeIntervalSince1970: 0), configuration: Settings(), environment: [:])
    var engine = WorkoutEngine()
    _ = try engine.handle(.start(running.workout, cues: .none, replacing: false), at: start)
    _ = engine.advance(to: start + time)
    return Report.Status(
      engine.progress(at: start + time), of: running, at: start + time, withPlan: withPlan, idleUnits: idleUnits)
  }

  @Test func `a status without a workout is idle, in the given units`() {
    let status = Report.Status(nil, of: nil, at: start, withPlan: true, idleUnits: idleUnits)
    #expect(status.phase == .idle)
    #expect(status.atNs == 100_000_000_000)
    #expect(status.distanceUnits == "mi")
    #expect(status.paceUnits == "min/mi")
    #expect(status.workoutId == nil)
    #expect(status.elapsedMs == 0)
  }

  @Test func `a status has the numbers of the progress`() throws {
    let status = try status("lead-in off\n2x(30s run @6:00/km, 400mtr walk @10:00/km)", after: .milliseconds(10_500))
    #expect(status.phase == .running)
    #expect(status.workoutId == "w-1")
    #expect(status.planName == "plan")
    #expect(
      status.interval
        == Report.Interval(
          kind: "run", goal: "30s", durationMs: 30_000, distanceM: 30_000.0 / 360, paceMps: 1000.0 / 360,
          paceUnits: "min/km"))
    #expect(
      status.next
        == Report.Interval(
          kind: "walk", goal: "400mtr", durationMs: 240_000, distanceM: 400, paceMps: 1000.0 / 600,
          paceUnits: "min/km"))
    #expect(status.rounds == [Report.Round(number: 1, of: 2, inner: 0)])
    #expect(status.number == 1)
    #expect(status.of == 4)
    #expect(status.elapsedMs == 10_500)
    #expect(status.intervalRemainingMs == 19_500)
    #expect(status.deadlineNs == 130_000_000_000)
  }

  @Test(
    arguments: [("@6mph", "mph"), ("@10kph", "kph"), ("@10:00/mi", "min/mi"), ("@3m/s", nil), ("", nil)]
      as [(String, String?)])
  func `an interval has the unit in which its pace was entered`(pace: String, unit: String?) throws {
    #expect(try status("lead-in off\n30s run \(pace)", after: .seconds(1)).interval?.paceUnits == unit)
  }

  @Test func `a status has the text of the plan only on request`() throws {
    #expect(try status("lead-in off\n30s", after: .zero).plan == nil)
    #expect(try status("lead-in off\n30s", after: .zero, withPlan: true).plan == "lead-in off\n30s")
  }

  @Test func `a moment between two nanoseconds is rounded up`() {
    #expect(Instant(sinceOrigin: Duration(secondsComponent: 1, attosecondsComponent: 1)).nanoseconds == 1_000_000_001)
    #expect(Instant(sinceOrigin: .seconds(1)).nanoseconds == 1_000_000_000)
  }

  @Test
  func `numbers outside the limits of a workout are clamped, and those of an interval and of sensors are removed`() {
    var status = Report.Status(
      atNs: .max, phase: .running, distanceUnits: "km", paceUnits: "min/km",
      interval: Report.Interval(kind: "run", goal: "30s", durationMs: -1, distanceM: .infinity, paceMps: -1),
      rounds: [], elapsedMs: .min, remainingMs: .max)
    status = status.bounded
    #expect(status.atNs == Int.max / 2)
    #expect(status.elapsedMs == 0)
    #expect(status.remainingMs == 1_000_000_000_000)
    #expect(status.interval == Report.Interval(kind: "run", goal: "30s"))
    status.measured = Report.Measured(
      isCurrent: true, wasCurrent: true, speedMps: .infinity, heartRate: -1, cadence: 70_000)
    #expect(status.bounded.measured == .init(isCurrent: true, wasCurrent: true))
  }

  @Test func `the values of the sensors are reported`() {
    let sensed = SensedValues(
      distanceSource: .footPod, isDistanceMeasured: true, metresPerSecond: 2.5, heartRate: 152, cadence: 172)
    #expect(
      Report.Measured(sensed)
        == .init(
          distanceFrom: "foot-pod", isCurrent: true, wasCurrent: true, speedMps: 2.5, heartRate: 152, cadence: 172))
    #expect(Report.Measured(SensedValues()) == .init(isCurrent: false, wasCurrent: false))
    #expect(Report.Measured(SensedValues(wasDistanceMeasured: true)).wasCurrent)
  }
}

@Suite struct ReportTests {
  @Test func `unknown words in an event are decoded`() throws {
    let text = """
      {"event": "celebrated", "cue": "fanfare", "status": {"atNs": 0, "phase": "idle", "distanceUnits": "km",
      "paceUnits": "min/km", "rounds": [], "elapsedMs": 0}}
      """
    let event = try JSONDecoder().decode(Report.Event.self, from: Data(text.utf8))
    #expect(event.event == "celebrated")
    #expect(event.cue == Report.CueWord(rawValue: "fanfare"))
  }

  @Test func `a nil member is left out`() throws {
    let plan = Report.Plan(name: "5k", path: "/5k.plan")
    let text = String(decoding: try JSONEncoder().encode(plan), as: UTF8.self)
    #expect(!text.contains("title"))
    #expect(!text.contains("null"))
  }

  @Test(arguments: [(0, 500.0), (40_000, 500), (60_000, 750), (3_600_000, 45_000)])
  func `a plausible distance is at most 500 m, or the distance covered at 12.5 m/s`(elapsedMs: Int, limit: Double) {
    #expect(Report.Corrected.plausibleMetres(elapsedMs: elapsedMs) == 0...limit)
  }
}
