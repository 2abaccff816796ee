internal import NIOCore
internal import Varlink

/// The handler that cuts what a client sends into messages, on the event loop.
///
/// A message that is too long, or too long in coming, ends the messages with an error of code `malformedMessage` or
/// `timedOut`. While messages wait to be answered the channel is not read: two may wait, beside what one read brought.
/// The deadline is a timer of the event loop that exists only while a message is incomplete and its rest is waited for:
/// the time in which the server does not read is not the client's.
///
/// It stands in for `NIOAsyncChannel`, which must be executed or stops the program, and so cannot be in a queue of
/// arrivals that a cancellation empties.
final class MessageHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  /// Kept when nothing more will come: at the end of the input, at the close, and, failing, at an error.
  let endOfInput: EventLoopPromise<Void>

  private let source: Messages.Source
  private let backlog: Backlog
  private let deadline: TimeAmount
  private var framer = MessageFramer()
  private var timer: Scheduled<Void>?
  private var hasFailed = false

  private init(
    source: Messages.Source, backlog: Backlog, deadline: TimeAmount, endOfInput: EventLoopPromise<Void>
  ) {
    self.source = source
    self.backlog = backlog
    self.deadline = deadline
    self.endOfInput = endOfInput
  }

  deinit {
    endOfInput.succeed()
  }

  /// Makes a handler and its messages; a message may take as long as the deadline from its first byte to its NUL.
  static func make(
    for channel: any Channel, backlog: Backlog, deadline: TimeAmount
  ) -> (MessageHandler, Messages) {
    let messages = Messages.makeSequence(
      backPressureStrategy: .init(lowWatermark: 1, highWatermark: 2), finishOnDeinit: true,
      delegate: MessageDemand(channel: channel))
    let handler = MessageHandler(
      source: messages.source, backlog: backlog, deadline: deadline, endOfInput: channel.eventLoop.makePromise())
    return (handler, messages.sequence)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasFailed else { return }
    framer.append(Self.unwrapInboundIn(data).readableBytesView)
    do {
      while let message = try framer.next() {
        stopTimer()
        yield(message, in: context)
      }
    } catch {
      fail(error)
    }
  }

  func read(context: ChannelHandlerContext) {
    if framer.hasPartialMessage, timer == nil, !hasFailed {
      timer = context.eventLoop.assumeIsolated().scheduleTask(in: deadline) {
        self.fail(TransportError(.timedOut, context: "an incomplete message"))
      }
    }
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { end() }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    fail(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
  }

  private func yield(_ message: [UInt8], in context: ChannelHandlerContext) {
    backlog.add()
    guard case .stopProducing = source.yield(message) else { return }
    // It fails on a channel that is closed, where there is nothing left to read.
    try? context.channel.syncOptions?.setOption(.autoRead, value: false)
  }

  private func fail(_ error: any Error) {
    hasFailed = true
    stopTimer()
    source.finish(error)
    endOfInput.fail(error)
  }

  private func end() {
    stopTimer()
    source.finish()
    endOfInput.succeed()
  }

  private func stopTimer() {
    timer?.cancel()
    timer = nil
  }
}
