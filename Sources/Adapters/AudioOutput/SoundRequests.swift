import Concurrency
import ToneSynthesis

/// The requests that wait for the queue of a player: the latest of each kind.
struct SoundRequests: MailboxContents {
  struct Preparation: Sendable {
    var sounds: Set<SoundSource>
    var loudness: Loudness
  }

  struct Play: Sendable {
    var sound: SoundSource
    /// The sound that is played if the sound itself cannot be.
    var fallback: CueSound?
    /// When the sound was requested.
    var since: ContinuousClock.Instant
  }

  struct Test: Sendable {
    var sound: SoundSource
    /// Receives how the sound ended, unless a later test replaces this one.
    var ending: AsyncStream<SoundEnding>.Continuation
  }

  /// A connection that proved lost while it played a sound.
  struct Loss: Sendable {
    var failure: SoundFailure
    /// The number of the connection.
    var number: Int
  }

  /// The next step of the queue.
  enum Message: Sendable {
    case lose(Loss)
    case prepare(Preparation)
    case play(Play)
    case test(Test)
    case close(AsyncStream<Never>.Continuation)
    case wake
    case upload(SoundSource)
  }

  var loss: Loss?
  var preparation: Preparation?
  var play: Play?
  var test: Test?
  /// Ended when the connection is closed.
  var closing: AsyncStream<Never>.Continuation?
  /// Whether a workout is about to begin, so that the server's output must be woken.
  var isToWake = false
  /// The sounds that the server does not have yet.
  var uploads: [SoundSource] = []

  /// Takes the next step; one at a time is uploaded, so that a sound to be heard waits for one upload at most.
  mutating func next() -> Message? {
    if let loss = loss.take() { return .lose(loss) }
    if let preparation = preparation.take() { return .prepare(preparation) }
    if let play = play.take() {
      isToWake = false
      return .play(play)
    }
    if let test = test.take() { return .test(test) }
    if let closing = closing.take() {
      (isToWake, uploads) = (false, [])
      return .close(closing)
    }
    if isToWake {
      isToWake = false
      return .wake
    }
    return uploads.popLast().map(Message.upload)
  }
}
