package import Neighbours

/// Plays the sounds of cues.
///
/// No call but `availability` and `shutDown` waits, and those no longer than they are told.
package protocol SoundPlayer: Sendable {
  /// Whether sounds can be heard, each change once, for one reader; finished by `shutDown`.
  var events: AsyncStream<SoundEvent> { get }

  /// Looks for a way to play sounds, unless there is one: called when a workout begins.
  func prepare()

  /// Plays a sound as soon as possible; of several that could not be played yet the latest wins.
  ///
  /// Without a way to play it, it is left out, until `prepare` finds one.
  func play(_ sound: CueSound)

  /// Says whether sounds can be played, waiting for a search under way; nil if it is not known within the limit.
  func availability(within limit: Duration) async -> Availability<SoundOutput, SoundFailure>?

  /// Gives everything back, or up after the limit; nothing may be called after it.
  func shutDown(within limit: Duration) async
}
