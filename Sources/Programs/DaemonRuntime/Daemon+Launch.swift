import AudioOutput
import Desktop
import Logging
import Concurrency
import LogHandlers
import MessageBus
import Power
import Systemd
import UserFiles
import VarlinkServer
import PlanLibrary

extension Daemon {
  /// Starts a daemon on the machine as it is, and serves until it is told to end.
  ///
  /// Says on standard error, or in the journal, what keeps it from starting.
  package static func launch(environment: [String: String]) async -> ExitStatus {
    let destination = LogDestination(journalStream: environment["JOURNAL_STREAM"])
    let log = QueuedLog()
    let logger = Logger(label: "intervald") { log.handler(over: destination.handler(identifier: $0)) }
    return await withTaskExecutorPreference(TaskQueue(label: "org.intervald.tasks")) {
      let status = await serve(environment: environment, log: log, logger: logger)
      await log.drain(within: farewell)
      return status
    }
  }

  private static func serve(environment: [String: String], log: QueuedLog, logger: Logger) async -> ExitStatus {
    var handedOver: [CInt] = []
    do {
      handedOver = try ActivationSockets.take()
      let folders = XDGFolders(environment: environment)
      let folder = try RuntimeFolder("intervald", in: folders)
      let lock = try InstanceLock(path: folder.path(of: "lock"))
      let configuration = try Configuration.read(in: folders)
      let listener =
        try handedOver.first.map(Listener.adopt) ?? Listener.bind(path: folder.path(of: "control.sock"))
      let status = await Daemon(
        environment: environment, folders: folders, runtimeFolder: folder.path, configuration: configuration,
        listener: listener,
        neighbours: .real(
          environment: environment, memory: NotificationFile(path: folder.path(of: "notification.json")),
          watchdogInterval: try SystemdNotifier.watchdogInterval()),
        log: log, logger: logger
      ).run()
      extendLifetime(lock)
      return status
    } catch {
      ActivationSockets.rejectClients(of: handedOver)
      return report(error, to: logger)
    }
  }

  /// Says what kept the daemon from starting, and what that means to whoever started it.
  private static func report(_ error: any Error, to logger: Logger) -> ExitStatus {
    switch error {
    case let error as LibraryFileError:
      logger.critical("\(error.fullWords)")
      return .configuration
    case let error as RuntimeFolderError where error.isOfEnvironment:
      logger.critical("\(error)")
      return .configuration
    default:
      logger.critical("\(error)")
      return .unavailable
    }
  }
}

extension Daemon.Neighbours {
  /// The desktop, the sound server and the service manager of this session.
  fileprivate static func real(
    environment: [String: String], memory: NotificationFile, watchdogInterval: Duration?
  ) -> Self {
    Self(
      notifier: LibnotifyNotifier(applicationName: "intervald", desktopEntry: "intervald", store: memory),
      player: CanberraPlayer(applicationName: "intervald", desktopEntry: "intervald"),
      speaker: SpeechDispatcherSpeaker(
        applicationName: "intervald", startService: { SpeechUnit(environment: environment).start() }),
      mediaPlayer: SessionBusMediaPlayer(
        applicationName: "intervald", desktopEntry: "intervald", sessionBus: BusAddress.session(environment)),
      hooks: SystemHookRunner(environment: environment),
      sleepInhibitor: SystemSleepInhibitor(
        systemBus: BusAddress.system(environment), sessionBus: BusAddress.session(environment)),
      serviceNotifier: SystemdNotifier(environment: environment),
      watchdogInterval: watchdogInterval)
  }
}

extension RuntimeFolderError {
  /// Whether the environment is to blame, so that starting again in the same one would not help.
  fileprivate var isOfEnvironment: Bool {
    switch self {
    case .noBase, .foreign, .writableByOthers: true
    case .system: false
    }
  }
}
