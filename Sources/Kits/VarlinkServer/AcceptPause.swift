internal import Glibc
internal import NIOCore
internal import SystemPackage
internal import Varlink

/// Pauses after accept(2) fails, on the event loop of the listening socket.
///
/// Without descriptors (EMFILE, ENFILE) or memory, accept(2) fails while the socket stays readable. NIO's own
/// `AcceptBackoffHandler` delays the next read but not the present one, so the selector would report the socket again at
/// once, and spin. Without automatic reading, the socket leaves the selector.
///
/// NIO closes the socket on any other error of accept(2). Such an error is passed on as a `TransportError`, because
/// `AcceptBackoffHandler` drops each `IOError`.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = Channel

  typealias InboundOut = Channel

  /// The time from a failure to the next attempt.
  static let length: TimeAmount = .seconds(1)

  private let report: @Sendable (ServerEvent) -> Void
  /// Whether no connection was accepted since the last pause.
  private var isWaiting = false

  /// Makes a handler, which reports the first of several pauses in a row.
  init(report: @escaping @Sendable (ServerEvent) -> Void) {
    self.report = report
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    isWaiting = false
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? IOError else { return context.fireErrorCaught(error) }
    let failure = TransportError(.system, errno: Errno(rawValue: error.errnoCode), context: "accept")
    guard Self.isTemporary(error) else { return context.fireErrorCaught(failure) }
    if !isWaiting { report(.acceptFailed(failure)) }
    isWaiting = true
    let channel = context.channel
    setReading(false, on: channel)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.length) { [self] in
      setReading(true, on: channel)
    }
  }

  /// Whether the socket stays open after an error: the same errors as in `shouldCloseOnReadError` of NIO's
  /// `ServerSocketChannel`.
  private static func isTemporary(_ error: IOError) -> Bool {
    switch error.errnoCode {
    case ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM: true
    default: false
    }
  }

  private func setReading(_ isReading: Bool, on channel: any Channel) {
    // It fails if the channel is closed.
    try? channel.syncOptions?.setOption(.autoRead, value: isReading)
  }
}
