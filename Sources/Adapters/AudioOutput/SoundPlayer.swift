package import ToneSynthesis
package import Concurrency

/// Plays the sounds of cues.
///
/// No call but `availability`, `check`, `test` and `shutDown` waits, and those no longer than they are told.
package protocol SoundPlayer: Sendable {
  /// Whether sounds can be heard, each change once, for one reader; finished by `shutDown`.
  var events: AsyncStream<SoundEvent> { get }

  /// Connects if need be, hands the sounds to the sound server, and wakes its output: called when a workout begins.
  ///
  /// A sound that cannot be had is told of as an event.
  ///
  /// - Parameters:
  ///   - sounds: The sounds that the workout will play.
  ///   - volume: Of all sounds from now on, in percent: 0...100.
  func prepare(_ sounds: Set<SoundSource>, volume: Int)

  /// Plays a sound as soon as possible, or another if there is no playing it; of several that could not be played yet
  /// the latest wins,
  /// and one that has waited for seconds is left out.
  ///
  /// Without a way to play it, it is left out; one that has come again is found by the next play.
  func play(_ sound: SoundSource, fallback: CueSound?)

  /// Plays a sound to its end, and says what became of it: nil if it was heard, so far as the sound server knows.
  ///
  /// Meant for one at a time: one that has not begun yet gives way to a later one, and fails after its limit.
  func test(_ sound: SoundSource, within limit: Duration) async -> SoundFailure?

  /// Finds out which of these sounds could not be played, and why, without any being heard.
  ///
  /// The failure is one of all sounds: a sound server that is gone, or has not said all within the limit.
  func check(
    _ sounds: Set<SoundSource>, within limit: Duration
  ) async -> Result<[SoundSource: SoundFailure], SoundFailure>

  /// Says whether sounds can be played, waiting for a search under way; nil if it is not known within the limit.
  func availability(within limit: Duration) async -> Availability<SoundOutput, SoundFailure>?

  /// Gives everything back, or up after the limit; nothing may be called after it.
  func shutDown(within limit: Duration) async
}

extension SoundPlayer {
  package func play(_ sound: SoundSource) {
    play(sound, fallback: nil)
  }
}
