import Concurrency
import Text

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

extension SpeechDispatcherSpeaker {
  /// The time limits of a speaker.
  package struct Limits: Sendable {
    /// The time limit for a reply of the service.
    package var answer: Duration
    /// The maximum time that a text waits; an older text would be misleading.
    package var staleness: Duration
    /// The pause after a search; during the pause, a text does not start another search.
    package var search: Duration
    /// The time limit for opening a connection; after this time, the service is reported as hanging.
    package var connection: Duration

    package init(
      answer: Duration = .seconds(2), staleness: Duration = .seconds(3), search: Duration = .seconds(5),
      connection: Duration = HangDetector.defaultLimit
    ) {
      self.answer = answer
      self.staleness = staleness
      self.search = search
      self.connection = connection
    }
  }
}
