import AudioFiles
import ControlInterface
import DynamicLibraries
import PlanNotation
import Text
import UserFiles
import WorkoutFiles
import WorkoutModel

/// The messages for workout files of other programs.
extension Failure {
  /// An input file whose name does not determine its type.
  static func unknownInputType(_ path: String) -> Failure {
    guard let fileExtension = path.fileExtension, path != "-" else { return unknownType(of: path) }
    guard fileExtension != "gpx" else { return trackFile }
    return unsupportedType("cannot import '.\(fileExtension.safeForTerminal)' files")
  }

  /// An output file whose name does not determine its type.
  static func unknownOutputType(_ path: String) -> Failure {
    if OutputFile.isStandardOutput(path) {
      return Failure(status: .usage, message: "the type of standard output is unknown", hints: [typeHint])
    }
    guard let fileExtension = path.fileExtension else { return unknownType(of: path) }
    return unsupportedType("cannot write '.\(fileExtension.safeForTerminal)' files")
  }

  /// A GPX file given as a workout or a plan.
  static let trackFile = Failure(
    status: .usage, message: "cannot read '.gpx' files",
    hints: ["a GPX file is a recorded track; use a workout in a \(workoutTypes) file"])

  private static func unsupportedType(_ message: String) -> Failure {
    Failure(status: .usage, message: message, hints: ["use \(workoutTypes)", typeHint])
  }

  private static func unknownType(of path: String) -> Failure {
    Failure(
      status: .usage, message: "the type of \(path == "-" ? fileName(path) : "'\(path.safeForTerminal)'") is unknown",
      hints: path == "-" ? [typeHint] : ["use \(workoutTypes)", typeHint])
  }

  private static let workoutTypes = WorkoutFormat.allCases.map { ".\($0.rawValue)" }.listed("or")
  private static let typeHint = "name the type, for example: --type \(WorkoutFormat.allCases[0].rawValue)"

  /// A file that is not a workout file or that cannot be converted to a plan.
  static func unusableFile(_ error: WorkoutFileError, path: String, format: WorkoutFormat) -> Failure {
    guard error.suggestsOtherFormat else {
      let hints =
        error.reason == .activity ? ["export the planned workout, not the activity, from the other program"] : []
      return Failure(status: .invalidPlan, message: "\(fileName(path)): \(error.words)", hints: hints)
    }
    let article = format == .icu ? "an" : "a"
    return Failure(
      status: .invalidPlan, message: "\(fileName(path)) is not \(article) \(format.title) file: \(error.words)",
      hints: ["for another type: intervalctl import --type TYPE \(path.safeForTerminal)"])
  }

  /// A workout file whose plan is invalid, for example because a distance has no pace.
  static func invalidImport(_ error: NotationError, path: String) -> Failure {
    let hints =
      switch error.reason {
      case .unusable(.distanceWithoutPace(let kind), _, let unit), .unusable(.untilWithoutPace(let kind), _, let unit):
        ["give it a pace, for example: --pace \(kind.rawValue)=\((unit ?? .kilometres).examplePace)"]
      default: error.hints
      }
    return Failure(
      status: .invalidPlan, message: "\(fileName(path)): \(error.message)",
      excerpt: Excerpt(lineText: error.lineText, column: error.column), hints: hints)
  }

  /// A plan that does not fit into a format.
  static func notExported(_ error: WorkoutFileError, as format: WorkoutFormat) -> Failure {
    Failure(
      status: .invalidPlan, message: "the plan does not fit into \(format.title): \(error.words)",
      hints: format == .fit ? [] : ["FIT files have room for more: --type fit"])
  }

  /// A conversion with `--strict` that would change or leave out a part of the workout.
  static func lossy(_ losses: [String]) -> Failure {
    Failure(
      status: .invalidPlan,
      message: "the conversion is not lossless, which --strict requires",
      list: losses.map(\.safeForTerminal))
  }

  /// A binary file that would be written to a terminal.
  static func notText(_ format: WorkoutFormat) -> Failure {
    Failure(
      status: .usage, message: "\(format.title) files are binary, and cannot be shown on a terminal",
      hints: ["write a file, for example: -o workout.\(format.rawValue)"])
  }
}

