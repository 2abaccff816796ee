/// What has happened in a workout, in the order in which it did.
package enum Effect: Equatable, Sendable {
  case started
  case leadInBegan
  /// The workout now is at the start of an interval, or of one again.
  ///
  /// `lateness` is against the deadline that began it, nil where a command did. `missed` is how many intervals have
  /// come and gone unannounced since the last effect. `wasAnnounced` says whether its start was told before, as a belt
  /// lag asks for.
  case intervalBegan(lateness: Duration?, missed: Int, wasAnnounced: Bool = false)
  case paused(PauseReason)
  case resumed
  case extended(by: Duration)
  case corrected(metres: Double)
  /// The workout was taken up again, where its grid now is or paused; so many boundaries came and went meanwhile.
  case rejoined(Interruption, missed: Int)
  /// The plan came to its end; `lateness` as above.
  case finished(Outcome, lateness: Duration?)
  case stopped(Outcome)
  /// A cue is given; one that comes with a change follows the effect that tells of that.
  case announced(Announcement)

  /// What the workout has come to, if this is its end.
  package var outcome: Outcome? {
    switch self {
    case .finished(let outcome, _), .stopped(let outcome): outcome
    default: nil
    }
  }
}
