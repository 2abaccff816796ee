import Concurrency
import ControlInterface
import DaemonRuntime
import FoundationEssentials
import Glibc
import LogHandlers
import Logging
import PlanLibrary
import PlanNotation
import TestSupport
import Testing
import UserFiles
import WorkoutHistory
import WorkoutModel
import WorkoutReports

/// Starts of sessions of a training program, with the real history file.
@Suite struct ProgramStartTests {
  private static let program = """
    name "Back to running"
    lead-in off

    week 1
    session: 10m run
    session "Longer": 20m run

    week 2
    session: 30m run
    """

  private let folder: TemporaryFolder
  private let folders: XDGFolders
  private let store: StateStore
  private let timekeeper = ManualTimekeeper()

  init() throws {
    folder = try TemporaryFolder()
    folders = XDGFolders(
      environment: ["HOME": folder.path, "XDG_DATA_DIRS": "/nowhere", "XDG_CONFIG_DIRS": "/nowhere"])
    store = StateStore(folders, runtimeFolder: nil) { _ in }
    try folder.write(Self.program, to: ".config/intervald/plans/back.program")
    try folder.write("1m run", to: ".config/intervald/plans/hills.plan")
  }

  @Test func `a program begins with its first session, whose text is a plan of its own`() async throws {
    let status = try await controller().startNamed("back", session: nil, replace: false).status
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
    let controller = controller()
    try await run(nil, for: elapsed, on: controller)
    let session = try await controller.startNamed("back", session: nil, replace: false).status.session
    #expect(session?.id.description == due)
    #expect(session?.due == due)
  }

