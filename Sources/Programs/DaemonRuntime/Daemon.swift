import Concurrency
package import ControlInterface
import Desktop
import Dispatch
package import LogHandlers
package import Logging
package import PlanLibrary
import PlanNotation
import Power
package import UserFiles
package import VarlinkServer
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// Builds the parts of the daemon, connects them, serves clients, and shuts down.
package struct Daemon: Sendable {
  private let services: ExternalServices
  private let listener: Listener
  private let logger: Logger
  private let stateLog: StateLog
  private let executor: QueueExecutor
  private let runner: WorkoutRunner
  private let outputs: [any WorkoutOutput]
  private let files: FileStore
  private let service: ServiceOutput
  private let store: StateStore
  private let controller: DaemonController

  /// The time limit for the shutdown of each part.
  static let shutdownLimit = Duration.seconds(1)
  /// The queue for tasks that pass events on.
  static let tasks = TaskQueue(label: "org.intervald.tasks")

  /// Builds all parts.
  ///
  /// - Parameters:
  ///   - environment: the daemon's environment.
  ///   - folders: the user's XDG folders.
  ///   - runtimeFolder: the folder in memory for a copy of the saved workout; nil for no copy.
  ///   - configuration: the settings at the start.
  ///   - listener: the control socket, which already listens.
  ///   - services: the external services.
  ///   - log: the queue that `logger` writes to; the diagnosis reports how many of its records were lost.
  ///   - logger: a logger that never blocks its caller.
  package init(
    environment: [String: String], folders: XDGFolders, runtimeFolder: String?, configuration: Configuration,
    listener: Listener, services: ExternalServices, log: QueuedLog, logger: Logger
  ) {
    self.services = services
    self.listener = listener
    self.logger = logger
    let stateLog = StateLog(logger: logger)
    self.stateLog = stateLog
    executor = QueueExecutor(label: "org.intervald.runner", qos: .userInteractive)
    store = StateStore(folders, runtimeFolder: runtimeFolder) { stateLog.log($0) }
    service = ServiceOutput(
      services.serviceNotifier, watchdogInterval: services.watchdogInterval, on: executor, logger: logger)
    let iconFiles = IconFiles(folders)
    // The events of a moment go to the first output, then to the second output, and so on. Therefore, the outputs that
    // the user sees and hears come first.
    outputs = [
      NotificationOutput(services.notifier, iconFiles: iconFiles), CueSoundOutput(services.player),
      VoiceOutput(services.speaker, after: services.player, over: services.mixer),
      MediaPlayerOutput(services.mediaPlayer, iconFiles: iconFiles),
      HookOutput(services.hooks, store: store), InhibitorOutput(services.sleepInhibitor, store: store), service,
      SensorOutput(services.sensors),
      LogOutput(logger),
    ]
    runner = WorkoutRunner(
      on: executor, timekeeper: services.timekeeper, configuration: configuration.settings, environment: environment,
      outputs: outputs, store: store)
    files = FileStore(folders)
    controller = DaemonController(
      runner: runner, store: store, files: files, service: service,
      channels: CueChannels(
        notifier: services.notifier, player: services.player, speaker: services.speaker, mixer: services.mixer,
        hooks: services.hooks, environment: environment),
      sensors: services.sensors,
      healthCheck: HealthCheck(services: services, store: store, log: log, environment: environment), logger: logger)
  }

  /// Serves clients until SIGTERM, SIGINT or a failure of the control socket, then shuts down.
  ///
  /// The end waits for nothing without a time limit. Therefore, tasks that a disk or a service may block do not belong to
  /// a task group, and end with the process.
  ///
  /// - Returns: `success` after a signal; `unavailable` after a failure of the socket.
  package func run() async -> ExitStatus {
    let signals = await ServiceSignal.received(on: executor.queue)
    // The service manager must receive READY before the status of a workout. A workout may begin at once: `restore` may
    // resume a workout, or a client that already waits at the socket may start one.
    service.ready()
    logger.notice("Ready")
    let (statuses, status) = AsyncStream<ExitStatus>.makeStream()
    let (served, servingEnd) = AsyncStream<Never>.makeStream()
    let serving = Task(executorPreference: Self.tasks) {
      // A hanging disk blocks this queue.
      await Task(executorPreference: TaskQueue(label: "org.intervald.restoring")) { await restore() }.value
      for output in outputs {
        Task(executorPreference: Self.tasks) { await output.handleEvents(runner: runner, logger: logger) }
      }
      Task(executorPreference: Self.tasks) { await files.removeLeftovers() }
      if let failure = await serve() { status.yield(failure) }
      servingEnd.finish()
    }
    Task(executorPreference: Self.tasks) {
      await handle(signals)
      status.yield(.success)
    }
    let result = await statuses.first { _ in true }
    // From here on, no call is read. No client mistakes the end of this process for the end of the workout.
    serving.cancel()
    await served.end(within: Self.shutdownLimit * 2)
    await shutDown()
    return result ?? .success
  }

  /// Resumes the workout that an earlier process saved, if such a workout exists.
  ///
  /// If the workout cannot be resumed, its notification is closed and its file is renamed. If at least the plan is valid,
  /// the workout is then paused at its start.
  private func restore() async {
    do {
      try store.checkFolder()
    } catch {
      stateLog.logUntrusted(error)
    }
    var saved: SavedWorkout?
    do {
      saved = try store.savedWorkout()
      guard let saved else { return services.notifier.close() }
      try await runner.restore(saved, lapLines: store.lapLines(of: saved.id))
      if runner.status().lost == .laps { stateLog.logLostLaps(path: store.lapsPath(of: saved.id)) }
    } catch {
      services.notifier.close()
      let newPath = store.moveAside(after: error)
      let isAtStart = if let saved { (try? await runner.restore(saved, fromStart: true)) != nil } else { false }
      if !isAtStart { await runner.reportLostWorkout() }
      stateLog.logRestoreFailure(error, path: store.workoutPath, newPath: newPath, isAtStart: isAtStart)
    }
  }

  /// Answers clients; returns nil when the task is cancelled.
  private func serve() async -> ExitStatus? {
    guard !Task.isCancelled else { return nil }
    let log = ClientLog(logger: logger)
    let server = Server(
      listener: listener,
      identity: ServiceIdentity(
        vendor: "intervald", product: "intervald", version: intervaldVersion, url: intervaldHomepage),
      interfaces: [WorkoutService(controller: controller)],
      report: { log.log($0) })
    do {
      try await server.run()
      return nil
    } catch {
      logger.critical("The control socket failed: \(error)")
      return .unavailable
    }
  }

  /// Reloads the settings at SIGHUP; returns at SIGTERM and SIGINT.
  private func handle(_ signals: AsyncStream<ServiceSignal>) async {
    let (reloads, reload) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    Task(executorPreference: Self.tasks) {
      // The controller logs errors in the settings.
      for await _ in reloads { _ = try? await controller.reload() }
    }
    for await signal in signals {
      switch signal {
      case .terminate, .interrupt: return
      case .hangUp: reload.yield()
      }
    }
  }

  /// Saves the workout for the next process, and shuts down all external services concurrently.
  private func shutDown() async {
    let workout = await runner.shutDown()
    async let isInTime = store.flush(within: Self.shutdownLimit) != nil
    async let servicesEnded: Void = services.shutDown(within: Self.shutdownLimit)
    async let managerNotified: Void = service.stopping(within: Self.shutdownLimit)
    stateLog.logUnsavedState(
      of: workout, isInTime: await isInTime, unsaved: await store.unsavedState(), historyPath: store.historyPath)
    _ = await (servicesEnded, managerNotified)
  }
}
