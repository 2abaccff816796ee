import Concurrency
import Text
import ToneSynthesis

/// The requests that wait for a player's queue; a new request replaces a waiting request of the same kind.
struct SoundRequests: MailboxContents {
  struct Preparation: Sendable {
    var sounds: Set<SoundSource>
    var loudness: Loudness
  }

  struct Play: Sendable {
    var sound: SoundSource
    /// The sound that is played if `sound` cannot be played.
    var fallback: CueSound?
    /// The time of the request.
    var since: ContinuousClock.Instant
  }

  struct Test: Sendable {
    var sound: SoundSource
    /// Receives the outcome of the sound; if a newer request replaces this request, no outcome follows.
    var outcome: AsyncStream<SoundOutcome>.Continuation
  }

  /// The loss of a connection during a sound.
  struct Loss: Sendable {
    var failure: SoundFailure
    /// The number of the lost connection.
    var number: Int
  }

  /// A request that the queue handles.
  enum Message: Sendable {
    case lose(Loss)
    case prepare(Preparation)
    case play(Play)
    case test(Test)
    case close(AsyncStream<Never>.Continuation)
    /// Play silence of this length.
    case wake(Duration)
    case upload(SoundSource)
  }

  var loss: Loss?
  var preparation: Preparation?
  var play: Play?
  var test: Test?
  /// The continuation of the stream that ends when the connection has been closed.
  var closing: AsyncStream<Never>.Continuation?
  /// The length of the silence that wakes the server's output; nil if the output need not be woken.
  var silence: Duration?
  /// The sounds that have not been uploaded yet.
  var uploads: [SoundSource] = []

  /// Removes the next request, and returns it.
  ///
  /// Sounds are uploaded one at a time, so that playing a sound waits for one upload at most.
  mutating func next() -> Message? {
    if let loss = loss.take() { return .lose(loss) }
    if let preparation = preparation.take() { return .prepare(preparation) }
    if let play = play.take() {
      silence = nil
      return .play(play)
    }
    if let test = test.take() { return .test(test) }
    if let closing = closing.take() {
      (silence, uploads) = (nil, [])
      return .close(closing)
    }
    if let silence = silence.take() { return .wake(silence) }
    return uploads.popLast().map(Message.upload)
  }
}

/// The requests that wait for a speaker's queue: the latest text, a search for a service, and the end.
///
/// `next` removes all of them, but not the settings.
struct SpeechRequests: MailboxContents {
  /// A text, the time of the request, and the delay of the text; a nil text only cuts off the current text.
  typealias Text = (text: SpokenText?, since: ContinuousClock.Instant, delay: @Sendable () -> Duration)

  var text: Text?
  var isSearching = false
  var settings = VoiceSettings()
  /// The continuation of the stream that ends when the connection has been closed.
  var closing: AsyncStream<Never>.Continuation?

  mutating func next() -> Self? {
    guard text != nil || isSearching || closing != nil else { return nil }
    defer { (text, isSearching, closing) = (nil, false, nil) }
    return self
  }
}
