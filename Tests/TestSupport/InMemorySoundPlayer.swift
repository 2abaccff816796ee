package import CueSounds
package import Neighbours

/// A sound player without a sound server, that remembers what it was told.
package final class InMemorySoundPlayer: SoundPlayer {
  package let events: AsyncStream<SoundEvent>
  /// What was played, in order.
  package let sounds = Recording<CueSound>()

  private let eventSink: AsyncStream<SoundEvent>.Continuation
  private let board = AvailabilityBoard<SoundOutput, SoundFailure>()

  package init(_ availability: Availability<SoundOutput, SoundFailure> = .available(SoundOutput(name: "in memory"))) {
    (events, eventSink) = AsyncStream.makeStream()
    change(availability)
  }

  /// Makes the output come or go.
  package func change(_ availability: Availability<SoundOutput, SoundFailure>) {
    guard board.post(availability) else { return }
    switch availability {
    case .available(let output): eventSink.yield(.outputAppeared(output))
    case .unavailable(let failure): eventSink.yield(.outputUnavailable(failure))
    }
  }

  package func prepare() {}

  package func play(_ sound: CueSound) {
    sounds.append(sound)
  }

  package func availability(within limit: Duration) async -> Availability<SoundOutput, SoundFailure>? {
    await board.current(within: limit)
  }

  package func shutDown(within limit: Duration) async {
    eventSink.finish()
  }
}