  @Test func `a chosen session is started, and the session after it follows`() async throws {
    let controller = controller()
    try await run(nil, for: .seconds(600), on: controller)
    let chosen = try await run("W1D2", for: .seconds(1200), on: controller)
    #expect(
      chosen
        == Report.Session(
          program: "back", week: 1, day: 2, weeks: 2, days: 2, label: "Longer", next: "w2d1", due: "w1d2"))
    let again = try await run("w1d1", for: .seconds(600), on: controller)
    #expect(again.due == "w2d1")
    #expect(try await run(nil, for: .seconds(1), on: controller).id.description == "w1d2")
  }

  @Test func `a session that the user moved to is due`() async throws {
    let controller = controller()
    try await run(nil, for: .seconds(600), on: controller)
    store.record(.change(.move("back", to: SessionID(week: 2, day: 1), at: timekeeper.timeOfDay)))
    await store.flush(within: generousLimit)
    #expect(try await run(nil, for: .seconds(1), on: controller).id.description == "w2d1")
  }

  @Test(arguments: [("w1d3", "w1d2"), ("w9d9", "w2d1"), ("tuesday", "w1d1"), ("", "w1d1"), ("w1d0", "w1d1")])
  func `an unknown session is an error with the nearest session`(typed: String, nearest: String) async throws {
    let controller = controller()
    let error = ControlError.noSuchSession(.init(program: "back", session: typed, nearest: nearest))
    await #expect(throws: error) { try await controller.startNamed("back", session: typed, replace: false) }
    #expect(await controller.status().phase == .idle)
  }

  @Test func `a plan beside a program of the same name is an error`() async throws {
    let controller = controller()
    try folder.write("5m run", to: ".config/intervald/plans/back.plan")
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

  @Test func `a session of a plan is an error`() async throws {
    let error = ControlError.noSuchSession(.init(program: "hills", session: "w1d1"))
    let controller = controller()
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
    let path = try folder.write(text, to: ".config/intervald/plans/wrong.program")
    let controller = controller()
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
    let controller = controller()
    try await run("w2d1", for: .seconds(1800), on: controller)
    for name in ["back", nil] {
      await #expect(throws: ControlError.programDone(.init(program: "back"))) {
        try await controller.startNamed(name, session: nil, replace: false)
      }
    }
    let session = try await run("w1d1", for: .seconds(600), on: controller)
    #expect(session.due == nil)
    #expect(try await run(nil, for: .seconds(1), on: controller).id.description == "w1d2")
  }

  @Test func `without a readable history only a chosen session can be started`() async throws {
    let controller = controller()
    try await run(nil, for: .seconds(600), on: controller)
    // The C string of the path is valid during the call.
    try #require(unsafe chmod(folders.historyFile, 0o666) == 0)
    let error = await #expect(throws: ControlError.self) {
      try await controller.startNamed("back", session: nil, replace: false)
    }
    guard case .unusableHistory(let history) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(history.message == "\(folders.historyFile): others can write to it")
    let session = try await controller.startNamed("back", session: "w1d2", replace: false).status.session
    #expect(session?.id.description == "w1d2")
    #expect(session?.due == nil)
  }

  @Test func `the default plan can be a program`() async throws {
    let controller = try controller(readConfiguration("default-plan \"back\""))
    try await run(nil, named: nil, for: .seconds(600), on: controller)
    #expect(try await run(nil, named: nil, for: .seconds(1), on: controller).id.description == "w1d2")
  }

  @Test func `a start without a name continues the program that was started last`() async throws {
    let controller = controller()
    try await run(nil, for: .seconds(600), on: controller)
    #expect(try await run(nil, named: nil, for: .seconds(1), on: controller).id.description == "w1d2")
    // A session with changed settings is started from its text.
    let session = Report.Session(program: "back", week: 1, day: 2, weeks: 2, days: 2, next: "w2d1", due: "w1d2")
    let started = try await controller.start(
      plan: "lead-in off\n20m run @6:00/km", planName: "back", session: session, replace: true)
    #expect(started.status.session == session)
    timekeeper.pass(.seconds(1200))
    await store.flush(within: generousLimit)
    #expect(try await run(nil, named: nil, for: .seconds(1), on: controller).id.description == "w2d1")
  }

  @Test func `a start without a name uses the saved session if the file of the program is gone`() async throws {
    let controller = controller()
    try await run(nil, for: .seconds(1), on: controller)
    // The C string of the path is valid during the call.
    try #require(unsafe unlink(folder.path(of: ".config/intervald/plans/back.program")) == 0)
    let status = try await controller.startNamed(nil, session: nil, replace: false).status
    #expect(status.plan == "name \"Back to running\"\nlead-in off\n10m run")
    #expect(status.session == nil)
  }

  @Test func `a session counts even while the history cannot be written`() async throws {
    let controller = controller()
    try await run(nil, for: .seconds(600), on: controller)
    // Nothing is written to a history that is not a regular file.
    try FileManager.default.moveItem(atPath: folders.historyFile, toPath: folder.path(of: "history"))
    try FileManager.default.createSymbolicLink(atPath: folders.historyFile, withDestinationPath: "/dev/full")
    try await run("w1d2", for: .seconds(1200), on: controller)
    #expect(await store.flush(within: generousLimit)?.summaryCount == 1)
    #expect(try await controller.plans().first { $0.name == "back" }?.nextSession == "w2d1")
    #expect(try await run(nil, for: .seconds(1), on: controller).id.description == "w2d1")
    try FileManager.default.removeItem(atPath: folders.historyFile)
    try FileManager.default.moveItem(atPath: folder.path(of: "history"), toPath: folders.historyFile)
    #expect(await store.flush(within: generousLimit)?.isEmpty == true)
    #expect(try await run(nil, for: .seconds(1), on: controller).id.description == "w2d1")
  }

  @Test func `while the disk does not respond, only a chosen session can be started`() async throws {
    let controller = controller(store: FaultyStore())
    await #expect(
      throws: ControlError.unusableHistory(
        .init(message: "the last workout is unknown, because the disk does not respond"))
    ) { try await controller.startNamed("back", session: nil, replace: false) }
    #expect(try await controller.plans().map(\.nextSession) == [nil, nil])
    #expect(try await controller.startNamed("back", session: "w1d2", replace: false).status.session?.due == nil)
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
    try folder.write(
      Self.program + "\nsession: 12s run\nweek 3\nsession: 10m run", to: ".config/intervald/plans/back.program")
    let controller = controller()
    _ = try await controller.startNamed("back", session: session, replace: false)
    timekeeper.pass(.seconds(seconds))
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
    let controller = controller()
    _ = try await controller.startNamed("back", session: nil, replace: false)
    timekeeper.pass(.seconds(500))
    try folder.write("week 1\nsession: 10m rum", to: ".config/intervald/plans/back.program")
    await #expect(throws: ControlError.self) {
      try await controller.startNamed("back", session: nil, replace: true)
    }
    let status = await controller.status()
    #expect(status.session?.id.description == "w1d1")
    #expect(status.elapsedMs == 500_000)
  }

  @Test func `a correction of the distance determines the next session`() async throws {
    try folder.write(
      "lead-in off\nweek 1\n3x session: 5km run @6:00/km", to: ".config/intervald/plans/far.program")
    let controller = controller()
    _ = try await controller.startNamed("far", session: nil, replace: false)
    timekeeper.pass(.seconds(1200))
    _ = try await controller.correct(toMetres: 4000)
    let status = try await controller.startNamed("far", session: nil, replace: true).status
    #expect(status.session?.id.description == "w1d2")
    timekeeper.pass(.seconds(1200))
    _ = try await controller.stop()
    #expect(try await controller.plans().first { $0.name == "far" }?.nextSession == "w1d2")
    _ = try await controller.correct(toMetres: 5000)
    #expect(try await controller.plans().first { $0.name == "far" }?.nextSession == "w1d3")
  }

  @Test func `a list of plans contains the weeks and the next session of a program`() async throws {
    let controller = controller()
    try await run(nil, for: .seconds(600), on: controller)
    try folder.write("week 1\n", to: ".config/intervald/plans/wrong.program")
    let plans = try await controller.plans()
    #expect(plans.map(\.name) == ["back", "hills", "wrong"])
    #expect(plans.map(\.weeks) == [2, nil, nil])
    #expect(plans.map(\.nextSession) == ["w1d2", nil, nil])
    #expect(plans.map(\.title) == ["Back to running", nil, nil])
    #expect(plans.map { $0.error == nil } == [true, true, false])
  }

  /// Starts a session, lets time pass, and stops the workout if it has not ended.
  @discardableResult private func run(
    _ session: String?, named name: String? = "back", for duration: Duration, on controller: DaemonController
  ) async throws -> Report.Session {
    let started = try await controller.startNamed(name, session: session, replace: false)
    timekeeper.pass(duration)
    if await controller.status().phase != .idle { _ = try await controller.stop() }
    await store.flush(within: generousLimit)
    return try #require(started.status.session)
  }

  private func controller(
    _ configuration: Settings = Settings(), store other: (any WorkoutStore)? = nil
  ) -> DaemonController {
    let store = other ?? store
    let executor = QueueExecutor(label: "test")
    let services = ExternalServices.inMemory()
    return DaemonController(
      runner: WorkoutRunner(on: executor, timekeeper: timekeeper, configuration: configuration, store: store),
      store: store, files: FileStore(folders),
      service: ServiceOutput(RecordingServiceNotifier(), watchdogInterval: nil, on: executor, logger: .silent),
      channels: CueChannels(
        notifier: services.notifier, player: services.player, speaker: services.speaker, mixer: services.mixer,
        hooks: services.hooks, environment: [:]),
      healthCheck: HealthCheck(services: services, store: store, log: QueuedLog(), environment: [:]),
      logger: .silent)
  }
}
