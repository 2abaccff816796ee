import ControlInterface
import DaemonRuntime
import FoundationEssentials
import PlanLibrary
import TestSupport
import Testing
import WorkoutModel
import WorkoutReports

/// Starts without a name after a start of a training program.
@Suite struct LastProgramTests {
  private let fixture: ProgramFixture

  init() throws {
    fixture = try ProgramFixture()
  }

  @Test func `a start without a name continues the program that was started last`() async throws {
    let controller = fixture.controller()
    try await fixture.run(nil, for: .seconds(600), on: controller)
    #expect(try await fixture.run(nil, named: nil, for: .seconds(1), on: controller).id.description == "w1d2")
    // A session with changed settings is started from its text.
    let session = Report.Session(program: "back", week: 1, day: 2, weeks: 2, days: 2, next: "w2d1", due: "w1d2")
    let started = try await controller.start(
      plan: "lead-in off\n20m run @6:00/km", planName: "back", session: session, replace: true)
    #expect(started.status.session == session)
    fixture.timekeeper.pass(.seconds(1200))
    await fixture.store.flush(within: generousLimit)
    #expect(try await fixture.run(nil, named: nil, for: .seconds(1), on: controller).id.description == "w2d1")
  }

  @Test func `a start without a name is an error if the file of the program is gone`() async throws {
    let controller = fixture.controller()
    try await fixture.run(nil, for: .seconds(1), on: controller)
    try FileManager.default.removeItem(atPath: fixture.folder.path(of: ".config/intervald/plans/back.program"))
    let error = ControlError.noSuchPlan(.init(name: "back", searched: fixture.folders.planFolders))
    await #expect(throws: error) { try await controller.startNamed(nil, session: nil, replace: false) }
    #expect(await controller.status().phase == .idle)
  }

  @Test func `a start without a name uses the saved text if the file of the plan is gone`() async throws {
    let controller = fixture.controller()
    _ = try await controller.startNamed("hills", session: nil, replace: false)
    try FileManager.default.removeItem(atPath: fixture.folder.path(of: ".config/intervald/plans/hills.plan"))
    #expect(try await controller.startNamed(nil, session: nil, replace: true).status.plan == "1m run")
  }

  @Test func `a start without a name continues a program that was started by its path`() async throws {
    // A plan folder contains another program of the same name.
    let path = try fixture.folder.write("lead-in off\nweek 1\n2x session: 5m run", to: "downloads/back.program")
    let session = Report.Session(
      program: "back", path: path, week: 1, day: 1, weeks: 1, days: 2, next: "w1d2", due: "w1d1")
    let controller = fixture.controller()
    let started = try await controller.start(
      plan: "lead-in off\n5m run", planName: "back", session: session, replace: false)
    #expect(started.status.session == session)
    fixture.timekeeper.pass(.seconds(300))
    for _ in 1...2 {
      #expect(
        try await fixture.run(nil, named: nil, for: .seconds(1), on: controller)
          == Report.Session(program: "back", path: path, week: 1, day: 2, weeks: 1, days: 2, due: "w1d2"))
    }
    try await fixture.run(nil, named: nil, for: .seconds(300), on: controller)
    await #expect(throws: ControlError.programDone(.init(program: path))) {
      try await controller.startNamed(nil, session: nil, replace: false)
    }
    try fixture.folder.write("week 1\nsession: 5m rum", to: "downloads/back.program")
    let error = await #expect(throws: ControlError.self) {
      try await controller.startNamed(nil, session: nil, replace: false)
    }
    guard case .invalidPlan(let invalid) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(invalid.path == path)
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: ControlError.noSuchPlan(.init(name: path, searched: fixture.folders.planFolders))) {
      try await controller.startNamed(nil, session: nil, replace: false)
    }
    #expect(try await fixture.run(nil, for: .seconds(1), on: controller).path == nil)
    #expect(try await fixture.run(nil, named: nil, for: .seconds(1), on: controller).path == nil)
  }
}
