/// A Varlink client: one connection to a Unix socket, with calls one after the other.
///
/// It is plain blocking sockets on a queue of its own, which makes it quick to start: a connection costs three system
/// calls and a thread, and no event loop. Cancelling a task that waits for a reply ends the connection.
package actor Client {
  /// The time that connecting, sending and the first reply may take, unless told otherwise.
  package static let timeout: Duration = .seconds(10)

  private let executor = SocketExecutor()
  private let descriptor: SocketDescriptor
  private let timeout: Duration
  private var framer = MessageFramer()
  private var isStreaming = false

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    // The actor holds its executor for as long as it lives.
    unsafe executor.asUnownedSerialExecutor()
  }

  private init(descriptor: SocketDescriptor, timeout: Duration) {
    self.descriptor = descriptor
    self.timeout = timeout
  }

  /// Connects to the socket at a path.
  ///
  /// - Throws: `TransportError` of code `noSocket`, `connectionRefused`, `unusablePath`, `timedOut` where the server
  ///   does not accept, or `system`.
  package static func connect(to path: String, timeout: Duration = Client.timeout) async throws(TransportError)
    -> Client
  {
    let client = Client(descriptor: SocketDescriptor(owning: try UnixSocket.make()), timeout: timeout)
    try await client.open(path)
    return client
  }

  /// Calls a method and waits for its reply.
  ///
  /// - Throws: `VarlinkError` for an error that the server replies; `TransportError` of code `busy` during a stream,
  ///   which goes on, and of another for a conversation that failed, which ends the connection; `CancellationError`.
  package nonisolated func call(
    _ method: String, _ parameters: JSONValue.Object = [:]
  ) async throws -> JSONValue.Object {
    try await endingOnCancellation { client throws in
      let reply = try client.begin(Call(method, parameters))
      guard !reply.continues else {
        throw client.failure(TransportError(.malformedMessage, context: "\(method) continues unasked"))
      }
      return try reply.result()
    }
  }

  /// Calls a method with `more`; its replies come as the sequence is read.
  ///
  /// The call is made at the first step of the first iterator, and occupies the connection until the last reply.
  package nonisolated func stream(_ method: String, _ parameters: JSONValue.Object = [:]) -> ReplySequence {
    ReplySequence(client: self, call: Call(method, parameters, more: true))
  }

  // MARK: Steps

  /// Sends a call and waits for its first reply.
  func begin(_ call: Call) throws -> Reply {
    try send(call)
    return try receive(within: timeout)
  }

  /// Waits for the next reply of a stream, however long it takes.
  func next() throws -> Reply {
    try receive(within: nil)
  }

  /// Runs a step on the client's queue; cancelling it ends the connection.
  nonisolated func endingOnCancellation<Value: Sendable>(
    _ step: @Sendable (isolated Client) throws -> Value
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      do {
        return try await run(step)
      } catch let error as TransportError where error.code == .disconnected {
        // An error of our own making, where the task was cancelled.
        try Task.checkCancellation()
        throw error
      }
    } onCancel: {
      descriptor.shutDown()
    }
  }

  private func run<Value: Sendable>(_ step: @Sendable (isolated Client) throws -> Value) throws -> Value {
    try step(self)
  }

  /// Ends the connection for an error after which nothing more can be understood on it.
  private func failure(_ error: TransportError) -> TransportError {
    descriptor.shutDown()
    isStreaming = false
    return error
  }

  // MARK: Input and output

  private func open(_ path: String) throws(TransportError) {
    try UnixSocket.setTimeout(timeout, on: descriptor.number)
    try UnixSocket.connect(descriptor.number, to: path)
  }

  /// Sends a call without waiting for what it is replied.
  ///
  /// - Throws: `busy` during a stream, which goes on; any other code ends the connection.
  func send(_ call: Call) throws(TransportError) {
    guard !isStreaming else { throw TransportError(.busy, context: "\(call.method) called during a stream") }
    var rest = (call.message + [0])[...]
    do throws(TransportError) {
      while !rest.isEmpty {
        rest = rest.dropFirst(try UnixSocket.send(rest, on: descriptor.number))
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
        guard try UnixSocket.waitToRead(descriptor.number, for: deadline.map { ContinuousClock.now.duration(to: $0) })
        else {
          throw TransportError(.timedOut, context: "no reply")
        }
        let bytes = try UnixSocket.receive(on: descriptor.number)
        guard !bytes.isEmpty else { throw TransportError(.disconnected, context: "the server closed the connection") }
        framer.append(bytes)
      }
    } catch {
      throw failure(error)
    }
  }
}
