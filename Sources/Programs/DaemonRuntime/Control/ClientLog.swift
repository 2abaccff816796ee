import Logging
import Synchronization
import VarlinkServer

/// Logs what happens to clients of the control socket, and keeps a flood of the same out of the log.
final class ClientLog: Sendable {
  private struct Allowances {
    var refusedPeers = LineAllowance()
    var refusedConnections = LineAllowance()
    var failedAccepts = LineAllowance()
    var droppedClients = LineAllowance()
    var failedServices = LineAllowance()
  }

  private let logger: Logger
  private let allowances = Mutex(Allowances())

  init(logger: Logger) {
    self.logger = logger
  }

  func log(_ event: ServerEvent) {
    switch event {
    case .refusedPeer(let peer):
      log(.warning, as: \.refusedPeers, "Refused a connection of user \(peer.map { "\($0.userID)" } ?? "unknown")")
    case .refusedConnection: log(.warning, as: \.refusedConnections, "Refused a connection: too many are open")
    case .acceptFailed(let error):
      log(.warning, as: \.failedAccepts, "Connections have to wait: \(error); trying again every second")
    case .droppedClient(let error): log(.info, as: \.droppedClients, "Dropped a client: \(error)")
    case .serviceFailed(let method, let error): log(.error, as: \.failedServices, "\(method) failed: \(error)")
    }
  }

  private func log(
    _ level: Logger.Level, as sort: WritableKeyPath<Allowances, LineAllowance>, _ line: @autoclosure () -> String
  ) {
    switch allowances.withLock({ $0[keyPath: sort].take(at: .now) }) {
    case .line: logger.log(level: level, "\(line())")
    case .lastLine: logger.log(level: level, "\(line()); more like it are not logged for a while")
    case .nothing: break
    }
  }
}
