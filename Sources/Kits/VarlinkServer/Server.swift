internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import Synchronization
internal import SystemPackage
package import Varlink

/// A Varlink server on a Unix socket, with one event loop and one task for each connection.
///
/// Connections are independent of one another. The calls of one connection are answered in order. If the process runs
/// out of descriptors (EMFILE, ENFILE), the server pauses for a second before it accepts connections again. New clients
/// wait during the pause; connected clients are not affected.
///
/// The descriptors that NIO accepts are not close-on-exec. Code that starts child processes must close these
/// descriptors in the child process.
package struct Server: Sendable {
  private let listener: Listener
  private let dispatcher: Dispatcher
  private let limits: ServerLimits
  private let admits: @Sendable (PeerCredentials) -> Bool
  private let report: @Sendable (ServerEvent) -> Void

  /// Makes a server; `run` starts to answer clients.
  ///
  /// - Parameters:
  ///   - listener: The socket. The server closes the socket when `run` ends, so a server can run only once.
  ///   - identity: The identity that `GetInfo` returns.
  ///   - interfaces: The interfaces, without `org.varlink.service`. Each interface must have a different name.
  ///   - limits: The limits on clients.
  ///   - admits: Returns whether a process may connect (default: processes of the same user and of root).
  ///   - report: Receives events of clients, on any thread; the closure must not block.
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

  /// Serves clients until the task is cancelled.
  ///
  /// At the end, `run` closes the socket, and removes its file if this process created the file. From then on, nothing
  /// is read. `run` returns when the calls that have been read are answered, but at the latest after
  /// `ServerLimits.shutdown`, even if services are still answering calls.
  ///
  /// - Throws: The error that made it impossible to accept connections. A cancellation is not an error.
  package func run() async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let connections = OpenConnections(limits: limits, eventLoop: group.next())
    let result: Result<Void, any Error>
    do {
      result = .success(try await accept(connections, on: group))
    } catch {
      result = .failure(error)
    }
    listener.removeFile()
    // The services that are still answering calls use the event loop, so it then runs until the process ends.
    if await connections.end() { try await group.shutdownGracefully() }
    if !Task.isCancelled { try result.get() }
  }

  private func accept(_ connections: OpenConnections, on group: MultiThreadedEventLoopGroup) async throws {
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
    try await server.executeThenClose { try await serve($0, among: connections, on: executor) }
  }

  /// Serves connections as they arrive, until the task is cancelled.
  ///
  /// - Throws: The error that ended the sequence of connections; if the sequence ended without an error, an error that
  ///   reports the closed socket.
  func serve(
    _ arrivals: some AsyncSequence<Connection, any Error>, among connections: OpenConnections,
    on executor: EventLoopExecutor
  ) async throws {
    for try await connection in arrivals {
      guard let number = admit(connection, among: connections) else {
        // A refused connection is closed before the next connection is accepted. Refused connections therefore do not
        // accumulate.
        await connection.close()
        continue
      }
      // The task does not belong to a group, because the server does not wait for a service that never answers.
      Task(executorPreference: executor) {
        await connection.serve(with: dispatcher, report: report)
        connections.remove(number)
      }
    }
    throw TransportError(.system, context: "the listening socket was closed")
  }

  /// Adds a connection to the open connections, or reports the reason why the connection is refused.
  ///
  /// - Returns: The number of the connection; nil if it is refused.
  private func admit(_ connection: Connection, among connections: OpenConnections) -> Int? {
    guard let peer = connection.peer, admits(peer) else {
      report(.refusedPeer(connection.peer))
      return nil
    }
    guard let number = connections.add(connection) else {
      report(.refusedConnection)
      return nil
    }
    return number
  }
}

/// An event that a server reports to its caller, for example for the log.
package enum ServerEvent: Sendable {
  /// A process without permission was refused.
  ///
  /// The credentials are nil if the process disconnected before the server queried them.
  case refusedPeer(PeerCredentials?)

  /// A connection was refused because too many connections are open.
  case refusedConnection

  /// The server cannot accept connections because descriptors or memory are used up; it retries every second.
  case acceptFailed(TransportError)

  /// A connection was closed because of an error of its client.
  case droppedClient(TransportError)

  /// A service threw an error other than `VarlinkError`, and the connection was closed.
  case serviceFailed(method: String, any Error)
}

/// Resource limits of a server.
package struct ServerLimits: Sendable {
  /// The maximum number of connections; the server closes any further connection at once.
  package var connections = 256

  /// The number of descriptors that are reserved for the rest of the process.
  ///
  /// At most half of the descriptors that the process may open are reserved.
  package var reservedDescriptors = 64

  /// The time limit from the first byte of a message to its NUL.
  ///
  /// Time in which the server does not read from the connection is not included.
  package var incompleteMessage: Duration = .seconds(30)

  /// The time limit for the client to read replies.
  ///
  /// Replies that fit in the buffer of the socket count as read.
  package var write: Duration = .seconds(10)

  /// The time limit for the answers to calls that have been read when the server stops.
  package var shutdown: Duration = .seconds(1)

  package init() {}
}

extension TimeAmount {
  /// Converts a duration, rounded down to the nanosecond.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
