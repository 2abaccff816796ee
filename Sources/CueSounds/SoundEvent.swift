/// A change in whether sounds can be heard.
package enum SoundEvent: Equatable, Sendable {
  case outputAppeared(SoundOutput)
  /// Told once until there is an output, or none for another reason.
  case outputUnavailable(SoundFailure)
}
