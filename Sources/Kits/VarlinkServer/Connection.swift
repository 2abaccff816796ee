internal import Glibc
internal import NIOCore
internal import Varlink

/// Connection of one client to a server.
struct Connection: Sendable {
  /// The process of the client; nil if the client disconnected before the server queried the process.
  let peer: PeerCredentials?

  private let channel: any Channel
  private let handler: NIOLoopBound<ConnectionHandler>
  private let executor: EventLoopExecutor

  /// Makes a connection on a channel from which nothing has been read yet.
  ///
  /// Automatic reading of the channel must be off. The caller must be on the event loop of the channel.
  static func make(
    on channel: any Channel, limits: ServerLimits, executor: EventLoopExecutor
  ) -> EventLoopFuture<Connection> {
    credentials(of: channel).flatMapThrowing { peer in
      let handler = ConnectionHandler(limits: limits, executor: executor)
      try channel.pipeline.syncOperations.addHandler(handler)
      return Connection(
        peer: peer, channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop), executor: executor)
    }
  }

  /// The credentials of the process that connected: SO_PEERCRED of unix(7).
  private static func credentials(of channel: any Channel) -> EventLoopFuture<PeerCredentials?> {
    guard let provider = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeSucceededFuture(nil)
    }
    // The option fills in a `struct ucred`, which has exactly the members of `PeerCredentials`.
    let credentials: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
      level: NIOBSDSocket.OptionLevel(rawValue: SOL_SOCKET), name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    return credentials.map { $0 }.recover { _ in nil }
  }

  /// Closes the connection and discards all data that has not been sent.
  func close() async {
    // An error means that the channel is closed already.
    try? await channel.close()
  }

  /// Stops reading calls; the connection is closed when the calls that have been read are answered.
  ///
  /// A stream ends after the replies that are waiting.
  func stop() {
    let handler = handler
    channel.eventLoop.execute { handler.value.stop() }
  }

  /// Answers calls until the client disconnects, the server drops the client, or `stop` is called.
  ///
  /// If the client ends its input, the calls that have arrived are answered before the connection is closed. The caller
  /// must be on the event loop's executor.
  func serve(with dispatcher: Dispatcher, report: @Sendable (ServerEvent) -> Void) async {
    let handler = handler.value
    do {
      while let message = try await handler.next() {
        try await answer(Call(message: message), from: dispatcher, through: handler)
      }
    } catch let error as TransportError {
      report(.droppedClient(error))
    } catch let failure as ServiceFailure {
      report(.serviceFailed(method: failure.method, failure.error))
    } catch {
      // The client disconnected, or the server is stopping.
    }
    do {
      try await handler.drain()
    } catch let error as TransportError {
      report(.droppedClient(error))
    } catch {
      // The connection is closed already.
    }
    await close()
  }

  // MARK: Answers

  /// An error of a service, other than `VarlinkError`.
  private struct ServiceFailure: Error {
    let method: String
    let error: any Error
  }

  private func answer(_ call: Call, from dispatcher: Dispatcher, through handler: ConnectionHandler) async throws {
    let answer: Answer
    do {
      answer = try await dispatcher.answer(call)
    } catch let error as VarlinkError {
      if !call.oneway { try await write(Reply(error), through: handler) }
      return
    } catch {
      throw ServiceFailure(method: call.method, error: error)
    }
    switch answer {
    case _ where call.oneway: break
    case .single(let results): try await write(Reply(results), through: handler)
    case .stream(let replies): try await stream(replies, to: call, through: handler)
    }
  }

  /// Writes a reply; if more than 64 KiB of replies are unsent, waits until all replies are sent.
  ///
  /// Above 64 KiB, NIO reports that a channel is not writable.
  private func write(_ reply: Reply, through handler: ConnectionHandler) async throws {
    handler.write(EncodedReply(reply))
    if !handler.isWritable { try await handler.drain() }
  }

  /// Writes the replies of a stream as fast as the client reads them.
  ///
  /// Stops after the last reply, when the client ends its input, or when the server stops.
  private func stream(
    _ replies: any AsyncSequence<EncodedReply, any Error> & Sendable, to call: Call,
    through handler: ConnectionHandler
  ) async throws {
    let writing = Task(executorPreference: executor) { try await write(replies, to: call) }
    handler.whenInputEnds { writing.cancel() }
    defer { handler.whenInputEnds(nil) }
    guard try await !writing.value else { return }
    try handler.checkInputEnd()
    throw ChannelError.eof
  }

  /// The number of replies of a stream between two pauses.
  private static let repliesWithoutPause = 16

  /// Writes replies until the last reply of a stream.
  ///
  /// The next reply is taken from the stream only when the socket has accepted all earlier replies. Therefore, replies
  /// wait only in the stream, whose buffer decides which replies may be left out.
  ///
  /// - Returns: Whether the last reply was written; if not, the connection is closed.
  private func write(_ replies: some AsyncSequence<EncodedReply, any Error>, to call: Call) async throws -> Bool {
    let handler = handler.value
    var count = 0
    do {
      for try await reply in replies {
        guard !handler.isInputEnded else { return false }
        handler.write(reply)
        guard reply.continues else { return true }
        count += 1
        // While tasks are ready, the event loop of NIO reads no socket. If the stream always has another reply, and the
        // client reads as fast, other connections can use the event loop only during the pause.
        if count.isMultiple(of: Self.repliesWithoutPause) { await executor.pause() } else { await Task.yield() }
        if handler.hasWaitingReplies { try await handler.drain() }
      }
      return false
    } catch let error as TransportError {
      throw error
    } catch _ where handler.isInputEnded {
      return false
    } catch let error as VarlinkError {
      handler.write(EncodedReply(Reply(error)))
      return true
    } catch {
      throw ServiceFailure(method: call.method, error: error)
    }
  }
}

/// The process at the other end of a connection: SO_PEERCRED of unix(7).
///
/// The kernel recorded the process when the connection was made.
///
/// The members are the members of the kernel's `struct ucred`, in the same order, so that the kernel can fill in this
/// structure.
package struct PeerCredentials: Equatable, Sendable {
  package let processID: Int32
  package let userID: UInt32
  package let groupID: UInt32

  package init(processID: Int32, userID: UInt32, groupID: UInt32) {
    self.processID = processID
    self.userID = userID
    self.groupID = groupID
  }

  /// Whether the user of the peer is root, or the user who runs this program.
  package var isOwnUserOrRoot: Bool { userID == 0 || userID == geteuid() }
}
