/// A state, and when it was so.
struct MediaMoment: Equatable, Sendable {
  /// How far a position may be from where it should be, before it is a jump: more than a late call, less than is seen.
  static let tolerance: Duration = .milliseconds(100)

  let state: MediaState
  /// On the clock that stands still during suspend, as the workout's does.
  let instant: SuspendingClock.Instant

  /// The position at another instant: where it stands, or has come to by now, but never past the end.
  func position(at instant: SuspendingClock.Instant) -> Duration {
    let reached = state.isPlaying ? state.position + (instant - self.instant) : state.position
    return max(.zero, state.length.map { min(reached, $0) } ?? reached)
  }

  /// Whether the position is not the one that somebody expects who knows an earlier moment only.
  func isJump(from earlier: Self) -> Bool {
    let expected = earlier.state.trackID == state.trackID ? earlier.position(at: instant) : .zero
    let distance = position(at: instant) - expected
    return distance > Self.tolerance || distance < .zero - Self.tolerance
  }
}
