package import Concurrency

/// Why sounds, or one of them, cannot be played.
package typealias SoundFailure = CodedFailure<SoundFailureCode>

/// The kinds of `SoundFailure`.
package enum SoundFailureCode: FailureCode {
  /// There is no sound server, or no driver for it.
  case noOutput
  /// There is no sound of this name, or no such file.
  case noSuchSound
  /// The sound is there, but cannot be read: its kind, its contents, or its permissions.
  case unreadable
  /// The sound server hangs, or did not say in time that it has played the sound.
  case noAnswer
  /// Anything else.
  case failed

  /// Whether this is about one sound, and says nothing of the others.
  var isOfOneSound: Bool { self == .noSuchSound || self == .unreadable }

  package var words: String {
    switch self {
    case .noOutput: "no sound server, or no driver for it"
    case .noSuchSound: "there is no such sound"
    case .unreadable: "the sound cannot be read"
    case .noAnswer: "the sound server does not respond"
    case .failed: "the sound could not be played"
    }
  }
}
