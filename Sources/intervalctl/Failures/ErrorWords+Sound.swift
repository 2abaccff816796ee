import PlanNotation
import SoundFiles
import WorkoutSettings

/// The words for sound files that cannot be made.
extension Failure {
  /// A file whose name's end names no kind of sound file.
  static func unknownSoundFormat(_ path: String) -> Failure {
    let ends = SoundFormat.allCases.map { ".\($0.rawValue)" }
    return Failure(
      status: .usage, message: "'\(path.harmless)' has no end that names a kind of sound file",
      hints: ["a sound file ends in \(ends.listed("or"))"])
  }

  /// A workout that goes on for ever, in a file that does not.
  static let noEndOfSound = Failure(
    status: .invalidPlan, message: "the plan has no end, and a sound file must have one",
    hints: ["say how much of it there is to be: --for 1h"])

  /// A workout of which nothing is heard.
  static let nothingHeard = Failure(
    status: .invalidPlan, message: "no cue of the plan has a sound, so there is nothing to be heard",
    hints: ["settings say so, of the plan or of intervald.conf; --voice has cues spoken"])

  /// A name that a cue sheet cannot hold.
  static func unspeakableName(_ path: String) -> Failure {
    Failure(
      status: .usage, message: "\(path.harmless) has a quote or a line end in its name, and no cue sheet could name it",
      hints: ["give what is written another name"])
  }

  /// A file that would be written while it is read.
  static func soundIsTrack(_ path: String) -> Failure {
    Failure(
      status: .usage, message: "-o and --over are the same file: \(path.harmless)",
      hints: ["give what is written another name"])
  }

  /// A track that is of no use.
  static func unusableTrack(_ path: String, _ error: SoundFileError) -> Failure {
    let path = path.isEmpty ? "''" : path.harmless
    return switch error {
    case .noLibrary(let library, let words): noLibrary(library, words)
    case .system(let errno):
      Failure(status: .noPlan, message: "cannot read \(path): \(systemErrorWords(errno))")
    case .unknownFormat:
      Failure(
        status: .invalidPlan, message: "cannot read \(path): no sound that libsndfile knows",
        hints: ["it knows .ogg, .opus, .flac, .wav, .mp3 and others; make one with: ffmpeg -i IN OUT.flac"])
    case .refused(let words): Failure(status: .invalidPlan, message: "cannot read \(path): \(words)")
    case .tooManyChannels(let count):
      Failure(
        status: .invalidPlan, message: "\(path) has \(count) channels, and a track has one or two",
        hints: ["make it one of two with: sox IN OUT channels 2"])
    case .strangeRate(let rate):
      Failure(
        status: .invalidPlan, message: "\(path) has \(rate) samples a second, and a track has 1,000 to 1,000,000",
        hints: ["make it one of the usual with: sox IN OUT rate 48000"])
    case .tooShort:
      Failure(status: .invalidPlan, message: "\(path) is shorter than a second, too short to be repeated")
    }
  }

  /// A sound file that could not be written.
  static func soundNotSaved(_ path: String, _ error: SoundFileError) -> Failure {
    switch error {
    case .noLibrary(let library, let words): noLibrary(library, words)
    case .system(let errno): notSaved(FileError(path: path, errno: errno))
    case .refused(let words): Failure(status: .outputFailed, message: "cannot save \(path): \(words)")
    case .unknownFormat, .tooManyChannels, .strangeRate, .tooShort:
      Failure(status: .outputFailed, message: "cannot save \(path): libsndfile writes no such files here")
    }
  }

  /// A library that is not there; the words are those of whoever looked for it.
  private static func noLibrary(_ library: SharedLibrary, _ words: String) -> Failure {
    let name = "\(library.rawValue): "
    let why = words.hasPrefix(name) ? String(words.dropFirst(name.count)) : words
    return Failure(
      status: .unavailable, message: "cannot load \(library.rawValue): \(why)",
      hints: ["sudo apt install \(library.package)"])
  }

  /// espeak-ng is not there.
  static let noEspeak = Failure(
    status: .unavailable, message: "espeak-ng is not installed, and --voice speaks with it",
    hints: ["sudo apt install espeak-ng"])

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
    case .system, .unknownFormat, .tooManyChannels, .strangeRate, .tooShort:
      espeakFailed("wrote no sound that can be read", language: nil)
    }
  }
}
