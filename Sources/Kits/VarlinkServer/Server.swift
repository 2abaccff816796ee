internal import NIOCore
internal import NIOPosix
package import Varlink

/// A Varlink server on a Unix socket: one event loop, and one task a connection.
///
/// Connections are independent of one another; calls of one connection are answered in their order. When descriptors
/// run out (EMFILE, ENFILE) accepting pauses for a second and is tried again: waiting clients wait, connected ones
/// notice nothing.
///
/// NIO's accepted descriptors are not close-on-exec: whoever starts child processes closes what is not theirs.
package struct Server: Sendable {
  private let listener: Listener
  private let dispatcher: Dispatcher
  private let limits: ServerLimits
  private let admits: @Sendable (PeerCredentials) -> Bool
  private let report: @Sendable (ServerEvent) -> Void

  /// Makes a server, which answers once it runs.
  ///
  /// - Parameters:
  ///   - listener: The socket, which the server closes when it ends; a server runs once.
  ///   - identity: What `GetInfo` tells.
  ///   - interfaces: What there is beside `org.varlink.service`, each of another name.
  ///   - limits: How much it bears with.
  ///   - admits: Who may connect; processes of our own user and of root, unless told otherwise.
  ///   - report: Called with what happens to clients, on whatever thread it happens; it must not block.
  package init(
    listener: Listener,
    identity: ServiceIdentity,
    interfaces: [any VarlinkInterface],
    limits: ServerLimits = ServerLimits(),
    admits: @escaping @Sendable (PeerCredentials) -> Bool = { $0.isOwnUserOrRoot },
    report: @escaping @Sendable (ServerEvent) -> Void = { _ in }
  ) {
    self.listener = listener
    self.dispatcher = Dispatcher(identity: identity, interfaces: interfaces)
    self.limits = limits
    self.admits = admits
    self.report = report
  }

  /// Serves until the task is cancelled, then closes all connections and removes the socket's file, if it is its own.
  ///
  /// - Throws: The error that made accepting impossible. A cancellation is not an error.
  package func run() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let result: Result<Void, any Error>
    do {
      result = .success(try await accept(on: group))
    } catch {
      result = .failure(error)
    }
    listener.removeFile()
    try await group.shutdownGracefully()
    if !Task.isCancelled { try result.get() }
  }

  private func accept(on group: MultiThreadedEventLoopGroup) async throws {
    let server = try await ServerBootstrap(group: group)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause(report: report))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .bind(listener.descriptor) { Connection.make(on: $0, limits: limits) }
    // Tasks on it end before the group does.
    let executor = EventLoopExecutor(group.next())
    try await server.executeThenClose { try await serve($0, on: executor) }
  }

  /// Serves connections as they arrive, until the task is cancelled.
  ///
  /// - Throws: The error that the arrivals end with, or, if they end without one, that the socket was closed.
  func serve(_ arrivals: some AsyncSequence<Connection, any Error>, on executor: (any TaskExecutor)?) async throws {
    let open = OpenConnections(limits: limits)
    try await withThrowingDiscardingTaskGroup { connections in
      for try await connection in arrivals {
        guard isWelcome(connection, among: open) else {
          // It is gone before the next is looked at, so that no flood of them piles up.
          await connection.close()
          continue
        }
        connections.addTask(executorPreference: executor) {
          await connection.serve(with: dispatcher, report: report)
          open.leave()
        }
      }
      throw TransportError(.system, context: "the listening socket was closed")
    }
  }

  private func isWelcome(_ connection: Connection, among open: OpenConnections) -> Bool {
    guard let peer = connection.peer, admits(peer) else {
      report(.refusedPeer(connection.peer))
      return false
    }
    guard open.enter() else {
      report(.refusedConnection)
      return false
    }
    return true
  }
}
