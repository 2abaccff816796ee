internal import Glibc
internal import NIOCore
internal import Synchronization

/// The open connections of a server, whose number is limited.
///
/// The limit depends on the number of descriptors that the process may open. This number may change at any time, so the
/// limit is calculated for each new connection.
final class OpenConnections: Sendable {
  private struct State {
    var connections: [Int: Connection] = [:]
    var nextNumber = 0
    /// The promise that all connections end, with the value true; nil while the server runs.
    var end: EventLoopPromise<Bool>?
  }

  private let limits: ServerLimits
  private let eventLoop: any EventLoop
  private let state = Mutex(State())

  init(limits: ServerLimits, eventLoop: any EventLoop) {
    self.limits = limits
    self.eventLoop = eventLoop
  }

  /// Adds a connection if the limit permits it.
  ///
  /// - Returns: The number of the connection; nil if the limit is reached.
  func add(_ connection: Connection) -> Int? {
    let descriptors = Self.descriptorLimit
    let limit = min(limits.connections, descriptors - min(limits.reservedDescriptors, descriptors / 2))
    return state.withLock { state in
      guard state.connections.count < limit else { return nil }
      defer { state.nextNumber += 1 }
      state.connections[state.nextNumber] = connection
      return state.nextNumber
    }
  }

  /// Removes a connection that has ended.
  func remove(_ number: Int) {
    let end = state.withLock { state in
      state.connections[number] = nil
      return state.connections.isEmpty ? state.end : nil
    }
    end?.succeed(true)
  }

  /// Stops all connections, and closes those that have not ended after `ServerLimits.shutdown`.
  ///
  /// The caller must not add connections any more.
  ///
  /// - Returns: Whether the tasks of all connections have ended.
  func end() async -> Bool {
    let end = eventLoop.makePromise(of: Bool.self)
    let connections = state.withLock { state in
      state.end = end
      return Array(state.connections.values)
    }
    if connections.isEmpty { end.succeed(true) }
    for connection in connections { connection.stop() }
    let deadline = eventLoop.scheduleTask(in: TimeAmount(limits.shutdown)) { end.succeed(false) }
    // The promise never fails.
    guard (try? await end.futureResult.get()) != true else {
      deadline.cancel()
      return true
    }
    for connection in state.withLock({ Array($0.connections.values) }) { await connection.close() }
    return false
  }

  /// The maximum number of descriptors of the process; see getrlimit(2).
  private static var descriptorLimit: Int {
    var limit = rlimit()
    // The structure outlives the call. The call fails only for a wrong resource or address.
    unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
