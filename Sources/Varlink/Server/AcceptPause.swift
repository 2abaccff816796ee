internal import NIOCore

/// The handler that pauses accepting when it fails, on the event loop of the listening socket.
///
/// Out of descriptors (EMFILE, ENFILE) or of memory, accept(2) fails while the socket stays readable. NIO's own
/// `AcceptBackoffHandler` holds back the next read only, and not the one that is under way: the selector would report
/// the socket again at once, and spin. Without automatic reading the socket leaves the selector.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = Channel

  /// The time after which accepting is tried again.
  static let length: TimeAmount = .seconds(1)

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is IOError else { return context.fireErrorCaught(error) }
    let channel = context.channel
    setReading(false, on: channel)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.length) { [self] in
      setReading(true, on: channel)
    }
  }

  private func setReading(_ isReading: Bool, on channel: any Channel) {
    // It fails on a channel that is closed, where there is nothing left to read.
    try? channel.syncOptions?.setOption(.autoRead, value: isReading)
  }
}
