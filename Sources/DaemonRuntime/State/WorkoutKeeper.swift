package import WorkoutControl
package import WorkoutSettings

/// Where a workout's place is kept, and what workouts came to is recorded, so that both outlive the daemon.
///
/// No call but `check` and `settle` waits.
package protocol WorkoutKeeper: Sendable {
  /// Keeps a workout's place in the stead of what was kept before; nil when no workout is under way.
  func keep(_ workout: KeptWorkout?)

  /// Records what a workout came to, before its place is forgotten.
  func record(_ summary: Wire.Summary)

  /// Records the last workout once more, with a distance that was measured, and waits until that is done or has failed.
  ///
  /// - Returns: what it came to; nil where no workout has been recorded.
  func correctLast(toMetres metres: Double) async -> Wire.Summary?

  /// Waits until all that was to be kept so far is, or has failed, but no longer than the limit.
  ///
  /// - Returns: what has failed; nil where that is not known within the limit.
  @discardableResult func settle(within limit: Duration) async -> Unkept?

  /// Finds out whether what is to be kept can be, by keeping something; nil where that is not known within the limit.
  func check(within limit: Duration) async -> KeeperCheck?
}

/// How a keeper was found.
package struct KeeperCheck: Equatable, Sendable {
  /// Where it keeps.
  package var folder: String
  /// Why it cannot write there, or to the history.
  package var failure: FileError?
  /// What waits to be kept, as it could not be before.
  package var unkept: Unkept
  /// Why what is kept would not be gone on with.
  package var distrust: FileTrustError?
  /// Where a workout is that could not be gone on with.
  package var setAside: String?

  package init(
    folder: String, failure: FileError? = nil, unkept: Unkept = Unkept(isPlace: false, summaries: 0),
    distrust: FileTrustError? = nil, setAside: String? = nil
  ) {
    self.folder = folder
    self.failure = failure
    self.unkept = unkept
    self.distrust = distrust
    self.setAside = setAside
  }
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
