internal import Glibc
internal import NIOCore
internal import Varlink

/// One client's connection to a server.
struct Connection: Sendable {
  /// Who is there; nil where the client was gone before it could be asked for.
  let peer: PeerCredentials?

  private let channel: any Channel
  private let messages: Messages
  private let backlog: Backlog
  private let endOfInput: EventLoopFuture<Void>
  private let limits: ServerLimits

  /// Sets a channel up, on its event loop, before anything is read from it.
  static func make(on channel: any Channel, limits: ServerLimits) -> EventLoopFuture<Connection> {
    credentials(of: channel).flatMapThrowing { peer in
      let backlog = Backlog()
      let (handler, messages) = MessageHandler.make(
        for: channel, backlog: backlog, deadline: TimeAmount(limits.incompleteMessage))
      let endOfInput = handler.endOfInput.futureResult
      try channel.pipeline.syncOperations.addHandler(handler)
      return Connection(
        peer: peer, channel: channel, messages: messages, backlog: backlog, endOfInput: endOfInput, limits: limits)
    }
  }

  /// The credentials of the process that connected: SO_PEERCRED of unix(7).
  private static func credentials(of channel: any Channel) -> EventLoopFuture<PeerCredentials?> {
    guard let provider = channel as? any SocketOptionProvider else {
      return channel.eventLoop.makeSucceededFuture(nil)
    }
    // The option fills in a `struct ucred`: three numbers of 32 bits, which is what `PeerCredentials` consists of.
    let credentials: EventLoopFuture<PeerCredentials> = provider.unsafeGetSocketOption(
      level: NIOBSDSocket.OptionLevel(rawValue: SOL_SOCKET), name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
    return credentials.map { $0 }.recover { _ in nil }
  }

  /// Closes the connection, whatever may still come.
  func close() async {
    // A channel that fails to close is closed.
    try? await channel.close()
  }

  /// Answers calls until the client is done, is to be dropped, or the task is cancelled; the connection is closed then.
  ///
  /// Calls that came before the end of the client's sending are answered. Returns soon after a cancellation as long as
  /// the services do.
  func serve(with dispatcher: Dispatcher, report: @Sendable (ServerEvent) -> Void) async {
    do {
      try await withTaskCancellationHandler {
        for try await message in messages {
          backlog.take()
          try await answer(Call(message: message), from: dispatcher)
        }
      } onCancel: {
        channel.close(promise: nil)
      }
    } catch let error as TransportError {
      report(.droppedClient(error))
    } catch let failure as ServiceFailure where !Task.isCancelled {
      report(.serviceFailed(method: failure.method, failure.error))
    } catch {
      // What is left is the client's leaving, or the server's stop.
    }
    await flush(report: report)
    await close()
  }

  // MARK: Answers

  /// What a service threw beside `VarlinkError`.
  private struct ServiceFailure: Error {
    let method: String
    let error: any Error
  }

  private func answer(_ call: Call, from dispatcher: Dispatcher) async throws {
    let answer: Answer
    do {
      answer = try await dispatcher.answer(call)
    } catch let error as VarlinkError {
      if !call.oneway { try await writeWithOthers(EncodedReply(Reply(error))) }
      return
    } catch {
      throw ServiceFailure(method: call.method, error: error)
    }
    switch answer {
    case _ where call.oneway: break
    case .single(let results): try await writeWithOthers(EncodedReply(Reply(results)))
    case .stream(let replies): try await stream(replies, to: call)
    }
  }

  /// How a stream of replies came to its end.
  private enum StreamEnd {
    case lastReply
    /// The service's sequence ended without a last reply.
    case noLastReply
    case endOfInput
  }

  /// Moves replies to the client through a queue of its own, so that the producer never waits for the client.
  private func stream(_ replies: any AsyncSequence<EncodedReply, any Error> & Sendable, to call: Call) async throws {
    let queue = ReplyQueue(for: call.method, limits: limits)
    endOfInput.whenComplete { _ in queue.end() }
    let end = try await withThrowingTaskGroup(of: StreamEnd?.self) { tasks in
      tasks.addTask {
        try await produce(replies, into: queue, for: call)
        return nil
      }
      tasks.addTask {
        let end = try await queue.take { entry -> StreamEnd? in
          guard case .reply(let reply) = entry else { return .noLastReply }
          try await write(reply)
          return reply.continues ? nil : .lastReply
        }
        return end ?? .endOfInput
      }
      do {
        while let end = try await tasks.next() {
          guard let end else { continue }
          tasks.cancelAll()
          return end
        }
      } catch {
        // A write that is under way ends with the channel only.
        channel.close(promise: nil)
        throw error
      }
      return .endOfInput
    }
    switch end {
    case .lastReply: return
    case .noLastReply: break
    // In good order, or with the error that is to be reported.
    case .endOfInput: try await endOfInput.get()
    }
    throw ChannelError.eof
  }

  /// Moves replies into the queue until the last one; a sequence that has none ends the connection, when all are
  /// written.
  private func produce(
    _ replies: some AsyncSequence<EncodedReply, any Error>, into queue: ReplyQueue, for call: Call
  ) async throws {
    do {
      for try await reply in replies {
        try queue.put(reply)
        if !reply.continues { return }
      }
    } catch let error as VarlinkError {
      return try queue.put(EncodedReply(Reply(error)))
    } catch let error as TransportError where error.code == .slowReader {
      throw error
    } catch {
      throw ServiceFailure(method: call.method, error: error)
    }
    queue.endWithoutLast()
  }

  /// Writes a reply and waits until the socket has taken it whole, or, where other calls are there to be answered,
  /// leaves it to go out with their replies at the end of this turn of the event loop.
  ///
  /// With 64 KiB of replies to go out, where NIO calls a channel no longer writable, it waits all the same.
  private func writeWithOthers(_ reply: EncodedReply) async throws {
    guard !backlog.isEmpty, channel.isWritable else { return try await write(reply) }
    // Should it fail, the channel is closed, and the next one fails as well.
    channel.write(ByteBuffer(bytes: reply.bytes), promise: nil)
    guard backlog.holdReply() else { return }
    channel.eventLoop.execute {
      backlog.releaseReplies()
      let deadline = closeAtDeadline()
      // What is behind the replies has gone when they have.
      channel.writeAndFlush(ByteBuffer()).whenComplete { _ in deadline.cancel() }
    }
  }

  /// Waits until the socket has taken all replies.
  private func flush(report: (ServerEvent) -> Void) async {
    do {
      try await write(ByteBuffer(), "replies that go out together")
    } catch let error as TransportError {
      report(.droppedClient(error))
    } catch {
      // The connection is closed already.
    }
  }

  private func write(_ reply: EncodedReply) async throws {
    try await write(ByteBuffer(bytes: reply.bytes), "a reply of \(reply.bytes.count) bytes")
  }

  private func closeAtDeadline() -> Scheduled<Void> {
    channel.eventLoop.scheduleTask(in: TimeAmount(limits.write)) { channel.close(promise: nil) }
  }

  /// Writes bytes and waits until the socket has taken them whole, and what was written before.
  private func write(_ bytes: ByteBuffer, _ what: @autoclosure () -> String) async throws {
    let deadline = closeAtDeadline()
    do {
      try await channel.writeAndFlush(bytes)
      deadline.cancel()
    } catch {
      // Cancelling fails the deadline's future, unless it was the deadline that closed the channel.
      deadline.cancel()
      guard case .some = try? await deadline.futureResult.get() else { throw error }
      throw TransportError(.timedOut, context: what())
    }
  }
}
