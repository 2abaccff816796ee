package import WorkoutControl

/// Where a workout's place is kept, and what workouts came to is recorded, so that both outlive the daemon.
///
/// No call but `settle` waits.
package protocol WorkoutKeeper: Sendable {
  /// Keeps a workout's place in the stead of what was kept before; nil when no workout is under way.
  func keep(_ workout: KeptWorkout?)

  /// Records what a workout came to, before its place is forgotten.
  func record(_ summary: Wire.Summary)

  /// Waits until all that was to be kept so far is, or has failed, but no longer than the limit.
  ///
  /// - Returns: what has failed; nil where that is not known within the limit.
  @discardableResult func settle(within limit: Duration) async -> Unkept?
}

/// What could not be kept, and waits.
package struct Unkept: Equatable, Sendable {
  /// Whether the place as it is now is not kept.
  package let isPlace: Bool
  /// How many workouts that ended are not recorded.
  package let summaries: Int

  package init(isPlace: Bool, summaries: Int) {
    self.isPlace = isPlace
    self.summaries = summaries
  }
}
