import Logging
import Synchronization
import VarlinkServer

/// Logs the events of the control socket, with a rate limit for each type of message.
final class ClientLog: Sendable {
  private struct Limiters {
    var refusedPeers = RateLimiter()
    var refusedConnections = RateLimiter()
    var failedAccepts = RateLimiter()
    var droppedClients = RateLimiter()
    var failedServices = RateLimiter()
  }

  private let logger: Logger
  private let limiters = Mutex(Limiters())

  init(logger: Logger) {
    self.logger = logger
  }

  func log(_ event: ServerEvent) {
    switch event {
    case .refusedPeer(let peer):
      log(.warning, \.refusedPeers, "Refused a connection from user \(peer.map { "\($0.userID)" } ?? "unknown")")
    case .refusedConnection: log(.warning, \.refusedConnections, "Refused a connection: too many are open")
    case .acceptFailed(let error):
      log(.warning, \.failedAccepts, "Connections have to wait: \(error); trying again every second")
    case .droppedClient(let error): log(.info, \.droppedClients, "Dropped a client: \(error)")
    case .serviceFailed(let method, let error): log(.error, \.failedServices, "\(method) failed: \(error)")
    }
  }

  private func log(
    _ level: Logger.Level, _ limiter: WritableKeyPath<Limiters, RateLimiter>, _ message: @autoclosure () -> String
  ) {
    switch limiters.withLock({ $0[keyPath: limiter].admit(at: .now) }) {
    case .message: logger.log(level: level, "\(message())")
    case .lastMessage: logger.log(level: level, "\(message()); similar messages are not logged for a while")
    case .nothing: break
    }
  }
}

/// Limits the number of messages in each interval of time.
///
/// An interval begins with the first message after the end of the previous interval.
struct RateLimiter {
  /// The decision about a message.
  enum Admission {
    case message
    /// The message is admitted, and is the last message of its interval.
    case lastMessage
    case nothing
  }

  /// The maximum number of messages in an interval.
  static let maxMessages = 10
  static let interval = Duration.seconds(60)

  private var intervalStart: ContinuousClock.Instant?
  private var count = 0

  /// Counts a message, and decides whether it may be logged.
  mutating func admit(at now: ContinuousClock.Instant) -> Admission {
    if intervalStart.map({ $0.duration(to: now) >= Self.interval }) ?? true { (intervalStart, count) = (now, 0) }
    guard count < Self.maxMessages else { return .nothing }
    count += 1
    return count == Self.maxMessages ? .lastMessage : .message
  }
}
