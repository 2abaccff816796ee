import Text
import PlanNotation
import AudioFiles
import UserFiles

/// The words for sound files that cannot be made.
extension Failure {
  /// A file whose name does not end in a type that can be written.
  static func unknownSoundType(_ path: String) -> Failure {
    let types = SoundFormat.allCases.map { ".\($0.rawValue)" }.listed("or")
    let message = path.fileExtension.map { "cannot write '.\($0.safeForTerminal)' files" }
    return Failure(
      status: .usage, message: message ?? "the type of '\(path.safeForTerminal)' is unknown", hints: ["use \(types)"])
  }

  /// A workout without an end.
  static let noEndOfSound = Failure(
    status: .invalidPlan, message: "the plan has no end, and a sound file must have one",
    hints: ["give its length, for example: --for 1h"])

  /// A workout of which nothing is heard.
  static let nothingHeard = Failure(
    status: .invalidPlan, message: "no cue of the plan has a sound",
    hints: ["turn sounds on in the plan or in intervald.conf", "or add spoken cues with --voice"])

  /// A name that a cue sheet cannot hold.
  static func unspeakableName(_ path: String) -> Failure {
    Failure(
      status: .usage, message: "\(path.safeForTerminal): the name of a sound file cannot contain quotes or line ends",
      hints: ["choose another name"])
  }

  /// A file that would be written while it is read.
  static func soundIsTrack(_ path: String) -> Failure {
    Failure(
      status: .usage, message: "-o and --over are the same file: \(path.safeForTerminal)",
      hints: ["choose another name for the output"])
  }

  /// A track that is of no use.
  static func unusableTrack(_ path: String, _ error: SoundFileError) -> Failure {
    let path = path.isEmpty ? "''" : path.safeForTerminal
    return switch error {
    case .noLibrary(let library, let words): noLibrary(library, words)
    case .system(let errno):
      Failure(status: .noPlan, message: "cannot read \(SystemError(path, errno))")
    case .unknownFormat:
      Failure(
        status: .invalidPlan, message: "cannot read \(path): not a sound file that libsndfile can read",
        hints: ["use .ogg, .opus, .flac, .wav or .mp3, or convert it: ffmpeg -i IN OUT.flac"])
    case .refused(let words): Failure(status: .invalidPlan, message: "cannot read \(path): \(words)")
    case .tooManyChannels(let count):
      Failure(
        status: .invalidPlan, message: "\(path) has \(count) channels; a track must have one or two",
        hints: ["convert it: sox IN OUT channels 2"])
    case .unsupportedRate(let rate):
      Failure(
        status: .invalidPlan, message: "\(path) has \(rate) samples a second; a track must have 1,000 to 1,000,000",
        hints: ["convert it: sox IN OUT rate 48000"])
    case .tooShort:
      Failure(status: .invalidPlan, message: "\(path) is shorter than a second; a track must last at least a second")
    }
  }

  /// A sound file that could not be written.
  static func soundNotSaved(_ path: String, _ error: SoundFileError) -> Failure {
    switch error {
    case .noLibrary(let library, let words): noLibrary(library, words)
    case .system(let errno): notSaved(SystemError(path, errno))
    case .refused(let words): Failure(status: .outputFailed, message: "cannot save \(path): \(words)")
    case .unknownFormat, .tooManyChannels, .unsupportedRate, .tooShort:
      Failure(status: .outputFailed, message: "cannot save \(path): this libsndfile cannot write such files")
    }
  }

  /// A library that is not there; the words are those of whoever looked for it.
  private static func noLibrary(_ library: SharedLibrary, _ words: String) -> Failure {
    let name = "\(library.rawValue): "
    let why = words.hasPrefix(name) ? String(words.dropFirst(name.count)) : words
    return Failure(
      status: .unavailable, message: "cannot load \(library.rawValue): \(why)",
      hints: ["install it: sudo apt install \(library.package)"])
  }

  /// espeak-ng is not there.
  static let noEspeak = Failure(
    status: .unavailable, message: "espeak-ng is not installed; --voice needs it",
    hints: ["install it: sudo apt install espeak-ng"])

  /// espeak-ng did not speak; `why` goes on from its name.
  static func espeakFailed(_ why: String, language: String?) -> Failure {
    Failure(
      status: .unavailable, message: "espeak-ng \(why)",
      hints: [language.map { "voice-language in the settings is '\($0)'; see: espeak-ng --voices" }].compactMap(\.self))
  }

  /// Words that espeak-ng spoke and nobody can read.
  static func unreadableSpeech(_ error: SoundFileError) -> Failure {
    switch error {
    case .noLibrary(let library, let words): noLibrary(library, words)
    case .refused(let words): espeakFailed("wrote no sound: \(words)", language: nil)
    case .system, .unknownFormat, .tooManyChannels, .unsupportedRate, .tooShort:
      espeakFailed("wrote no sound that can be read", language: nil)
    }
  }
}
