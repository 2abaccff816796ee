import JSON
import Testing
import Varlink
import WorkoutReports

@testable import ControlInterface

/// Compares the message types with the description of the interface.
@Suite struct MessageTests {
  private let interface = WorkoutInterface.description

  private func check<Value: Codable & Equatable>(_ value: Value, _ validate: (JSONValue.Object) throws -> Void) throws {
    let members = try JSONValue.object(encoding: value)
    try validate(members)
    #expect(try JSONValue.object(members).decoded(as: Value.self) == value)
    // The decoder treats a member that is null like a missing member.
    let withNulls = members.merging(["later": nil]) { old, _ in old }
    #expect(try JSONValue.object(withNulls).decoded(as: Value.self) == value)
  }

  private func checkResults(_ value: some Codable & Equatable, of method: WorkoutInterface.Method) throws {
    try check(value) { try interface.validate(results: $0, of: method.rawValue) }
  }

  private func checkParameters(_ value: some Codable & Equatable, of method: WorkoutInterface.Method) throws {
    try check(value) { try interface.validate(parameters: $0, of: method.rawValue) }
  }

  @Test func `the interface declares the same methods as the code`() {
    #expect(interface.name == "org.intervald.Workout")
    #expect(Set(interface.methods.keys) == Set(WorkoutInterface.Method.allCases.map(\.rawValue)))
    #expect(WorkoutInterface.Method.watch.fullName == "org.intervald.Workout.Watch")
  }

  @Test func `the interface and its methods have their documentation`() {
    #expect(interface.documentation.hasPrefix("Controls the one interval workout"))
    #expect(interface.methods["Start"]?.documentation.hasPrefix("plan is the text of a plan") == true)
  }

  @Test func `the interface declares the same phases as the code`() {
    #expect(interface.types["Phase"]?.type == .enumeration(Report.Phase.allCases.map(\.rawValue)))
  }

  @Test func `full and minimal parameters match their declaration`() throws {
    try checkParameters(
      WorkoutInterface.StartParameters(plan: "30s", planName: "a", replace: true, session: Samples.session), of: .start)
    try checkParameters(WorkoutInterface.StartParameters(plan: "30s", session: Samples.bareSession), of: .start)
    try checkParameters(WorkoutInterface.StartParameters(plan: ""), of: .start)
    try checkParameters(
      WorkoutInterface.StartNamedParameters(name: "a", replace: false, session: "w3d2"), of: .startNamed)
    try checkParameters(WorkoutInterface.StartNamedParameters(), of: .startNamed)
    try checkParameters(WorkoutInterface.NextParameters(out: true), of: .next)
    try checkParameters(WorkoutInterface.NextParameters(), of: .next)
    try checkParameters(WorkoutInterface.ExtendParameters(byMs: -1), of: .extend)
    try checkParameters(WorkoutInterface.CorrectParameters(distanceM: 4800), of: .correct)
    try checkParameters(WorkoutInterface.ListSensorsParameters(searchMs: 1), of: .listSensors)
    try checkParameters(WorkoutInterface.ListSensorsParameters(), of: .listSensors)
    for method in [WorkoutInterface.Method.pairSensor, .forgetSensor, .testSensor] {
      try checkParameters(WorkoutInterface.SensorParameters(name: "Pod"), of: method)
    }
    for method in [
      WorkoutInterface.Method.stop, .pause, .resume, .toggle, .previous, .getStatus, .watch, .listPlans, .reload,
      .diagnose,
    ] {
      try checkParameters(WorkoutInterface.Nothing(), of: method)
    }
  }

  @Test func `full and minimal results match their declaration`() throws {
    for status in [Samples.status, Samples.idleStatus] {
      for method in [WorkoutInterface.Method.start, .startNamed] {
        try checkResults(Report.Started(status: status, warnings: ["no sound"]), of: method)
      }
      for method in [WorkoutInterface.Method.pause, .resume, .toggle, .next, .previous, .extend, .getStatus] {
        try checkResults(WorkoutInterface.StatusResult(status: status), of: method)
      }
    }
    try checkResults(WorkoutInterface.SummaryResult(summary: Samples.summary), of: .stop)
    try checkResults(WorkoutInterface.SummaryResult(summary: Samples.bareSummary), of: .stop)
    try checkResults(Report.Corrected(status: Samples.status), of: .correct)
    try checkResults(Report.Corrected(summary: Samples.summary, wasM: 1180, wasIsPartial: true), of: .correct)
    try checkResults(WorkoutInterface.EventResult(event: Samples.event), of: .watch)
    try checkResults(WorkoutInterface.EventResult(event: Samples.bareEvent), of: .watch)
    try checkResults(
      WorkoutInterface.PlansResult(plans: [Samples.plan, Samples.barePlan, Samples.program]), of: .listPlans)
    try checkResults(WorkoutInterface.PlansResult(plans: []), of: .listPlans)
    try checkResults(WorkoutInterface.Nothing(), of: .reload)
    try checkResults(WorkoutInterface.DiagnosisResult(findings: [Samples.finding, Samples.bareFinding]), of: .diagnose)
    try checkResults(
      WorkoutInterface.SensorsResult(sensors: [Samples.sensor, Samples.bareSensor]), of: .listSensors)
    for method in [WorkoutInterface.Method.pairSensor, .forgetSensor] {
      try checkResults(WorkoutInterface.SensorResult(sensor: Samples.sensor), of: method)
    }
    for values in [Samples.sensorValues, Samples.bareSensorValues] {
      try checkResults(WorkoutInterface.SensorValuesResult(values: values), of: .testSensor)
    }
  }

