import ControlInterface
import DaemonRuntime
import FoundationEssentials
import Glibc
import PlanLibrary
import PlanNotation
import TestSupport
import Testing
import WorkoutHistory
import WorkoutModel
import WorkoutReports

/// Starts of sessions of a training program.
@Suite struct ProgramStartTests {
  private let fixture: ProgramFixture

  init() throws {
    fixture = try ProgramFixture()
  }

  @Test func `a program begins with its first session, whose text is a plan of its own`() async throws {
    let status = try await fixture.controller().startNamed("back", session: nil, replace: false).status
    #expect(
      status.session
        == Report.Session(
          program: "back", week: 1, day: 1, weeks: 2, days: 2, label: nil, next: "w1d2", due: "w1d1"))
    #expect(status.title == "Back to running")
    #expect(status.planName == "back")
    #expect(status.plan == "name \"Back to running\"\nlead-in off\n10m run")
  }

  @Test(arguments: [
    (Duration.milliseconds(479_999), "w1d1"), (.seconds(480), "w1d2"), (.seconds(600), "w1d2"),
  ])
  func `the next session follows if at least four fifths of a session were done`(
    elapsed: Duration, due: String
  ) async throws {
    let controller = fixture.controller()
    try await fixture.run(nil, for: elapsed, on: controller)
    let session = try await controller.startNamed("back", session: nil, replace: false).status.session
    #expect(session?.id.description == due)
    #expect(session?.due == due)
  }

  @Test func `a chosen session is started, and the session after it follows`() async throws {
    let controller = fixture.controller()
    try await fixture.run(nil, for: .seconds(600), on: controller)
    let chosen = try await fixture.run("W1D2", for: .seconds(1200), on: controller)
    #expect(
      chosen
        == Report.Session(
          program: "back", week: 1, day: 2, weeks: 2, days: 2, label: "Longer", next: "w2d1", due: "w1d2"))
    let again = try await fixture.run("w1d1", for: .seconds(600), on: controller)
    #expect(again.due == "w2d1")
    #expect(try await fixture.run(nil, for: .seconds(1), on: controller).id.description == "w1d2")
  }

  @Test func `a session that the user moved to is due`() async throws {
    let controller = fixture.controller()
    try await fixture.run(nil, for: .seconds(600), on: controller)
    fixture.store.record(.change(.move("back", to: SessionID(week: 2, day: 1), at: fixture.timekeeper.timeOfDay)))
    await fixture.store.flush(within: generousLimit)
    #expect(try await fixture.run(nil, for: .seconds(1), on: controller).id.description == "w2d1")
  }

  @Test(arguments: [("w1d3", "w1d2"), ("w9d9", "w2d1"), ("tuesday", "w1d1"), ("", "w1d1"), ("w1d0", "w1d1")])
  func `an unknown session is an error with the nearest session`(typed: String, nearest: String) async throws {
    let controller = fixture.controller()
    let error = ControlError.noSuchSession(.init(program: "back", session: typed, nearest: nearest))
    await #expect(throws: error) { try await controller.startNamed("back", session: typed, replace: false) }
    #expect(await controller.status().phase == .idle)
  }

  @Test func `a plan beside a program of the same name is an error`() async throws {
    let controller = fixture.controller()
    try fixture.folder.write("5m run", to: ".config/intervald/plans/back.plan")
    let error = await #expect(throws: ControlError.self) {
      try await controller.startNamed("back", session: nil, replace: false)
    }
    guard case .invalidPlan(let invalid) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(invalid.message.hasPrefix("the plan has the name of a training program: "))
    #expect(invalid.message.hasSuffix("/back.program"))
    #expect(invalid.path?.hasSuffix("/back.plan") == true)
    let listed = try await controller.plans().first { $0.name == "back" }
    #expect(listed?.error?.contains("the plan has the name of a training program: ") == true)
    #expect(await controller.status().phase == .idle)
  }

  @Test func `a session ID with the name of a plan is an error`() async throws {
    let error = ControlError.noSuchSession(.init(program: "hills", session: "w1d1"))
    let controller = fixture.controller()
    await #expect(throws: error) { try await controller.startNamed("hills", session: "w1d1", replace: false) }
    let started = try await controller.startNamed("hills", session: nil, replace: false)
    #expect(started.status.session == nil)
  }

  @Test(arguments: [
    ("week 1\nsession: 10m run\nsession: 5m rum", 3, 13, "session: 5m rum"),
    ("week 1\nsession: 10m run\n\nweek 2\nsession: 5km run", 5, 10, "session: 5km run"),
    ("10m run", 1, 1, "10m run"),
  ])
  func `an error in any session is reported with its place in the file of the program`(
    text: String, line: Int, column: Int, lineText: String
  ) async throws {
    let path = try fixture.folder.write(text, to: ".config/intervald/plans/wrong.program")
    let controller = fixture.controller()
    let error = await #expect(throws: ControlError.self) {
      try await controller.startNamed("wrong", session: "w1d1", replace: false)
    }
    guard case .invalidPlan(let invalid) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(invalid.path == path)
    #expect(invalid.line == line)
    #expect(invalid.column == column)
    #expect(invalid.lineText == lineText)
  }

  @Test func `after the last session no session is due, but any session can be chosen`() async throws {
    let controller = fixture.controller()
    try await fixture.run("w2d1", for: .seconds(1800), on: controller)
    for name in ["back", nil] {
      await #expect(throws: ControlError.programDone(.init(program: "back"))) {
        try await controller.startNamed(name, session: nil, replace: false)
      }
    }
    let session = try await fixture.run("w1d1", for: .seconds(600), on: controller)
    #expect(session.due == nil)
    #expect(try await fixture.run(nil, for: .seconds(1), on: controller).id.description == "w1d2")
  }

  @Test func `without a readable history only a chosen session can be started`() async throws {
    let controller = fixture.controller()
    try await fixture.run(nil, for: .seconds(600), on: controller)
    // The C string of the path is valid during the call.
    try #require(unsafe chmod(fixture.folders.historyFile, 0o666) == 0)
    let error = await #expect(throws: ControlError.self) {
      try await controller.startNamed("back", session: nil, replace: false)
    }
    guard case .unusableHistory(let history) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(history.message == "\(fixture.folders.historyFile): other users can write to it")
    let session = try await controller.startNamed("back", session: "w1d2", replace: false).status.session
    #expect(session?.id.description == "w1d2")
    #expect(session?.due == nil)
  }

  @Test func `the default plan can be a program`() async throws {
    let controller = try fixture.controller(readConfiguration("default-plan \"back\""))
    try await fixture.run(nil, named: nil, for: .seconds(600), on: controller)
    #expect(try await fixture.run(nil, named: nil, for: .seconds(1), on: controller).id.description == "w1d2")
  }

  @Test func `a list of plans contains the weeks and the next session of a program`() async throws {
    let controller = fixture.controller()
    try await fixture.run(nil, for: .seconds(600), on: controller)
    try fixture.folder.write("week 1\n", to: ".config/intervald/plans/wrong.program")
    let plans = try await controller.plans()
    #expect(plans.map(\.name) == ["back", "hills", "wrong"])
    #expect(plans.map(\.weeks) == [2, nil, nil])
    #expect(plans.map(\.nextSession) == ["w1d2", nil, nil])
    #expect(plans.map(\.title) == ["Back to running", nil, nil])
    #expect(plans.map { $0.error == nil } == [true, true, false])
  }
}
