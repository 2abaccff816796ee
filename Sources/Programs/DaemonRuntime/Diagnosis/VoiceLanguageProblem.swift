import AudioOutput
import Concurrency
import Text
import WorkoutModel
import WorkoutPresentation

/// The reason why spoken cues may be unintelligible, although the speech service speaks them.
enum VoiceLanguageProblem: Equatable {
  /// The setting `voice-language` is this language, but the words have another language.
  case otherLanguage(String)
  /// The speech service has no voice for this language.
  case noVoice(String)

  /// The problem of the settings with a service, which was checked for the language of the settings.
  init?(_ settings: Settings, spokenBy service: Availability<SpeechService, SpeechFailureCode>) {
    if let language = settings.voiceLanguage, language.primaryLanguage != WordsLanguage.tag {
      self = .otherLanguage(language)
    } else if case .available(let service) = service, let language = service.missingLanguage {
      self = .noVoice(language)
    } else {
      return nil
    }
  }

  /// The problem of the settings at the start of a workout, when a service may be running.
  ///
  /// The voices are checked only for an explicit `voice-language`, because the check makes the service list all voices.
  init?(atStart settings: Settings, _ speaker: any Speaker) async {
    guard let language = settings.voiceLanguage else { return nil }
    var service = Availability<SpeechService, SpeechFailureCode>.unavailable(SpeechFailure(.noService))
    if language.primaryLanguage == WordsLanguage.tag {
      service = await speaker.check(for: language, within: Self.startLimit)
    }
    self.init(settings, spokenBy: service)
  }

  private static let startLimit = Duration.seconds(1)

  var words: String {
    switch self {
    case .otherLanguage(let language): "the words are \(WordsLanguage.name), but 'voice-language' is '\(language)'"
    case .noVoice(let language): "the speech service has no voice for the language '\(language)'"
    }
  }

  var remedy: String {
    switch self {
    case .otherLanguage: "remove 'voice-language', or choose an accent: voice-language en-GB"
    case .noVoice: "install a voice: sudo apt install speech-dispatcher-espeak-ng"
    }
  }

  /// The problem and the remedy as sentences.
  var sentences: String { "Spoken cues may be unintelligible: \(words). \(remedy.remedySentence)" }
}
