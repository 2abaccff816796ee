import WorkoutReports
import Concurrency
package import AudioOutput
package import Desktop
import Dispatch
package import Logging
import PlanNotation
package import LogHandlers
package import Power
package import Systemd
package import UserFiles
package import VarlinkServer
import ControlInterface
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
package import PlanLibrary

/// The daemon put together: what runs where, who tells whom, and how it ends.
package struct Daemon: Sendable {
  private let neighbours: Neighbours
  private let listener: Listener
  private let logger: Logger
  private let executor: QueueExecutor
  private let runner: WorkoutRunner
  private let files: FileStore
  private let service: ServiceOutput
  private let store: StateStore
  private let controller: DaemonController

  /// Everything outside that the daemon talks to, and that may be absent, slow or broken.
  package struct Neighbours: Sendable {
    package var notifier: any Notifier
    package var player: any SoundPlayer
    package var speaker: any Speaker
    package var mediaPlayer: any MediaPlayer
    package var hooks: any HookRunner
    package var sleepInhibitor: any SleepInhibitor
    package var serviceNotifier: any ServiceNotifier
    /// How long the service manager waits for a sign of life; nil for ever.
    package var watchdogInterval: Duration?
    package var timekeeper: any Timekeeper

    package init(
      notifier: any Notifier, player: any SoundPlayer, speaker: any Speaker, mediaPlayer: any MediaPlayer,
      hooks: any HookRunner, sleepInhibitor: any SleepInhibitor, serviceNotifier: any ServiceNotifier,
      watchdogInterval: Duration? = nil, timekeeper: any Timekeeper = SystemTimekeeper()
    ) {
      self.notifier = notifier
      self.player = player
      self.speaker = speaker
      self.mediaPlayer = mediaPlayer
      self.hooks = hooks
      self.sleepInhibitor = sleepInhibitor
      self.serviceNotifier = serviceNotifier
      self.watchdogInterval = watchdogInterval
      self.timekeeper = timekeeper
    }
  }

  /// How long the end waits for a neighbour.
  static let farewell = Duration.seconds(1)

  /// Puts a daemon together; its logger is one that never waits, as it goes through `log`.
  package init(
    environment: [String: String], folders: XDGFolders, runtimeFolder: String?, configuration: Configuration,
    listener: Listener, neighbours: Neighbours, log: QueuedLog, logger: Logger
  ) {
    self.neighbours = neighbours
    self.listener = listener
    self.logger = logger
    executor = QueueExecutor(label: "org.intervald.runner", qos: .userInteractive)
    service = ServiceOutput(
      neighbours.serviceNotifier, watchdogInterval: neighbours.watchdogInterval, on: executor
    ) { error in
      logger.warning("The service manager cannot be told how things stand: \(error); ignoring")
    }
    store = StateStore(folders, runtimeFolder: runtimeFolder) { report in
      switch report {
      case .failed(let error):
        logger.warning(
          """
          \(error), so the workout would not outlive a restart, nor would what it comes to; \
          it goes on all the same
          """)
      case .recovered: logger.notice("The workout's place and the history are kept again")
      }
    }
    let iconFiles = IconFiles(folders)
    runner = WorkoutRunner(
      on: executor, timekeeper: neighbours.timekeeper, configuration: configuration.settings,
      environment: environment,
      outputs: [
        NotificationOutput(neighbours.notifier, iconFiles: iconFiles), CueSoundOutput(neighbours.player),
        VoiceOutput(neighbours.speaker),
        MediaPlayerOutput(neighbours.mediaPlayer, iconFiles: iconFiles), HookOutput(neighbours.hooks),
        SleepOutput(neighbours.sleepInhibitor), service, LogOutput(logger),
      ], store: store)
    files = FileStore(folders)
    controller = DaemonController(
      runner: runner, store: store, files: files, service: service,
      channels: CueChannels(
        notifier: neighbours.notifier, player: neighbours.player, speaker: neighbours.speaker, hooks: neighbours.hooks,
        environment: environment),
      healthCheck: HealthCheck(services: neighbours, store: store, log: log, environment: environment), logger: logger)
  }

  /// Serves until a signal says to end.
  ///
  /// - Returns: whether it ended as it was told, or because the socket failed.
  package func run() async -> ExitStatus {
    let signals = await ServiceSignal.received(on: executor.queue)
    // The socket listens already. What is said of the first workout must come behind this, and a client whose call
    // started the service is not long in waiting.
    service.ready()
    logger.notice("Ready")
    await restore()
    let status = await withTaskGroup(of: ExitStatus?.self) { group in
      group.addTask {
        await files.removeLeftovers()
        return nil
      }
      group.addTask { await answerButtons() }
      group.addTask { await reportSounds() }
      group.addTask { await reportSpeech() }
      group.addTask { await reportHooks() }
      group.addTask { await obeyMediaKeys() }
      group.addTask { await heedSleep() }
      group.addTask { await serve() }
      group.addTask { await obey(signals) }
      // Those that only pass on news end when their neighbour does, with nothing to say.
      var ended = ExitStatus.success
      for await status in group {
        guard let status else { continue }
        ended = status
        break
      }
      await end()
      group.cancelAll()
      return ended
    }
    return status
  }

  /// Goes on with the workout that an earlier process left, if there is one.
  private func restore() async {
    do {
      try store.checkFolder()
    } catch {
      let words = "\(error.path): \(error.message) (\(error.hint))"
      logger.warning("\(words); a workout that is kept there is not gone on with")
    }
    do {
      guard let kept = try store.savedWorkout() else { return neighbours.notifier.close() }
      try await runner.restore(kept)
    } catch {
      // What is on the screen is of a workout that is lost.
      neighbours.notifier.close()
      let place = "\(store.workoutPath): \(error.message); the workout in it is not gone on with"
      logger.error("\(place)\(store.moveAside().map { ", and the file is now \($0)" } ?? "")")
    }
  }

  /// Keeps what runs for the next process, and says goodbye to all neighbours at the same time.
  private func end() async {
    let workout = await runner.suspend()
    await runner.endWatching()
    async let kept = store.flush(within: Self.farewell)
    async let notifierEnded: Void = neighbours.notifier.shutDown(within: Self.farewell)
    async let playerEnded: Void = neighbours.player.shutDown(within: Self.farewell)
    async let speakerEnded: Void = neighbours.speaker.shutDown(within: Self.farewell)
    async let mediaPlayerEnded: Void = neighbours.mediaPlayer.shutDown(within: Self.farewell)
    async let hooksEnded: Void = neighbours.hooks.shutDown(within: Self.farewell)
    async let sleepAllowed: Void = neighbours.sleepInhibitor.shutDown(within: Self.farewell)
    async let serviceTold: Void = service.stopping(within: Self.farewell)
    sayWhatIsLeft(of: workout, unsaved: await kept)
    _ = await (
      notifierEnded, playerEnded, speakerEnded, mediaPlayerEnded, hooksEnded, sleepAllowed, serviceTold
    )
  }

  /// Tells what the next process will find, and what it will not.
  private func sayWhatIsLeft(of workout: RunningWorkout?, unsaved: UnsavedState?) {
    if let workout {
      let title = workout.displayTitle ?? workout.workout.plan.notation
      switch unsaved?.hasPosition {
      case false: logger.notice("The workout goes on when intervald is back: \(title)")
      case true: logger.error("The workout is lost, as its place could not be kept: \(title)")
      case nil: logger.error("The workout may be lost, as its place could not be kept in time: \(title)")
      }
    }
    if let count = unsaved?.summaryCount, count > 0 {
      let workouts = count == 1 ? "a workout that ended is" : "\(count) workouts that ended are"
      logger.error("\(store.historyPath): \(workouts) not recorded, as that could not be written")
    }
  }

  private func serve() async -> ExitStatus? {
    let log = ClientLog(logger: logger)
    let server = Server(
      listener: listener,
      identity: ServiceIdentity(
        vendor: "intervald", product: "intervald", version: intervaldVersion,
        url: "https://github.com/intervald/intervald"),
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

  private func obey(_ signals: AsyncStream<ServiceSignal>) async -> ExitStatus? {
    for await signal in signals {
      switch signal {
      case .terminate, .interrupt: return .success
      // What is wrong with the settings is logged where they are read.
      case .hangUp: try? await controller.reload()
      }
    }
    return nil
  }

  private func answerButtons() async -> ExitStatus? {
    for await event in neighbours.notifier.events {
      switch event {
      case .action(let key): await press(key)
      case .closed(let reason): logger.debug("The notification was closed: \(reason)")
      case .serverAppeared(let server): logger.info("Notifications are shown by \(server.name) \(server.version)")
      case .serverUnavailable(let failure):
        logger.warning("Notifications are not shown: \(failure); the workout goes on without")
      }
    }
    return nil
  }

  private func press(_ key: String) async {
    guard let button = NotificationOutput.Button(rawValue: key) else { return }
    // A button of a workout that is just over asks for nothing.
    switch button {
    case .stop: _ = try? await runner.stop()
    case .pause: _ = try? await runner.handle(.pause(.user))
    case .resume: _ = try? await runner.handle(.resume)
    case .skip: _ = try? await runner.handle(.next(out: false))
    }
  }

  private func reportSounds() async -> ExitStatus? {
    for await event in neighbours.player.events {
      switch event {
      case .outputAppeared(let output): logger.info("Cues are heard through \(output.name)")
      case .outputUnavailable(let failure):
        logger.warning("Cues are not heard: \(failure); the workout goes on without")
      case .soundUnavailable(let sound, let failure):
        logger.warning("The sound \(sound) is not heard: \(failure); ignoring")
      }
    }
    return nil
  }

  private func reportSpeech() async -> ExitStatus? {
    for await event in neighbours.speaker.events {
      switch event {
      case .serviceAppeared(let service): logger.info("Cues are spoken by \(service.name) with \(service.synthesizer)")
      case .serviceUnavailable(let failure):
        logger.warning("Cues are not spoken: \(failure); the workout goes on without")
      }
    }
    return nil
  }

  private func reportHooks() async -> ExitStatus? {
    for await report in neighbours.hooks.reports {
      switch report {
      case .failed(let call, let failure):
        logger.warning("The hook \(call.program) at \(call.cue) failed: \(failure)")
      case .dropped(let call):
        logger.warning("The hook \(call.program) at \(call.cue) is left out: too many are running; ignoring")
      case .printed(let call, let line): logger.info("\(call.program): \(line)")
      }
    }
    return nil
  }

  private func obeyMediaKeys() async -> ExitStatus? {
    for await command in neighbours.mediaPlayer.commands {
      // A key for a workout that is just over asks for nothing.
      switch command {
      case .play: _ = try? await runner.handle(.resume)
      case .pause: _ = try? await runner.handle(.pause(.user))
      case .playPause: _ = try? await runner.handle(.toggle)
      case .next: _ = try? await runner.handle(.next(out: false))
      case .previous: _ = try? await runner.handle(.previous)
      case .stop: _ = try? await runner.stop()
      }
    }
    return nil
  }

  private func heedSleep() async -> ExitStatus? {
    for await event in neighbours.sleepInhibitor.events {
      switch event {
      case .suspending:
        await runner.fallAsleep()
        await store.flush(within: SleepEvent.maxDelay)
        neighbours.sleepInhibitor.allowSuspend()
      case .resumed: await runner.meetSleep(isToldOf: true)
      case .clockChanged: await runner.meetSleep()
      case .inhibited(let service): logger.info("\(service.rawValue) keeps the machine awake")
      case .notInhibited(let service, let reason):
        logger.info("\(service.rawValue) does not keep the machine awake: \(reason); the workout goes on all the same")
      }
    }
    return nil
  }
}
