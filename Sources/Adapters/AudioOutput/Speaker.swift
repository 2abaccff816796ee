package import Concurrency

/// Speaks the texts of cues.
///
/// Only `availability`, `check`, `test` and `shutDown` wait, and no longer than their time limits.
package protocol Speaker: Sendable {
  /// The changes in whether texts can be spoken, each reported once, for one reader; `shutDown` ends the stream.
  var events: AsyncStream<SpeechEvent> { get }

  /// Prepares for a workout: searches for a speech service unless one is known, and applies the settings to all texts.
  func prepare(_ settings: VoiceSettings)

  /// Speaks a text as soon as possible, and cuts off the current one.
  ///
  /// If several texts wait to be spoken, only the latest is spoken.
  ///
  /// - Parameter text: Plain text; line breaks are spoken as spaces, and a long text is cut.
  func say(_ text: String)

  /// Cuts off the current text, and discards the one that waits to be spoken.
  func cancelSpeech()

  /// Returns whether texts can be spoken, after a search that is in progress; nil if that is unknown within the limit.
  func availability(within limit: Duration) async -> Availability<SpeechService, SpeechFailureCode>?

  /// Returns whether the running service can speak, without starting a service or making a sound.
  func check(within limit: Duration) async -> Availability<SpeechService, SpeechFailureCode>

  /// Speaks a text in addition to the others, and returns why that failed; nil if it was spoken to its end in time.
  func test(_ text: String, within limit: Duration) async -> SpeechFailure?

  /// Closes the connection, or abandons it after the limit; no method may be called afterwards.
  func shutDown(within limit: Duration) async
}

/// A change in whether texts can be spoken.
package enum SpeechEvent: Equatable, Sendable {
  case serviceAppeared(SpeechService)
  /// No text can be spoken; reported once until a service appears or the reason changes.
  case serviceUnavailable(SpeechFailure)
}

/// A service that speaks texts.
package struct SpeechService: Equatable, Sendable {
  /// The name of the service.
  package var name: String
  /// The speech synthesizer that the service uses.
  package var synthesizer: String

  package init(name: String, synthesizer: String) {
    self.name = name
    self.synthesizer = synthesizer
  }
}

/// The voice of spoken texts; a nil setting leaves the value to the speech service.
package struct VoiceSettings: Equatable, Sendable {
  /// A language tag, such as `en` or `pt-BR`.
  package var language: String?
  /// 0 to 100, slow to fast, where 50 is the normal rate of the voice.
  package var rate: Int?
  /// 0 to 100, soft to loud, where 50 is medium.
  package var volume: Int?

  package init(language: String? = nil, rate: Int? = nil, volume: Int? = nil) {
    self.language = language
    self.rate = rate
    self.volume = volume
  }
}

/// The reason why no text can be spoken, or why one was not.
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
