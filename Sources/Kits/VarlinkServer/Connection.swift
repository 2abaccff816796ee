internal import Glibc
internal import NIOCore
internal import Varlink

/// One client's connection to a server.
struct Connection: Sendable {
  /// The process at the other end; nil if the client disconnected before the query.
  let peer: PeerCredentials?

  private let channel: any Channel
  private let handler: NIOLoopBound<ConnectionHandler>
  private let executor: EventLoopExecutor
  private let limits: ServerLimits

  /// Sets up a channel without automatic reading, on its event loop, before the first read.
  static func make(
    on channel: any Channel, limits: ServerLimits, executor: EventLoopExecutor
  ) -> EventLoopFuture<Connection> {
    credentials(of: channel).flatMapThrowing { peer in
      let handler = ConnectionHandler(limits: limits, executor: executor)
      try channel.pipeline.syncOperations.addHandler(handler)
      return Connection(
        peer: peer, channel: channel, handler: NIOLoopBound(handler, eventLoop: channel.eventLoop), executor: executor,
        limits: limits)
    }
  }

  /// The credentials of the process that connected: SO_PEERCRED of unix(7).
  private static func credentials(of channel: any Channel) -> EventLoopFuture<PeerCredentials?> {
    guard let provider = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeSucceededFuture(nil)
    }
    // The option fills in a `struct ucred`, which has the members of `PeerCredentials` and nothing else.
    let credentials: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
      level: NIOBSDSocket.OptionLevel(rawValue: SOL_SOCKET), name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    return credentials.map { $0 }.recover { _ in nil }
  }

  /// Closes the connection, and discards all waiting data.
  func close() async {
    // An error means that the channel is closed already.
    try? await channel.close()
  }

  /// Answers calls until the client disconnects, is dropped, or the task is cancelled; then closes the connection.
  ///
  /// Calls that arrived before the end of the input are answered. After a cancellation, it returns as soon as the
  /// services do. It must run on the event loop's executor.
  func serve(with dispatcher: Dispatcher, report: @Sendable (ServerEvent) -> Void) async {
    let handler = handler.value
    do {
      try await withTaskCancellationHandler {
        while let message = try await handler.next() {
          try await answer(Call(message: message), from: dispatcher, through: handler)
        }
      } onCancel: {
        channel.close(promise: nil)
      }
    } catch let error as TransportError {
      report(.droppedClient(error))
    } catch let failure as ServiceFailure where !Task.isCancelled {
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

  /// An error other than `VarlinkError` that a service threw.
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

  /// Writes a reply; waits for the client only if 64 KiB of replies wait, the limit at which a NIO channel is not
  /// writable.
  private func write(_ reply: Reply, through handler: ConnectionHandler) async throws {
    handler.write(EncodedReply(reply))
    if !handler.isWritable { try await handler.drain() }
  }

  /// Writes the replies of a stream, without waiting for the client, until the last reply or the end of the input.
  private func stream(
    _ replies: any AsyncSequence<EncodedReply, any Error> & Sendable, to call: Call,
    through handler: ConnectionHandler
  ) async throws {
    let writing = Task(executorPreference: executor) { try await write(replies, to: call) }
    handler.whenInputEnds { writing.cancel() }
    defer { handler.whenInputEnds(nil) }
    let isComplete = try await withTaskCancellationHandler {
      try await writing.value
    } onCancel: {
      writing.cancel()
    }
    guard !isComplete else { return }
    try handler.checkInputEnd()
    throw ChannelError.eof
  }

  /// Writes replies until the last one.
  ///
  /// - Returns: Whether the last reply was written. Otherwise, the connection is closed.
  private func write(_ replies: some AsyncSequence<EncodedReply, any Error>, to call: Call) async throws -> Bool {
    let handler = handler.value
    do {
      for try await reply in replies {
        guard !handler.isInputEnded else { return false }
        try write(reply, to: call, through: handler)
        guard reply.continues else { return true }
        // Lets other connections use the event loop even if the stream always has another reply.
        await Task.yield()
      }
      return false
    } catch let error as TransportError where error.code == .slowReader {
      throw error
    } catch _ where handler.isInputEnded {
      return false
    } catch let error as VarlinkError {
      try write(EncodedReply(Reply(error)), to: call, through: handler)
      return true
    } catch {
      throw ServiceFailure(method: call.method, error: error)
    }
  }

  /// Writes a reply of a stream, if not too many of its replies wait for the client.
  private func write(
    _ reply: EncodedReply, to call: Call, through handler: ConnectionHandler
  ) throws(TransportError) {
    let (replies, bytes) = (handler.waitingReplies, handler.waitingBytes)
    guard replies < limits.queuedReplies, bytes < limits.queuedBytes else {
      channel.close(promise: nil)
      throw TransportError(.slowReader, context: "\(replies) replies to \(call.method) were waiting, of \(bytes) bytes")
    }
    handler.writeCounted(reply)
  }
}
