internal import NIOCore
internal import Varlink

/// The event loop's end of a connection: splits what a client sends into messages, and writes replies.
///
/// A task takes the messages with `next()`, one after the other. Only one task may do so, and only on the event loop.
///
/// The socket is not read while a complete message waits to be taken, so that a client that sends faster than it is
/// answered fills the buffer of its socket. A message that is too long or takes too long to arrive ends the messages with
/// an error of code `malformedMessage` or `timedOut`. The time in which the server does not read does not count.
///
/// Replies go out at the end of the event loop's turn, so that several replies to a client need one system call, and so
/// that a process with many connections is woken once. A client that does not take what was written within
/// `ServerLimits.write` loses its connection.
///
/// This is not a `NIOAsyncChannel`, which stops the program unless it is executed: connections wait in a queue of
/// arrivals, which a cancellation empties.
final class ConnectionHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let limits: ServerLimits
  private let executor: EventLoopExecutor
  /// The place in the channel's pipeline; nil once the channel is closed.
  private var context: ChannelHandlerContext?

  private var framer = MessageFramer()
  /// The task that waits for the next message.
  private var reader: CheckedContinuation<[UInt8]?, any Error>?
  /// How the input ended: nil while more may come.
  private var inputEnd: Result<Void, any Error>?
  /// Called when the input ends.
  private var onInputEnd: (() -> Void)?
  /// The time limit of an incomplete message; nil unless the server waits for the rest of one.
  private var messageDeadline: Scheduled<Void>?
  /// Whether the messages of one read are being taken.
  private var isReading = false

  /// The task that waits until the socket has taken all replies.
  private var writer: CheckedContinuation<Void, any Error>?
  /// The time limit for replies that the socket did not take at once; nil if it has taken all.
  private var writeDeadline: Scheduled<Void>?
  /// The replies that the socket has not taken whole, if they are counted: those of streams.
  private(set) var waitingReplies = 0
  /// Whether a flush at the end of the event loop's turn is due.
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

  /// Whether nothing more comes from the client.
  var isInputEnded: Bool { inputEnd != nil }

  /// Takes the next message without its NUL, or waits for one; nil at the end of the input.
  ///
  /// - Throws: `TransportError` for a client that breaks the protocol; the error of a socket that failed.
  func next() async throws -> [UInt8]? {
    if let message = takeMessage() { return message }
    if let inputEnd {
      try inputEnd.get()
      return nil
    }
    return try await withCheckedThrowingContinuation { continuation in
      reader = continuation
      readMore()
    }
  }

  /// Checks the end of the input.
  ///
  /// - Throws: The error that ended it.
  func checkInputEnd() throws {
    try inputEnd?.get()
  }

  /// Sets what is called when the input ends, at once if it has.
  func whenInputEnds(_ body: (() -> Void)?) {
    onInputEnd = body
    if isInputEnded { body?() }
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
      // Without another message, the end of the input is looked for while this one is answered.
      if message != nil, !isReading { readMore() }
      return message
    } catch {
      endInput(with: .failure(error))
      return nil
    }
  }

  /// Reads from the socket, unless a message waits already.
  private func readMore() {
    guard let context, !isReading, !isInputEnded, !framer.hasMessage else { return }
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

  /// The bytes that the socket has not taken.
  var waitingBytes: Int { (try? context?.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0 }

  /// Whether so few replies wait that another one may be written without waiting.
  var isWritable: Bool { context?.channel.isWritable ?? true }

  /// Writes a reply, without waiting.
  ///
  /// A failure closes the channel.
  func write(_ reply: EncodedReply) {
    write(reply, promise: nil)
  }

  /// Writes a reply of a stream, which counts as waiting until the socket has taken it.
  func writeCounted(_ reply: EncodedReply) {
    guard let context else { return }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { _ in self.waitingReplies -= 1 }
    waitingReplies += 1
    write(reply, promise: promise)
  }

  private func write(_ reply: EncodedReply, promise: EventLoopPromise<Void>?) {
    guard let context else { return }
    context.write(Self.wrapOutboundOut(ByteBuffer(bytes: reply.bytes)), promise: promise)
    guard !isFlushDue else { return }
    isFlushDue = true
    executor.runAtEndOfTurn { self.flush() }
  }

  /// Waits until the socket has taken all replies.
  ///
  /// - Throws: `TransportError` of code `timedOut` if the client does not take them in time; the error of a socket that
  ///   failed.
  func drain() async throws {
    flush()
    guard writeDeadline != nil else { return }
    try await withCheckedThrowingContinuation { writer = $0 }
  }

  /// Offers the socket what was written, and limits the time for what it does not take.
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
    // An empty write is complete when everything before it is.
    context.writeAndFlush(Self.wrapOutboundOut(ByteBuffer()), promise: promise)
  }

  private func endWriting(with end: Result<Void, any Error>) {
    guard let deadline = writeDeadline.take() else { return }
    deadline.cancel()
    if case .success = end {
      // More may have been written meanwhile.
      flush()
      guard writeDeadline == nil else { return }
    }
    writer.take()?.resume(with: end)
  }
}
