import Concurrency
package import ControlInterface
import LogHandlers
import Logging
import PlanLibrary
import Systemd
import UserFiles
import VarlinkServer

extension Daemon {
  /// Starts the daemon with the services of the user's session, and returns when the daemon has ended.
  ///
  /// A failure to start is logged to standard error or the journal.
  package static func launch(environment: [String: String]) async -> ExitStatus {
    let destination = LogDestination(journalStream: environment["JOURNAL_STREAM"])
    let log = QueuedLog()
    let logger = Logger(label: "intervald") {
      log.handler(over: destination.handler(identifier: $0, environment: environment))
    }
    return await withTaskExecutorPreference(TaskQueue(label: "org.intervald.tasks")) {
      let status = await serve(environment: environment, log: log, logger: logger)
      await log.drain(within: shutdownLimit)
      return status
    }
  }

  private static func serve(environment: [String: String], log: QueuedLog, logger: Logger) async -> ExitStatus {
    var sockets: [CInt] = []
    do {
      sockets = try ActivationSockets.take()
      let folders = XDGFolders(environment: environment)
      let folder = try RuntimeFolder("intervald", in: folders)
      let lock = try InstanceLock(path: folder.path(of: "lock"))
      let configuration = try Configuration.read(in: folders)
      let listener =
        try sockets.first.map(Listener.take) ?? Listener.bind(path: folder.path(of: "control.sock"))
      let status = await Daemon(
        environment: environment, folders: folders, runtimeFolder: folder.path, configuration: configuration,
        listener: listener,
        services: .ofSession(
          environment: environment, memory: NotificationFile(path: folder.path(of: "notification.json")),
          watchdogInterval: try SystemdNotifier.watchdogInterval()),
        log: log, logger: logger
      ).run()
      extendLifetime(lock)
      return status
    } catch {
      ActivationSockets.rejectClients(of: sockets)
      return report(error, to: logger)
    }
  }

  /// Logs why the daemon could not start, and returns the exit status for that reason.
  private static func report(_ error: any Error, to logger: Logger) -> ExitStatus {
    switch error {
    case let error as LibraryFileError:
      logger.critical("\(error.fullMessage)")
      return .invalidSettings
    case let error as RuntimeFolderError where error.isCausedByEnvironment:
      logger.critical("\(error)")
      return .invalidSettings
    default:
      logger.critical("\(error)")
      return .unavailable
    }
  }
}

extension RuntimeFolderError {
  /// Whether the environment causes the error, so that a restart in the same environment fails again.
  fileprivate var isCausedByEnvironment: Bool {
    switch self {
    case .noBase, .foreign, .writableByOthers: true
    case .system: false
    }
  }
}
