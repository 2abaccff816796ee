import Concurrency
import ControlInterface
import DaemonRuntime
import FoundationEssentials
import LogHandlers
import Logging
import PlanLibrary
import TestSupport
import Testing
import UserFiles
import WorkoutModel
import WorkoutReports

/// A controller with a training program, and with the real history file.
struct ProgramFixture {
  let folder: TemporaryFolder
  let folders: XDGFolders
  let store: StateStore
  let timekeeper = ManualTimekeeper()

  init() throws {
    folder = try TemporaryFolder()
    folders = XDGFolders(
      environment: ["HOME": folder.path, "XDG_DATA_DIRS": "/nowhere", "XDG_CONFIG_DIRS": "/nowhere"])
    store = StateStore(folders, runtimeFolder: nil) { _ in }
    try folder.write(Samples.program, to: ".config/intervald/plans/back.program")
    try folder.write("1m run", to: ".config/intervald/plans/hills.plan")
  }

  /// Starts a session, lets time pass, and stops the workout if it has not ended.
  @discardableResult func run(
    _ session: String?, named name: String? = "back", for duration: Duration, on controller: DaemonController
  ) async throws -> Report.Session {
    let started = try await controller.startNamed(name, session: session, replace: false)
    timekeeper.pass(duration)
    if await controller.status().phase != .idle { _ = try await controller.stop() }
    await store.flush(within: generousLimit)
    return try #require(started.status.session)
  }

  func controller(
    _ configuration: Settings = Settings(), store other: (any WorkoutStore)? = nil,
    sensors: InMemorySensorHub = InMemorySensorHub()
  ) -> DaemonController {
    let store = other ?? store
    let executor = QueueExecutor(label: "test")
    let services = ExternalServices.inMemory(sensors: sensors)
    return DaemonController(
      runner: WorkoutRunner(on: executor, timekeeper: timekeeper, configuration: configuration, store: store),
      store: store, files: FileStore(folders),
      service: ServiceOutput(RecordingServiceNotifier(), watchdogInterval: nil, on: executor, logger: .silent),
      channels: CueChannels(
        notifier: services.notifier, player: services.player, speaker: services.speaker, mixer: services.mixer,
        hooks: services.hooks, environment: [:]),
      sensors: services.sensors,
      healthCheck: HealthCheck(services: services, store: store, log: QueuedLog(), environment: [:]),
      logger: .silent)
  }
}
