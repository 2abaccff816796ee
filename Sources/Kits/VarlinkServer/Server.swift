internal import NIOCore
internal import NIOPosix
internal import SystemPackage
package import Varlink

/// A Varlink server on a Unix socket, with one event loop, and one task for each connection.
///
/// Connections are independent of one another. The calls of one connection are answered in order. When the process runs
/// out of descriptors (EMFILE, ENFILE), the server pauses for a second before it accepts connections again: new clients
/// wait, and connected ones are not affected.
///
/// The descriptors that NIO accepts are not close-on-exec: code that starts child processes must close them there.
package struct Server: Sendable {
  private let listener: Listener
  private let dispatcher: Dispatcher
  private let limits: ServerLimits
  private let admits: @Sendable (PeerCredentials) -> Bool
  private let report: @Sendable (ServerEvent) -> Void

  /// Makes a server, which answers while it runs.
  ///
  /// - Parameters:
  ///   - listener: The socket. The server closes it when it ends, so a server runs once.
  ///   - identity: The result of `GetInfo`.
  ///   - interfaces: The interfaces besides `org.varlink.service`, which must have different names.
  ///   - limits: The limits on clients.
  ///   - admits: Whether a process may connect (default: processes of our own user and of root).
  ///   - report: Receives events of clients, on any thread; it must not block.
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
    // Tasks on it end before the group does.
    let executor = EventLoopExecutor(group.next())
    let server = try await ServerBootstrap(group: group)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause(report: report))
        }
      }
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelOption(.autoRead, value: false)
      .bind(listener.descriptor.rawValue) { Connection.make(on: $0, limits: limits, executor: executor) }
    try await server.executeThenClose { try await serve($0, on: executor) }
  }

  /// Serves connections as they arrive, until the task is cancelled.
  ///
  /// - Throws: The error that the arrivals end with, or, if they end without one, that the socket was closed.
  func serve(_ arrivals: some AsyncSequence<Connection, any Error>, on executor: (any TaskExecutor)?) async throws {
    let open = ConnectionCount(limits: limits)
    try await withThrowingDiscardingTaskGroup { connections in
      for try await connection in arrivals {
        guard isWelcome(connection, among: open) else {
          // It is closed before the next one is accepted, so that a flood of them does not accumulate.
          await connection.close()
          continue
        }
        connections.addTask(executorPreference: executor) {
          await connection.serve(with: dispatcher, report: report)
          open.decrement()
        }
      }
      throw TransportError(.system, context: "the listening socket was closed")
    }
  }

  private func isWelcome(_ connection: Connection, among open: ConnectionCount) -> Bool {
    guard let peer = connection.peer, admits(peer) else {
      report(.refusedPeer(connection.peer))
      return false
    }
    guard open.increment() else {
      report(.refusedConnection)
      return false
    }
    return true
  }
}

/// An event that a server reports to its caller, for example for the log.
package enum ServerEvent: Sendable {
  /// A process that may not connect was refused; without credentials it left before the kernel was asked.
  case refusedPeer(PeerCredentials?)

  /// A connection was refused because too many are open.
  case refusedConnection

  /// Connections cannot be accepted for lack of descriptors or memory; the server retries every second.
  case acceptFailed(TransportError)

  /// A connection was closed because of an error of its client.
  case droppedClient(TransportError)

  /// A service threw an error other than `VarlinkError`; the connection was closed.
  case serviceFailed(method: String, any Error)
}
