package import Desktop
import Synchronization

/// A media player without a bus, that remembers what it was told; a test plays the keys.
package final class InMemoryMediaPlayer: MediaPlayer {
  /// What was asked of it.
  package enum Call: Equatable, Sendable {
    case show(MediaState)
    case close
    case shutDown
  }

  package let commands: AsyncStream<MediaCommand>
  /// What was asked, in order.
  package let calls = Recording<Call>()

  private let commandSink: AsyncStream<MediaCommand>.Continuation
  private let state = Mutex<MediaState?>(nil)
  private let failure: MediaPlayerFailure?

  /// - Parameter failure: Why it cannot be visible, if it cannot.
  package init(_ failure: MediaPlayerFailure? = nil) {
    self.failure = failure
    (commands, commandSink) = AsyncStream.makeStream()
  }

  /// What everybody sees.
  package var shown: MediaState? {
    state.withLock { $0 }
  }

  /// Presses a key.
  package func press(_ command: MediaCommand) {
    if shown != nil { commandSink.yield(command) }
  }

  package func show(_ state: MediaState) {
    if failure == nil { self.state.withLock { $0 = state } }
    calls.append(.show(state))
  }

  package func close() {
    state.withLock { $0 = nil }
    calls.append(.close)
  }

  package func check(within limit: Duration) async -> MediaPlayerFailure? {
    failure
  }

  package func shutDown(within limit: Duration) async {
    state.withLock { $0 = nil }
    calls.append(.shutDown)
    commandSink.finish()
  }
}
