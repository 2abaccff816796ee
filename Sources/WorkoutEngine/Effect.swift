/// What has happened in a workout, in the order in which it did.
package enum Effect: Equatable, Sendable {
  case started
  case leadInBegan
  /// The workout now is at the start of an interval, or of one again.
  ///
  /// `lateness` is against the deadline that began it, nil where a command did. `missed` is how many intervals have
  /// come and gone unannounced since the last effect.
  case intervalBegan(lateness: Duration?, missed: Int)
  case paused(PauseReason)
  case resumed
  case extended(by: Duration)
  /// The plan came to its end; `lateness` as above.
  case finished(Outcome, lateness: Duration?)
  case stopped(Outcome)
}
