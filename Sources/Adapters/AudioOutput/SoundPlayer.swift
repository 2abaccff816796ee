package import Concurrency
package import ToneSynthesis

/// Plays the sounds of cues.
///
/// Only `availability`, `check`, `test` and `shutDown` wait, and no longer than their time limits.
package protocol SoundPlayer: Sendable {
  /// The changes in whether sounds can be played, each reported once, for one reader; `shutDown` ends the stream.
  var events: AsyncStream<SoundEvent> { get }

  /// Prepares for a workout: connects if necessary, uploads the sounds to the sound server, and wakes its output.
  ///
  /// A sound that cannot be uploaded is reported as an event.
  ///
  /// - Parameters:
  ///   - sounds: The sounds that the workout will play.
  ///   - volume: The volume of all sounds from now on, in percent: 0–100.
  func prepare(_ sounds: Set<SoundSource>, volume: Int)

  /// Plays a sound as soon as possible, or the fallback if the sound cannot be played.
  ///
  /// If several sounds wait to be played, only the latest is played. A sound that has waited for some seconds is
  /// dropped, and so is a sound that no sound server can play. Each call looks again for a server that was lost.
  func play(_ sound: SoundSource, fallback: CueSound?)

  /// Plays a sound to its end, and returns why that failed; nil if the sound server reports that it was played.
  ///
  /// Only one test at a time: a later test replaces one that has not begun, which then fails after its time limit.
  func test(_ sound: SoundSource, within limit: Duration) async -> SoundFailure?

  /// Returns the sounds that cannot be played, and the reason for each, without playing them.
  ///
  /// Fails if no sound can be checked: the sound server is missing, or does not respond within the limit.
  func check(
    _ sounds: Set<SoundSource>, within limit: Duration
  ) async -> Result<[SoundSource: SoundFailure], SoundFailure>

  /// Returns whether sounds can be played, after a search that is in progress; nil if that is unknown within the limit.
  func availability(within limit: Duration) async -> Availability<SoundOutput, SoundFailureCode>?

  /// Closes the connection, or abandons it after the limit; no method may be called afterwards.
  func shutDown(within limit: Duration) async
}

/// A change in whether sounds can be played.
package enum SoundEvent: Equatable, Sendable {
  case outputAppeared(SoundOutput)
  /// No sound can be played; reported once until the output appears or the reason changes.
  case outputUnavailable(SoundFailure)
  /// One sound cannot be played; reported once until it can be played again.
  case soundUnavailable(SoundSource, SoundFailure)
}

/// The library or server that plays sounds.
package struct SoundOutput: Equatable, Sendable {
  /// The name of the library or the server.
  package var name: String

  package init(name: String) {
    self.name = name
  }
}

/// The reason why all sounds or one of them cannot be played.
package typealias SoundFailure = CodedFailure<SoundFailureCode>

/// The kinds of `SoundFailure`.
package enum SoundFailureCode: FailureCode {
  /// The sound server or its driver is missing.
  case noOutput
  /// The sound theme has no sound of this name, or the file does not exist.
  case noSuchSound
  /// The sound exists, but its format, contents or permissions prevent reading it.
  case unreadable
  /// The sound server hangs, or did not report the end of the sound in time.
  case noAnswer
  /// Any other reason.
  case failed

  /// Whether the failure concerns one sound only, so that others may still be played.
  var concernsOneSound: Bool { self == .noSuchSound || self == .unreadable }

  package var words: String {
    switch self {
    case .noOutput: "no sound server, or no driver for it"
    case .noSuchSound: "no such sound"
    case .unreadable: "the sound cannot be read"
    case .noAnswer: "the sound server does not respond"
    case .failed: "the sound could not be played"
    }
  }
}
