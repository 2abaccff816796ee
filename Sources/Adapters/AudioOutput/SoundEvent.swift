/// A change in whether sounds can be heard.
package enum SoundEvent: Equatable, Sendable {
  case outputAppeared(SoundOutput)
  /// Told once until there is an output, or none for another reason.
  case outputUnavailable(SoundFailure)
  /// One sound cannot be played, and the others can; told once until it can be played again.
  case soundUnavailable(SoundSource, SoundFailure)
}