  /// The tests above detect a misspelt optional member only if the sample contains all members.
  @Test(arguments: [
    ("Interval", try JSONValue(encoding: Samples.interval)), ("Status", try JSONValue(encoding: Samples.status)),
    ("Summary", try JSONValue(encoding: Samples.summary)), ("Laps", try JSONValue(encoding: Samples.laps)),
    ("Lap", try JSONValue(encoding: Samples.laps.laps[0])),
    ("LapPause", try JSONValue(encoding: Report.Pause(beginMs: 0, endMs: 1))),
    ("Event", try JSONValue(encoding: Samples.event)),
    ("Plan", try JSONValue(encoding: Samples.program)),
    ("Session", try JSONValue(encoding: Samples.session)),
    ("Round", try JSONValue(encoding: Report.Round(number: 1, of: 2, inner: 0))),
    ("Finding", try JSONValue(encoding: Samples.finding)),
    ("Punctuality", try JSONValue(encoding: Samples.punctuality)),
    ("Sensor", try JSONValue(encoding: Samples.sensor)),
    ("SensorValues", try JSONValue(encoding: Samples.sensorValues)),
  ])
  func `a full sample has every declared member`(name: String, value: JSONValue) throws {
    guard case .structure(let fields)? = interface.types[name]?.type else {
      Issue.record("the interface does not declare the structure \(name)")
      return
    }
    #expect(Set(fields.map(\.name)) == Set(try #require(value.object).keys))
  }

  @Test func `unknown words are preserved`() throws {
    let value = try JSONValue(encoding: Samples.bareEvent)
    let later = try #require(value.object).merging(["event": "celebrated", "cue": "fanfare"]) { _, new in new }
    let event: Report.Event = try JSONValue.object(later).decoded()
    #expect(event.event == "celebrated")
    #expect(event.cue == Report.CueWord(rawValue: "fanfare"))
  }
}

@Suite struct ControlErrorTests {
  @Test(arguments: Samples.errors)
  func `an error matches its declaration and is decoded as the same error`(error: ControlError) throws {
    let varlinkError = try error.varlinkError()
    try WorkoutInterface.description.validate(varlinkError)
    #expect(try ControlError(varlinkError) == error)
  }

  @Test func `every declared error is known`() throws {
    let names = Set(try Samples.errors.map { try $0.varlinkError().name })
    #expect(names == Set(WorkoutInterface.description.errors.keys.map { "org.intervald.Workout.\($0)" }))
  }

  @Test func `an error of another interface is not converted`() throws {
    #expect(try ControlError(.expectedMore) == nil)
    #expect(try ControlError(VarlinkError("org.intervald.Workout.Later")) == nil)
  }

  @Test func `parameters that do not match the error are refused`() {
    #expect(throws: DecodingError.self) { try ControlError(VarlinkError("org.intervald.Workout.NoSuchPlan")) }
  }
}

/// Sample values of every type in messages, both with and without optional members.
enum Samples {
  static let interval = Report.Interval(
    kind: "run", label: "up the hill", goal: "400mtr", durationMs: 90_000, distanceM: 400, paceMps: 4.44,
    paceUnits: "min/mi")
  static let bareInterval = Report.Interval(kind: "interval", goal: "open")

  static let status = Report.Status(
    atNs: .max, phase: .paused, pausedBy: .user, workoutId: "w-1", title: "Long run 🏃", planName: "long-run",
    session: session, plan: "name \"Long run\"\n4x(30s run, 30s walk)", distanceUnits: "mi", paceUnits: "min/mi",
    interval: interval,
    next: bareInterval, number: 3, of: 8, rounds: [Report.Round(number: 2, of: 4), Report.Round(number: 1)],
    elapsedMs: 61_000, remainingMs: 179_000, intervalElapsedMs: 1000, intervalRemainingMs: 29_000, deadlineNs: 1,
    distanceM: 120.5, distanceIsPartial: true, distanceMs: 60_000, remainingM: 2.5, remainingIsPartial: true,
    punctuality: punctuality, notificationsHidden: true,
    measured: Report.Measured(
      distanceFrom: "treadmill", isCurrent: true, wasCurrent: true, speedMps: 2.5, heartRate: 152, cadence: 172),
    lost: .laps)
  static let idleStatus = Report.Status(
    atNs: 0, phase: .idle, distanceUnits: "km", paceUnits: "min/km", rounds: [], elapsedMs: 0)

