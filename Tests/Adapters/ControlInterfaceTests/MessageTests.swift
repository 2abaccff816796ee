import WorkoutReports
import Testing
import Varlink

@testable import ControlInterface

/// The types here against the interface's description, which is the contract.
@Suite struct MessageTests {
  private let interface = WorkoutInterface.description

  private func check<Value: Codable & Equatable>(_ value: Value, _ validate: (JSONValue.Object) throws -> Void) throws {
    let members = try JSONValue.object(encoding: value)
    try validate(members)
    #expect(try JSONValue.object(members).decoded(as: Value.self) == value)
    // Null and absent are the same to the decoder.
    let withNulls = members.merging(["later": nil]) { old, _ in old }
    #expect(try JSONValue.object(withNulls).decoded(as: Value.self) == value)
  }

  private func checkResults(_ value: some Codable & Equatable, of method: WorkoutInterface.Method) throws {
    try check(value) { try interface.validate(results: $0, of: method.rawValue) }
  }

  private func checkParameters(_ value: some Codable & Equatable, of method: WorkoutInterface.Method) throws {
    try check(value) { try interface.validate(parameters: $0, of: method.rawValue) }
  }

  @Test func `every method of the description is known, and no other`() {
    #expect(interface.name == "org.intervald.Workout")
    #expect(Set(interface.methods.keys) == Set(WorkoutInterface.Method.allCases.map(\.rawValue)))
    #expect(WorkoutInterface.Method.watch.fullName == "org.intervald.Workout.Watch")
  }

  @Test func `every declaration carries its text`() {
    #expect(interface.documentation.hasPrefix("Controls the one interval workout"))
    #expect(interface.methods["Start"]?.documentation.hasPrefix("plan is the text of a plan") == true)
  }

  @Test func `every phase is declared, and no other`() {
    #expect(interface.types["Phase"]?.type == .enumeration(Report.Phase.allCases.map(\.rawValue)))
  }

  @Test func `parameters fit, full and minimal`() throws {
    try checkParameters(WorkoutInterface.StartParameters(plan: "30s", planName: "a", replace: true), of: .start)
    try checkParameters(WorkoutInterface.StartParameters(plan: ""), of: .start)
    try checkParameters(WorkoutInterface.StartNamedParameters(name: "a", replace: false), of: .startNamed)
    try checkParameters(WorkoutInterface.StartNamedParameters(), of: .startNamed)
    try checkParameters(WorkoutInterface.NextParameters(out: true), of: .next)
    try checkParameters(WorkoutInterface.NextParameters(), of: .next)
    try checkParameters(WorkoutInterface.ExtendParameters(byMs: -1), of: .extend)
    try checkParameters(WorkoutInterface.CorrectParameters(distanceM: 4800), of: .correct)
    for method in [
      WorkoutInterface.Method.stop, .pause, .resume, .toggle, .previous, .getStatus, .watch, .listPlans, .reload,
      .diagnose,
    ] {
      try checkParameters(WorkoutInterface.Nothing(), of: method)
    }
  }

  @Test func `results fit, full and minimal`() throws {
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
    try checkResults(Report.Corrected(summary: Samples.summary, wasM: 1180), of: .correct)
    try checkResults(WorkoutInterface.EventResult(event: Samples.event), of: .watch)
    try checkResults(WorkoutInterface.EventResult(event: Samples.bareEvent), of: .watch)
    try checkResults(WorkoutInterface.PlansResult(plans: [Samples.plan, Samples.barePlan]), of: .listPlans)
    try checkResults(WorkoutInterface.PlansResult(plans: []), of: .listPlans)
    try checkResults(WorkoutInterface.Nothing(), of: .reload)
    try checkResults(WorkoutInterface.DiagnosisResult(findings: [Samples.finding, Samples.bareFinding]), of: .diagnose)
  }

  /// A full sample must leave nothing out, or the check above would not see a misspelt optional.
  @Test(arguments: [
    ("Interval", try JSONValue(encoding: Samples.interval)), ("Status", try JSONValue(encoding: Samples.status)),
    ("Summary", try JSONValue(encoding: Samples.summary)), ("Event", try JSONValue(encoding: Samples.event)),
    ("Plan", try JSONValue(encoding: Samples.plan)), ("Round", try JSONValue(encoding: Report.Round(number: 1, of: 2))),
    ("Finding", try JSONValue(encoding: Samples.finding)),
    ("Punctuality", try JSONValue(encoding: Samples.punctuality)),
  ])
  func `a full sample has every declared member`(name: String, value: JSONValue) throws {
    guard case .structure(let fields)? = interface.types[name]?.type else {
      Issue.record("no structure \(name)")
      return
    }
    #expect(Set(fields.map(\.name)) == Set(try #require(value.object).keys))
  }

  @Test func `words that are not known yet are kept`() throws {
    let value = try JSONValue(encoding: Samples.bareEvent)
    let later = try #require(value.object).merging(["event": "celebrated", "cue": "fanfare"]) { _, new in new }
    let event: Report.Event = try JSONValue.object(later).decoded()
    #expect(event.event == "celebrated")
    #expect(event.cue == Report.CueWord(rawValue: "fanfare"))
  }
}
