package import Concurrency
package import ToneSynthesis

/// Plays the sounds of cues.
///
/// Only `availability`, `check`, `test` and `shutDown` wait, each up to its time limit.
package protocol SoundPlayer: Sendable {
  /// A stream of events that report whether sounds can be played; `shutDown` ends the stream.
  ///
  /// Each change is reported once. Only one reader may use the stream.
  var events: AsyncStream<SoundEvent> { get }

  /// Prepares for a workout: connects to the sound server, uploads the sounds, and wakes the output of the server.
  ///
  /// A sound that cannot be uploaded is reported as an event.
  ///
  /// - Parameters:
  ///   - sounds: The sounds that the workout will play.
  ///   - volume: The volume of all sounds from now on, in percent: 0–150.
  func prepare(_ sounds: Set<SoundSource>, volume: Int)

  /// Sets how long before a cue the output is woken; zero means never.
  ///
  /// If the time is nil, a Bluetooth output is woken, and no other output.
  func setWakeTime(_ time: Duration?)

  /// Announces when the next cue is expected that has a sound or words; nil if no such cue is expected. Returns at once.
  ///
  /// Before that time, silence is played for the wake time, so that an output that sleeps or mutes itself during silence
  /// plays the beginning of the cue.
  func expectCue(in delay: Duration?, hasSound: Bool)

  /// Returns the length of a sound; nil if the length is unknown, or if the sound cannot be played.
  ///
  /// May read the file of the sound, so only queues that may wait call this function.
  func length(of sound: SoundSource) -> Duration?

  /// Plays a sound as soon as possible; if the sound cannot be played, plays the fallback.
  ///
  /// If several sounds wait to be played, only the latest sound is played. A sound is dropped if it has waited for some
  /// seconds, or if no sound server is available. If the server was lost, a later call connects again.
  func play(_ sound: SoundSource, fallback: CueSound?)

  /// Plays a sound to its end.
  ///
  /// A later test replaces a test that has not begun; the replaced test fails after its time limit.
  ///
  /// - Returns: The reason for a failure; nil if the sound server reports that the sound was played.
  func test(_ sound: SoundSource, within limit: Duration) async -> SoundFailure?

  /// Returns the sounds that cannot be played, with the reason for each sound; plays nothing.
  ///
  /// Fails if the sound server is missing, or does not respond within the limit. `volume` is in percent: 0–150.
  func check(
    _ sounds: Set<SoundSource>, volume: Int, within limit: Duration
  ) async -> Result<[SoundSource: SoundFailure], SoundFailure>

  /// Returns whether sounds can be played; nil if this is still unknown when the limit has passed.
  ///
  /// If a search for a sound server is in progress, waits for the result of the search.
  func availability(within limit: Duration) async -> Availability<SoundOutput, SoundFailureCode>?

  /// Closes the connection, or abandons the connection after the limit.
  ///
  /// No method may be called afterwards.
  func shutDown(within limit: Duration) async
}

/// An event that reports whether sounds can be played.
package enum SoundEvent: Equatable, Sendable {
  case outputAppeared(SoundOutput)
  /// No sound can be played.
  ///
  /// The event is repeated only if the reason changes, or if the output has appeared in the meantime.
  case outputUnavailable(SoundFailure)
  /// One sound cannot be played.
  ///
  /// The event is repeated only if the sound could be played in the meantime.
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

/// The reason why sounds, or one particular sound, cannot be played.
package typealias SoundFailure = CodedFailure<SoundFailureCode>

/// The kinds of `SoundFailure`.
package enum SoundFailureCode: FailureCode {
  /// The sound server or its driver is missing.
  case noOutput
  /// The sound theme has no sound of this name, or the file does not exist.
  case noSuchSound
  /// The sound exists, but its format, contents or permissions prevent reading it.
  case unreadable
  /// The sound of the user is longer than a cue may be.
  case tooLong
  /// The file with the sound at another volume than 100 cannot be written, for example because the folder is full.
  case unwritable
  /// The sound server hangs, or did not report the end of the sound in time.
  case noAnswer
  /// Any other reason.
  case failed

  /// Whether the failure concerns only one sound, so that other sounds may still be played.
  var concernsOneSound: Bool {
    switch self {
    case .noSuchSound, .unreadable, .tooLong, .unwritable: true
    case .noOutput, .noAnswer, .failed: false
    }
  }

  package var words: String {
    switch self {
    case .noOutput: "no sound server, or no driver for it"
    case .noSuchSound: "no such sound"
    case .unreadable: "the sound cannot be read"
    case .tooLong: "the sound is longer than \(SoundFolder.maxSeconds) s"
    case .unwritable: "cannot write a copy of the sound for this volume"
    case .noAnswer: "the sound server does not respond"
    case .failed: "the sound could not be played"
    }
  }
}
