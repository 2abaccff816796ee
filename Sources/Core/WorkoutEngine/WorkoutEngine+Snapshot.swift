package import WorkoutModel

extension WorkoutEngine {
  /// State of a workout for saving; the plan is not included.
  package struct Snapshot: Equatable, Codable, Sendable {
    fileprivate let state: Session.State
  }

  /// Snapshot from which the workout can resume later; nil when the engine is idle.
  package var snapshot: Snapshot? { session.map { Snapshot(state: $0.state) } }

  /// Resumes a workout from a snapshot; fails if the snapshot is impossible for this workout.
  ///
  /// `instant` is the time at which the snapshot was taken, on the same clock as the instants in the snapshot.
  package init?(
    _ workout: Workout, cues: CueRules = .none, restoring snapshot: Snapshot, takenAt instant: Instant
  ) {
    guard let session = Session(workout, cues: cues, restoring: snapshot.state, at: instant) else { return nil }
    self.session = session
  }
}