  static let session = Report.Session(
    program: "c25k", path: "/home/c25k.program", week: 3, day: 2, weeks: 9, days: 3, label: "Longer runs",
    next: "w3d3", due: "w3d2")
  static let bareSession = Report.Session(program: "c25k", week: 9, day: 3, weeks: 9, days: 3)

  static let punctuality = Report.Punctuality(cues: 10, lastUs: 90, meanUs: 80, maxUs: 400, missed: 1)

  static let summary = Report.Summary(
    workoutId: "w-1", title: "Long run", planName: "long-run", session: session, plan: "30s run", completed: true,
    startedAt: "2026-01-02T03:04:05Z", endedAt: "2026-01-02T03:04:35Z", elapsedMs: 30_000, pausedMs: 0,
    plannedMs: 30_000, distanceM: 100, distanceIsPartial: true, distanceMs: 29_000, plannedDistanceM: 100,
    plannedDistanceIsPartial: true, intervals: 1, punctuality: punctuality,
    corrected: true, laps: laps, note: "legs heavy", recorded: false, measured: true, heartRate: 150,
    maxHeartRate: 170, cadence: 160)
  static let bareSummary = Report.Summary(
    workoutId: "w-1", plan: "forever 30s", completed: false, startedAt: "2026-01-02T03:04:05Z",
    endedAt: "2026-01-02T03:04:35Z", elapsedMs: 30_000, pausedMs: 0, intervals: 1)

  static let laps = Report.Laps(
    dropped: 0, intervals: [interval],
    laps: [
      .init(
        interval: 0, rounds: [1, 2], beginMs: 5000, endMs: 36_000, pauses: [.init(beginMs: 10_000, endMs: 11_000)],
        distanceM: 100, ended: .time)
    ])

  static let event = Report.Event(event: .cue, cue: .finish, text: "Done", status: status, summary: summary)
  static let bareEvent = Report.Event(event: .state, status: idleStatus)

  static let plan = Report.Plan(name: "5k", path: "/plans/5k.plan", title: "5K", about: "A run", error: "line 1")
  static let program = Report.Plan(
    name: "c25k", path: "/plans/c25k.program", title: "Couch to 5K", about: "Nine weeks", error: "line 1", weeks: 9,
    nextSession: "w3d2")
  static let barePlan = Report.Plan(name: "5k", path: "/plans/5k.plan")

  static let finding = Report.Finding(
    "notifications", .warning, "no buttons", remedy: "intervalctl stop", details: ["body"])
  static let bareFinding = Report.Finding("sound", .unused, "no cue has a sound")

  static let sensor = Report.Sensor(
    name: "Stryd", address: "C0:00:00:00:00:01", measures: ["foot-pod", "heart-rate"], batteryPercent: 80,
    signalDbm: -60, paired: true)
  static let bareSensor = Report.Sensor(
    name: "C0:00:00:00:00:02", address: "C0:00:00:00:00:02", measures: [], paired: false)
  static let sensorValues = Report.SensorValues(
    measures: "foot-pod", speedMps: 2.5, distanceM: 12.5, cadence: 172, countedFeet: 1, heartRate: 148)
  static let bareSensorValues = Report.SensorValues(measures: "heart-rate")

  static let errors: [ControlError] = [
    .alreadyRunning(status), .alreadyRunning(idleStatus), .notRunning,
    .noSuchCue(.init(word: "strat", known: ["start"])), .implausibleDistance(.init(distanceM: 1000, elapsedMs: 2000)),
    .sensorUnavailable(.init(reason: "failed", message: "no", hints: ["yes"], known: ["Pod"])),
    .unusableHistory(.init(message: "no", hint: "yes")), .unusableHistory(.init(message: "no")),
    .noSuchPlan(.init(name: "5kk", similar: "5k", searched: ["/plans"])), .noSuchPlan(.init(name: "", searched: [])),
    .noSuchSession(.init(program: "c25k", session: "w9d4", nearest: "w9d3")),
    .noSuchSession(.init(program: "tabata", session: "w1d1")), .programDone(.init(program: "c25k")),
    .invalidPlan(.init(message: "no", line: 1, column: 2, hint: "yes", path: "/p", lineText: "x")),
    .invalidPlan(.init(message: "no", line: 1, column: 2)),
    .invalidConfiguration(.init(message: "no", line: 1, column: 2, hint: "yes", path: "/c", lineText: "x")),
    .invalidConfiguration(.init(message: "no", path: "/c")),
  ]
}
