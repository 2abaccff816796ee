import ControlInterface
import DaemonRuntime
import FoundationEssentials
import PlanLibrary
import TestSupport
import Testing
import WorkoutHistory
import WorkoutModel
import WorkoutReports

/// The choice of the session that is due, from the history and from the workout that is running.
@Suite struct DueSessionTests {
  private let fixture: ProgramFixture

  init() throws {
    fixture = try ProgramFixture()
  }

  @Test func `a session counts even while the history cannot be written`() async throws {
    let controller = fixture.controller()
    try await fixture.run(nil, for: .seconds(600), on: controller)
    // Nothing is written to a history that is not a regular file.
    try FileManager.default.moveItem(atPath: fixture.folders.historyFile, toPath: fixture.folder.path(of: "history"))
    try FileManager.default.createSymbolicLink(atPath: fixture.folders.historyFile, withDestinationPath: "/dev/full")
    try await fixture.run("w1d2", for: .seconds(1200), on: controller)
    #expect(await fixture.store.flush(within: generousLimit)?.summaryCount == 1)
    #expect(try await controller.plans().first { $0.name == "back" }?.nextSession == "w2d1")
    #expect(try await fixture.run(nil, for: .seconds(1), on: controller).id.description == "w2d1")
    try FileManager.default.removeItem(atPath: fixture.folders.historyFile)
    try FileManager.default.moveItem(atPath: fixture.folder.path(of: "history"), toPath: fixture.folders.historyFile)
    #expect(await fixture.store.flush(within: generousLimit)?.isEmpty == true)
    #expect(try await fixture.run(nil, for: .seconds(1), on: controller).id.description == "w2d1")
  }

  @Test func `while the disk does not respond, only a chosen session can be started`() async throws {
    let controller = fixture.controller(store: FaultyStore())
    await #expect(
      throws: ControlError.unusableHistory(
        .init(
          message: "the session that is due is unknown, because the disk does not respond",
          hint: "choose a session with: intervalctl start back --session w1d1"))
    ) { try await controller.startNamed("back", session: nil, replace: false) }
    #expect(try await controller.plans().map(\.nextSession) == [nil, nil])
    #expect(try await controller.startNamed("back", session: "w1d2", replace: false).status.session?.due == nil)
  }

  @Test func `the sessions that are due in several programs are found together`() async throws {
    let history = [
      Samples.session("a", "w1d1", of: "half", at: "2026-11-01T06:30:00Z"),
      Samples.workout("b", at: "2026-11-02T06:30:00Z"),
    ]
    try fixture.folder.write(Samples.history(history), to: ".local/state/intervald/history.jsonl")
    for name in ["half", "other"] {
      try fixture.folder.write("week 1\n2x session: 10m run", to: ".config/intervald/plans/\(name).program")
    }
    #expect(try await fixture.controller().plans().map(\.nextSession) == ["w1d1", "w1d2", nil, "w1d1"])
  }

  @Test(
    arguments: [
      (nil, 480, "w1d2", "w1d2"), (nil, 479, "w1d1", "w1d1"), ("w1d2", 960, "w2d1", "w2d1"),
      // A workout that is stopped within ten seconds does not count.
      ("w2d2", 9, "w1d1", "w1d1"), ("w2d2", 10, "w3d1", "w3d1"), ("w3d1", 480, nil, "w1d1"),
    ] as [(String?, Int, String?, String)])
  func `a session that is replaced counts for the choice of the next session`(
    session: String?, seconds: Int, due: String?, started: String
  ) async throws {
    try fixture.folder.write(
      Samples.program + "\nsession: 12s run\nweek 3\nsession: 10m run",
      to: ".config/intervald/plans/back.program")
    let controller = fixture.controller()
    _ = try await controller.startNamed("back", session: session, replace: false)
    fixture.timekeeper.pass(.seconds(seconds))
    if due == nil {
      await #expect(throws: ControlError.programDone(.init(program: "back"))) {
        try await controller.startNamed("back", session: nil, replace: true)
      }
      #expect(await controller.status().session?.id.description == session)
    }
    // A chosen session also stores which session is due.
    let chosen = due == nil ? "w1d1" : nil
    let status = try await controller.startNamed("back", session: chosen, replace: true).status
    #expect(status.session?.id.description == started)
    #expect(status.session?.due == due)
  }

  @Test func `a mistake in a program leaves the running session as it is`() async throws {
    let controller = fixture.controller()
    _ = try await controller.startNamed("back", session: nil, replace: false)
    fixture.timekeeper.pass(.seconds(500))
    try fixture.folder.write("week 1\nsession: 10m rum", to: ".config/intervald/plans/back.program")
    await #expect(throws: ControlError.self) {
      try await controller.startNamed("back", session: nil, replace: true)
    }
    let status = await controller.status()
    #expect(status.session?.id.description == "w1d1")
    #expect(status.elapsedMs == 500_000)
  }

  @Test func `a correction of the distance determines the next session`() async throws {
    try fixture.folder.write(
      "lead-in off\nweek 1\n3x session: 5km run @6:00/km", to: ".config/intervald/plans/far.program")
    let controller = fixture.controller()
    _ = try await controller.startNamed("far", session: nil, replace: false)
    fixture.timekeeper.pass(.seconds(1200))
    _ = try await controller.correct(toMetres: 4000)
    let status = try await controller.startNamed("far", session: nil, replace: true).status
    #expect(status.session?.id.description == "w1d2")
    fixture.timekeeper.pass(.seconds(1200))
    _ = try await controller.stop()
    #expect(try await controller.plans().first { $0.name == "far" }?.nextSession == "w1d2")
    _ = try await controller.correct(toMetres: 5000)
    #expect(try await controller.plans().first { $0.name == "far" }?.nextSession == "w1d3")
  }
}
