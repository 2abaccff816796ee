/// Shows what is under way as a media player, so that media keys, headsets, lock screens and phones reach it.
///
/// No call but `test` and `shutDown` waits, and those no longer than they are told.
package protocol MediaPlayer: Sendable {
  /// What is asked of the player, for one reader; finished by `shutDown`. Of what nobody has read yet the oldest goes.
  var commands: AsyncStream<MediaCommand> { get }

  /// Shows a state, and becomes visible if it is not yet; where it cannot be, the next state tries again.
  ///
  /// Of several not yet shown the latest wins.
  func show(_ state: MediaState)

  /// Becomes invisible.
  func close()

  /// Says why the player cannot be visible; nil if it can, or is.
  func test(within limit: Duration) async -> MediaPlayerFailure?

  /// Becomes invisible and gives everything back, or up after the limit; nothing may be called after it.
  func shutDown(within limit: Duration) async
}
