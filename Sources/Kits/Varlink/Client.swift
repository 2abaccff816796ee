internal import Concurrency
internal import Glibc
package import JSON
internal import SystemPackage

/// Varlink client with one connection to a Unix socket and one call at a time.
///
/// The client starts fast, because it uses blocking calls on its own queue instead of an event loop. A connection
/// requires only three system calls and a thread. If a task that waits for a reply is cancelled, the connection is
/// closed.
package actor Client {
  /// The default time limit for connecting, sending and the first reply.
  package static let timeout: Duration = .seconds(10)

  private let executor = QueueExecutor(label: "org.intervald.varlink.client")
  private let socket: Socket
  private let timeout: Duration
  private var framer = MessageFramer()
  private var isStreaming = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The actor owns the executor, so the executor outlives every use by the actor.
    unsafe executor.asUnownedSerialExecutor()
  }

  private init(_ socket: Socket, timeout: Duration) {
    self.socket = socket
    self.timeout = timeout
  }

  /// Connects to the socket at a path.
  ///
  /// - Throws: `TransportError` of code `noSocket`, `connectionRefused`, `unusablePath` or `system`; of code `timedOut`
  ///   if the server does not accept the connection in time; of code `foreignServer` if another user listens there.
  package static func connect(to path: String, timeout: Duration = Client.timeout) async throws(TransportError)
    -> Client
  {
    let client = Client(Socket(owning: try UnixSocket.make()), timeout: timeout)
    try await client.open(path)
    return client
  }

  /// Calls a method and waits for its reply.
  ///
  /// - Throws: `VarlinkError` if the server replies with an error. `TransportError` of code `busy` if a stream is in
  ///   progress; the stream continues. `TransportError` of any other code for a failure, which closes the connection.
  ///   The code is `callUnread` if the call has certainly no effect. `CancellationError` if the task is cancelled.
  package nonisolated func call(
    _ method: String, _ parameters: JSONValue.Object = [:]
  ) async throws -> JSONValue.Object {
    try await endingOnCancellation { client throws in
      let reply = try client.begin(Call(method, parameters))
      guard !reply.continues else {
        throw client.failure(TransportError(.malformedMessage, context: "\(method) continues without more"))
      }
      return try reply.result()
    }
  }

  /// Calls a method with `more`, and returns the sequence of replies.
  ///
  /// The call is made when the first reply is requested, and occupies the connection until the last reply has arrived.
  /// Each reply is read from the socket when it is requested.
  package nonisolated func stream(_ method: String, _ parameters: JSONValue.Object = [:]) -> ReplySequence {
    ReplySequence(client: self, call: Call(method, parameters, more: true))
  }

  // MARK: Steps

  /// Sends a call and waits for its first reply.
  func begin(_ call: Call) throws(TransportError) -> Reply {
    do throws(TransportError) {
      try send(call)
      return try receive(within: timeout)
    } catch {
      // The system reports an error number if the server closes the connection while the call, or a part of it, is
      // unread: EPIPE of send(2), ECONNRESET of read(2). After a complete read, it reports the end of the input.
      guard error.code == .disconnected, error.errno != nil else { throw error }
      throw TransportError(.callUnread, errno: error.errno, context: error.context)
    }
  }

  /// Waits for the next reply of a stream, without a time limit.
  func next() throws -> Reply {
    try receive(within: nil)
  }

  /// Runs `step` on the client's queue; if the task is cancelled, the connection is closed.
  nonisolated func endingOnCancellation<Value: Sendable>(
    _ step: @Sendable (isolated Client) throws -> Value
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      do {
        return try await run(step)
      } catch let error as TransportError where error.code == .disconnected || error.code == .callUnread {
        // The error may be the result of a cancellation.
        try Task.checkCancellation()
        throw error
      }
    } onCancel: {
      socket.shutDown()
    }
  }

  private func run<Value: Sendable>(_ step: @Sendable (isolated Client) throws -> Value) throws -> Value {
    try step(self)
  }

  /// Closes the connection after an error, and returns the error.
  private func failure(_ error: TransportError) -> TransportError {
    socket.shutDown()
    isStreaming = false
    return error
  }

  // MARK: Input and output

  private func open(_ path: String) throws(TransportError) {
    try UnixSocket.setTimeout(timeout, on: socket.descriptor)
    try UnixSocket.connect(socket.descriptor, to: path)
    let user = try UnixSocket.listenerUserID(socket.descriptor)
    guard user == geteuid() else { throw TransportError(.foreignServer, context: "user \(user) listens at \(path)") }
  }

  /// Sends a call, without waiting for a reply.
  ///
  /// - Throws: `TransportError` of code `busy` if a stream is in progress; the stream continues. `TransportError` of
  ///   any other code for a failure, which closes the connection.
  func send(_ call: Call) throws(TransportError) {
    guard !isStreaming else { throw TransportError(.busy, context: "\(call.method) called during a stream") }
    var rest = (call.message + [0])[...]
    do throws(TransportError) {
      while !rest.isEmpty {
        rest = rest.dropFirst(try UnixSocket.send(rest, on: socket.descriptor))
      }
    } catch {
      throw failure(error)
    }
  }

  private func receive(within timeout: Duration?) throws(TransportError) -> Reply {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    do throws(TransportError) {
      while true {
        if let message = try framer.next() {
          let reply = try Reply(message: message)
          isStreaming = reply.continues
          return reply
        }
        guard try UnixSocket.waitToRead(socket.descriptor, for: deadline.map { ContinuousClock.now.duration(to: $0) })
        else {
          throw TransportError(.timedOut, context: "no reply")
        }
        let bytes = try UnixSocket.receive(on: socket.descriptor)
        guard !bytes.isEmpty else { throw TransportError(.disconnected, context: "the server closed the connection") }
        framer.append(bytes)
      }
    } catch {
      throw failure(error)
    }
  }
}

/// Replies to a streaming call; each reply is read from the socket when the sequence is iterated.
///
/// An iteration throws the errors of `Client.call`. If the task that iterates is cancelled, the connection is closed.
package struct ReplySequence: AsyncSequence, Sendable {
  package typealias Element = JSONValue.Object

  let client: Client
  let call: Call

  package func makeAsyncIterator() -> Iterator {
    Iterator(client: client, call: call)
  }

  /// Iterator over the replies.
  package struct Iterator: AsyncIteratorProtocol {
    private enum State {
      /// The call has not been made.
      case ready
      /// The call has been made, and the last reply has not arrived.
      case streaming
      case ended
    }

    private let client: Client
    private let call: Call
    private var state = State.ready

    fileprivate init(client: Client, call: Call) {
      self.client = client
      self.call = call
    }

    package mutating func next() async throws -> JSONValue.Object? {
      let reply: Reply
      let call = call
      switch state {
      case .ready:
        state = .ended
        reply = try await client.endingOnCancellation { client throws in try client.begin(call) }
      case .streaming:
        state = .ended
        reply = try await client.endingOnCancellation { client throws in try client.next() }
      case .ended:
        return nil
      }
      let results = try reply.result()
      if reply.continues { state = .streaming }
      return results
    }
  }
}

/// Socket that is closed when the last reference to this object is released.
final class Socket: Sendable {
  let descriptor: FileDescriptor

  /// Takes ownership of a descriptor.
  init(owning descriptor: FileDescriptor) {
    self.descriptor = descriptor
  }

  deinit {
    // Linux frees the descriptor even if close(2) fails.
    try? descriptor.close()
  }

  /// Shuts down the socket and wakes the thread that waits on the socket; any thread may call this function.
  func shutDown() {
    UnixSocket.shutDown(descriptor)
  }
}
