/// A change in whether texts can be spoken.
package enum SpeechEvent: Equatable, Sendable {
  case serviceAppeared(SpeechService)
  /// Told once until there is a service, or none for another reason.
  case serviceUnavailable(SpeechFailure)
}
