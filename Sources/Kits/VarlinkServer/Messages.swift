internal import NIOCore

/// The messages of one client as a sequence: what the event loop reads, and a task answers.
typealias Messages = NIOThrowingAsyncSequenceProducer<
  [UInt8], any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, MessageDemand
>

/// The wish for more messages, which sets a channel reading again; any thread may have it.
struct MessageDemand: NIOAsyncSequenceProducerDelegate {
  let channel: any Channel

  func produceMore() {
    // It fails on a channel that is closed, from which nothing more will come.
    _ = channel.setOption(.autoRead, value: true)
  }

  func didTerminate() {
    // Whoever takes no more messages closes the channel.
  }
}
