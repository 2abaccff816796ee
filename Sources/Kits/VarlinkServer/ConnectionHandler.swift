internal import NIOCore
internal import Varlink

/// Channel handler that splits the input of a client into messages, and writes replies.
///
/// One task takes the messages with `next()`; the task runs on the event loop.
///
/// The socket is not read while a complete message waits to be taken. A client that sends faster than the server
/// answers therefore fills the buffer of its own socket. A message that is too long, or that takes too long to arrive,
/// ends the input with an error of code `malformedMessage` or `timedOut`. The time limit does not include the time in
/// which the server does not read.
///
/// Replies are sent at the end of the event loop's turn. Several replies to a client then need only one system call,
/// and a process with many connections is woken only once. A client that does not read the replies within
/// `ServerLimits.write` is disconnected.
///
/// `NIOAsyncChannel` is not used, because it stops the program if a channel is discarded without a call of
/// `executeThenClose`. A cancellation discards the channels of connections whose tasks have not started.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let limits: ServerLimits
  private let executor: EventLoopExecutor
  /// The context in the channel's pipeline; nil once the channel is closed.
  private var context: ChannelHandlerContext?

  private var framer = MessageFramer()
  /// The task that waits for the next message.
  private var reader: CheckedContinuation<[UInt8]?, any Error>?
  /// The end of the input: success or an error; nil while more input may arrive.
  private var inputEnd: Result<Void, any Error>?
  /// The closure that is called when the input ends.
  private var onInputEnd: (() -> Void)?
  /// The time limit of an incomplete message; nil unless the server waits for the rest of a message.
  private var messageDeadline: Scheduled<Void>?
  /// Whether the handler is processing the messages of one read.
  private var isReading = false
  /// Whether the server is stopping, so that nothing more is read.
  private var isStopping = false

  /// The task that waits until the socket has accepted all replies.
  private var writer: CheckedContinuation<Void, any Error>?
  /// The time limit for replies that the socket did not accept at once; nil if the socket has accepted all replies.
  private var writeDeadline: Scheduled<Void>?
  /// Whether a flush is scheduled for the end of the event loop's turn.
  private var isFlushDue = false

  init(limits: ServerLimits, executor: EventLoopExecutor) {
    self.limits = limits
    self.executor = executor
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    endInput(with: .success(()))
    self.context = nil
  }

  // MARK: Messages

  /// Whether the input has ended.
  var isInputEnded: Bool { inputEnd != nil }

  /// Takes the next message without its NUL, or waits for the message; nil at the end of the input.
  ///
  /// If the server is stopping, the input ends after the messages that have been read.
  ///
  /// - Throws: `TransportError` if the client violates the protocol, or the error of a socket that failed.
  func next() async throws -> [UInt8]? {
    if let message = takeMessage() { return message }
    if let inputEnd {
      try inputEnd.get()
      return nil
    }
    guard !isStopping else { return nil }
    return try await withCheckedThrowingContinuation { continuation in
      reader = continuation
      readMore()
    }
  }

  /// Throws the error that ended the input, if the input ended with an error.
  func checkInputEnd() throws {
    try inputEnd?.get()
  }

  /// Sets the closure to call when the input ends or the server stops; if this has happened, calls the closure at once.
  func whenInputEnds(_ body: (() -> Void)?) {
    onInputEnd = body
    if isInputEnded || isStopping { body?() }
  }

  /// Stops reading; closes the connection at once if every call that has been read is answered.
  ///
  /// The system reports ECONNRESET to a client whose call has not been read. The client therefore knows that the call
  /// has no effect.
  func stop() {
    isStopping = true
    onInputEnd?()
    guard let reader = reader.take() else { return }
    // The replies of this turn of the event loop have not been sent yet.
    flush()
    if !hasWaitingReplies { context?.close(promise: nil) }
    reader.resume(returning: nil)
  }

  func channelActive(context: ChannelHandlerContext) {
    readMore()
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isInputEnded else { return }
    isReading = true
    framer.append(Self.unwrapInboundIn(data).readableBytesView)
    if framer.hasMessage { stopMessageDeadline() }
    guard let reader, let message = takeMessage() else { return }
    self.reader = nil
    executor.runNextJobInline { reader.resume(returning: message) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    readMore()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { endInput(with: .success(())) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    endInput(with: .failure(error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    endInput(with: .success(()))
    context.fireChannelInactive()
  }

  private func takeMessage() -> [UInt8]? {
    do {
      let message = try framer.next()
      // If no other message waits, the handler reads again at once, because only a read detects the end of the input.
      if message != nil, !isReading { readMore() }
      return message
    } catch {
      endInput(with: .failure(error))
      return nil
    }
  }

  /// Reads from the socket if no complete message is waiting.
  private func readMore() {
    guard let context, !isReading, !isInputEnded, !isStopping, !framer.hasMessage else { return }
    if framer.hasPartialMessage, messageDeadline == nil {
      messageDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.incompleteMessage)) {
        self.endInput(with: .failure(TransportError(.timedOut, context: "an incomplete message")))
      }
    }
    context.read()
  }

  private func endInput(with end: Result<Void, any Error>) {
    guard !isInputEnded else { return }
    inputEnd = end
    stopMessageDeadline()
    onInputEnd?()
    let reader = reader.take()
    switch end {
    case .success: reader?.resume(returning: nil)
    case .failure(let error): reader?.resume(throwing: error)
    }
  }

  private func stopMessageDeadline() {
    messageDeadline?.cancel()
    messageDeadline = nil
  }

  // MARK: Replies

  /// The number of bytes that the socket has not accepted.
  private var waitingBytes: Int { (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

  /// Whether another reply may be written at once, because few replies are waiting.
  var isWritable: Bool { context?.channel.isWritable ?? true }

  /// Whether the socket did not accept all replies of an earlier turn.
  var hasWaitingReplies: Bool { writeDeadline != nil }

  /// Writes a reply, without waiting.
  ///
  /// A failure closes the channel.
  func write(_ reply: EncodedReply) {
    guard let context else { return }
    context.write(Self.wrapOutboundOut(ByteBuffer(bytes: reply.bytes)), promise: nil)
    guard !isFlushDue else { return }
    isFlushDue = true
    executor.runAtEndOfTurn { self.flush() }
  }

  /// Waits until the socket has accepted all replies.
  ///
  /// - Throws: `TransportError` of code `timedOut` if the client does not read the replies in time, or the error of a
  ///   socket that failed.
  func drain() async throws {
    flush()
    guard writeDeadline != nil else { return }
    try await withCheckedThrowingContinuation { writer = $0 }
  }

  /// Passes the written bytes to the socket, and starts the time limit for the bytes that the socket does not accept.
  private func flush() {
    isFlushDue = false
    guard let context else { return }
    context.flush()
    guard writeDeadline == nil, waitingBytes > 0 else { return }
    let description = "\(waitingBytes) bytes of replies"
    writeDeadline = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(limits.write)) {
      let error = TransportError(.timedOut, context: description)
      self.endInput(with: .failure(error))
      self.endWriting(with: .failure(error))
      context.close(promise: nil)
    }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { self.endWriting(with: $0) }
    // An empty write is complete when all earlier writes are complete.
    context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer()), promise: promise)
  }

  private func endWriting(with end: Result<Void, any Error>) {
    guard let deadline = writeDeadline.take() else { return }
    deadline.cancel()
    if case .success = end {
      // More replies may have been written since the last flush.
      flush()
      guard writeDeadline == nil else { return }
    }
    writer.take()?.resume(with: end)
  }
}
