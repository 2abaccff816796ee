import Concurrency
package import ControlInterface
import Glibc
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
    return await withTaskExecutorPreference(tasks) {
      let status = await serve(environment: environment, log: log, logger: logger)
      await log.drain(within: shutdownLimit)
      return status
    }
  }

  private static func serve(environment: [String: String], log: QueuedLog, logger: Logger) async -> ExitStatus {
    var sockets: [CInt] = []
    do {
      sockets = try ActivationSockets.take()
      let maxDescriptors = raisedDescriptorLimit()
      guard maxDescriptors >= minDescriptors else {
        ActivationSockets.rejectClients(of: sockets)
        logger.critical(
          """
          the limit of \(maxDescriptors) open files is too low: run 'ulimit -n \(minDescriptors)' before intervald, \
          or set LimitNOFILE=\(minDescriptors) in its unit
          """, metadata: CatalogEntry.startFailed.metadata)
        return .invalidSettings
      }
      let folders = XDGFolders(environment: environment)
      let folder = try RuntimeFolder("intervald", in: folders)
      let lock = try InstanceLock(path: folder.path(of: "lock"))
      let stateLock = try lockState(in: folders, logger: logger)
      let configuration = try Configuration.read(in: folders)
      let listener =
        try sockets.first.map(Listener.take) ?? Listener.bind(path: folder.path(of: "control.sock"))
      let status = await Daemon(
        environment: environment, folders: folders, runtimeFolder: folder.path, configuration: configuration,
        listener: listener,
        services: .ofSession(
          environment: environment, runtimeFolder: folder,
          memory: NotificationFile(path: folder.path(of: "notification.json")),
          watchdogInterval: try SystemdNotifier.watchdogInterval()),
        log: log, logger: logger
      ).run()
      extendLifetime(lock)
      extendLifetime(stateLock)
      return status
    } catch {
      ActivationSockets.rejectClients(of: sockets)
      return report(error, to: logger)
    }
  }

  /// The number of descriptors that the daemon needs; with fewer than 30, GLib or NIO ends the process.
  private static let minDescriptors: rlim_t = 64

  /// The maximum number of descriptors; a limit below `minDescriptors` is raised first, if the system allows it.
  ///
  /// Wraps getrlimit(2) and setrlimit(2).
  private static func raisedDescriptorLimit() -> rlim_t {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit(rlim_cur: .max, rlim_max: .max)
    // `limit` outlives the calls. If getrlimit(2) fails, the limit is unknown.
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < minDescriptors else { return limit.rlim_cur }
    let current = limit.rlim_cur
    limit.rlim_cur = min(limit.rlim_max, 1024)
    return unsafe setrlimit(resource, &limit) == 0 ? limit.rlim_cur : current
  }

  /// Takes the lock in the state folder, which daemons with different runtime folders share.
  ///
  /// A folder in which no lock is possible, such as a read-only folder, does not prevent the start.
  ///
  /// - Throws: `held` if another daemon uses the folder.
  private static func lockState(in folders: XDGFolders, logger: Logger) throws(InstanceLockError) -> InstanceLock? {
    let path = "\(folders.stateFolder)/lock"
    do throws(InstanceLockError) {
      try SystemError.wrapped(in: InstanceLockError.system, Folder.create(forFileAt: path))
      return try InstanceLock(path: path)
    } catch {
      guard case .system = error else { throw error }
      logger.warning("\(error); do not start a second daemon with this state folder")
      return nil
    }
  }

  /// Logs why the daemon could not start, and returns the exit status for that reason.
  private static func report(_ error: any Error, to logger: Logger) -> ExitStatus {
    let (message, status): (String, ExitStatus) =
      switch error {
      case let error as LibraryFileError: (error.fullMessage, .invalidSettings)
      case let error as RuntimeFolderError where error.isCausedByEnvironment: ("\(error)", .invalidSettings)
      default: ("\(error)", .unavailable)
      }
    logger.critical("\(message)", metadata: CatalogEntry.startFailed.metadata)
    return status
  }
}

extension RuntimeFolderError {
  /// Whether the environment causes the error, so that a restart in the same environment fails again.
  fileprivate var isCausedByEnvironment: Bool {
    switch self {
    case .noBase, .foreign, .untrusted: true
    case .system: false
    }
  }
}
