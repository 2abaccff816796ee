package import Concurrency

/// Speaks the texts of cues.
///
/// Only `availability`, `check`, `test` and `shutDown` wait, each up to its time limit.
package protocol Speaker: Sendable {
  /// A stream of events that report whether texts can be spoken; `shutDown` ends the stream.
  ///
  /// Each change is reported once. Only one reader may use the stream.
  var events: AsyncStream<SpeechEvent> { get }

  /// Prepares for a workout: applies the settings to all texts, and searches for a speech service if none is known.
  func prepare(_ settings: VoiceSettings)

  /// Cuts off the current text, and speaks a new text after a delay.
  ///
  /// If several texts wait to be spoken, only the latest is spoken.
  ///
  /// - Parameters:
  ///   - text: Plain text; line breaks are spoken as spaces, and a long text is cut.
  ///   - delay: Returns the time until the text is spoken, such as the length of a sound that precedes the text; called
  ///     on a queue that may wait.
  func say(_ text: String, after delay: @escaping @Sendable () -> Duration)

  /// Cuts off the current text, and discards a text that waits to be spoken.
  func cancelSpeech()

  /// Returns whether texts can be spoken; nil if this is still unknown when the limit has passed.
  ///
  /// If a search for a speech service is in progress, waits for the result of the search.
  func availability(within limit: Duration) async -> Availability<SpeechService, SpeechFailureCode>?

  /// Returns whether the running service can speak, without starting a service or making a sound.
  ///
  /// If `language` is not nil, also checks whether the service has a voice for the language. This takes half a second
  /// with espeak-ng, which has thousands of voices.
  func check(
    for language: String?, within limit: Duration
  ) async -> Availability<SpeechService, SpeechFailureCode>

  /// Speaks a text to its end as a test, without cutting off a text of `say`.
  ///
  /// - Parameters:
  ///   - text: Plain text.
  ///   - answerLimit: The time limit for the service to accept the text.
  ///   - limit: The time limit for the end of the speech after the service has accepted the text.
  /// - Returns: The reason for a failure; nil if the text was spoken to its end within the limits.
  func test(
    _ text: String, answeringWithin answerLimit: Duration, endingWithin limit: Duration
  ) async -> SpeechFailure?

  /// Closes the connection, or abandons the connection after the limit.
  ///
  /// No method may be called afterwards.
  func shutDown(within limit: Duration) async
}

extension Speaker {
  /// Returns whether the running service can speak, without starting a service or making a sound.
  package func check(within limit: Duration) async -> Availability<SpeechService, SpeechFailureCode> {
    await check(for: nil, within: limit)
  }
}

/// An event that reports whether texts can be spoken.
package enum SpeechEvent: Equatable, Sendable {
  case serviceAppeared(SpeechService)
  /// No text can be spoken.
  ///
  /// The event is repeated only if the reason changes, or if a service has appeared in the meantime.
  case serviceUnavailable(SpeechFailure)
}

/// A service that speaks texts.
package struct SpeechService: Equatable, Sendable {
  /// The name of the service.
  package var name: String
  /// The speech synthesizer that the service uses.
  package var synthesizer: String
  /// The language of a check, if no voice of the synthesizer speaks this language.
  package var missingLanguage: String?

  package init(name: String, synthesizer: String, missingLanguage: String? = nil) {
    self.name = name
    self.synthesizer = synthesizer
    self.missingLanguage = missingLanguage
  }
}

extension StringProtocol {
  /// The first part of a language tag in lower case, which is the language without its region: `en` for `en-GB`.
  package var primaryLanguage: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }
}

/// The voice of spoken texts; a nil setting leaves the value to the speech service.
package struct VoiceSettings: Equatable, Sendable {
  /// A language tag, such as `en` or `pt-BR`.
  package var language: String?
  /// The speaking rate: 0 to 100, where 50 is the normal rate of the voice.
  package var rate: Int?
  /// The volume: 0 to 100, where 50 is medium.
  package var volume: Int?

  package init(language: String? = nil, rate: Int? = nil, volume: Int? = nil) {
    self.language = language
    self.rate = rate
    self.volume = volume
  }
}

/// The reason why no text can be spoken, or why one text was not spoken.
package typealias SpeechFailure = CodedFailure<SpeechFailureCode>

/// The kinds of `SpeechFailure`.
package enum SpeechFailureCode: FailureCode {
  /// No speech service is running, and none can be started.
  case noService
  /// The service has no working synthesizer.
  case noVoice
  /// The service did not answer in time, or ended instead of answering.
  case noAnswer
  /// A more important text of another program replaced the text.
  case cutOff
  /// Any other reason.
  case failed

  package var words: String {
    switch self {
    case .noService: "no speech service, and none can be started"
    case .noVoice: "the speech service has no working synthesizer"
    case .noAnswer: "the speech service does not respond"
    case .cutOff: "the text was cut off"
    case .failed: "the text could not be spoken"
    }
  }
}
