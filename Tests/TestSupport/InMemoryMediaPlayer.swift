package import Desktop
import Synchronization

/// A media player without a bus, which records its calls.
///
/// Tests press media keys with `press`.
package final class InMemoryMediaPlayer: MediaPlayer {
  /// A recorded call.
  package enum Call: Equatable, Sendable {
    case show(MediaState)
    case close
    case shutDown
  }

  package let commands: AsyncStream<MediaCommand>
  /// All calls in order.
  package let calls = Recording<Call>()

  private let commandSink: AsyncStream<MediaCommand>.Continuation
  private let state = Mutex<MediaState?>(nil)
  private let failure: MediaPlayerFailure?

  /// - Parameter failure: The reason why other programs cannot see the player; nil if the player is visible.
  package init(_ failure: MediaPlayerFailure? = nil) {
    self.failure = failure
    (commands, commandSink) = AsyncStream.makeStream()
  }

  /// The state that other programs see.
  package var shown: MediaState? {
    state.withLock { $0 }
  }

  /// Sends the command of a key, if a workout is shown.
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