/// The messages for sound files.
extension Failure {
  /// An output file whose name does not end in the extension of a supported sound format.
  static func unknownSoundType(_ path: String) -> Failure {
    unknownType(of: path, supported: SoundFormat.allCases.map(\.rawValue))
  }

  /// An output file whose name does not end in one of the supported extensions; `files` are the files to write.
  static func unknownType(of path: String, supported: [String], files: String = "files") -> Failure {
    let message = path.fileExtension.map { "cannot write '.\($0.safeForTerminal)' \(files)" }
    return Failure(
      status: .usage, message: message ?? "the type of '\(path.safeForTerminal)' is unknown",
      hints: ["use \(supported.map { ".\($0)" }.listed("or"))"])
  }

  /// A workout without an end.
  static let noEndOfSound = Failure(
    status: .invalidPlan, message: "the plan has no end, and a sound file must have one",
    hints: ["give its length, for example: --for 1h"])

  /// A workout without any audible cue.
  static let nothingHeard = Failure(
    status: .invalidPlan, message: "no cue of the plan has a sound",
    hints: ["turn sounds on in the plan or in intervald.conf", "or add spoken cues with --voice"])

  /// A file name that a cue sheet cannot contain.
  static func unspeakableName(_ path: String) -> Failure {
    Failure(
      status: .usage, message: "\(path.safeForTerminal): the name of a sound file cannot contain quotes or line ends",
      hints: ["choose another name"])
  }

  /// An output file that is also the input file of `--over`.
  static func soundIsTrack(_ path: String) -> Failure {
    Failure(
      status: .usage, message: "-o and --over are the same file: \(path.safeForTerminal)",
      hints: ["choose another name for the output"])
  }

  /// A sound file that cannot be used as background music.
  static func unusableTrack(_ path: String, _ error: SoundFileError) -> Failure {
    let path = path.isEmpty ? "''" : path.safeForTerminal
    return switch error {
    case .noLibrary(let error): noLibrary(error)
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
        status: .invalidPlan,
        message: "\(path) has a sample rate of \(rate) Hz; a track must have 1,000 to 1,000,000 Hz",
        hints: ["convert it: sox IN OUT rate 48000"])
    case .tooShort:
      Failure(status: .invalidPlan, message: "\(path) is shorter than a second; a track must last at least a second")
    }
  }

  /// A sound file that could not be written.
  static func soundNotSaved(_ path: String, _ error: SoundFileError) -> Failure {
    switch error {
    case .noLibrary(let error): noLibrary(error)
    case .system(let errno): notSaved(SystemError(path, errno))
    case .refused(let words): Failure(status: .outputFailed, message: "cannot save \(path): \(words)")
    case .unknownFormat, .tooManyChannels, .unsupportedRate, .tooShort:
      Failure(status: .outputFailed, message: "cannot save \(path): the installed libsndfile cannot write this format")
    }
  }

  /// A shared library that cannot be loaded.
  private static func noLibrary(_ error: LibraryError) -> Failure {
    Failure(
      status: .unavailable, message: error.description, hints: ["install it: sudo apt install \(error.library.package)"]
    )
  }

  /// espeak-ng is not installed.
  static let noEspeak = Failure(
    status: .unavailable, message: "espeak-ng is not installed; --voice requires it",
    hints: ["install it: sudo apt install espeak-ng"])

  /// A failure of espeak-ng; `why` follows the name `espeak-ng` in the message.
  static func espeakFailed(_ why: String, language: String?) -> Failure {
    Failure(
      status: .unavailable, message: "espeak-ng \(why)",
      hints: [language.map { "voice-language in the settings is '\($0)'; see: espeak-ng --voices" }].compactMap(\.self))
  }

  /// Output of espeak-ng that cannot be read.
  static func unreadableSpeech(_ error: SoundFileError) -> Failure {
    switch error {
    case .noLibrary(let error): noLibrary(error)
    case .refused(let words): espeakFailed("produced no sound: \(words)", language: nil)
    case .system, .unknownFormat, .tooManyChannels, .unsupportedRate, .tooShort:
      espeakFailed("produced unreadable output", language: nil)
    }
  }
}
