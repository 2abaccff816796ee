package import ControlInterface
package import UserFiles

/// Where a workout's place is kept, and what workouts came to is recorded, so that both outlive the daemon.
///
/// No call waits but those that have a limit.
package protocol WorkoutKeeper: Sendable {
  /// Keeps a workout's place in the stead of what was kept before; nil when no workout is under way.
  func keep(_ workout: KeptWorkout?)

  /// Saves a workout's position where it survives the process but not a power failure, as quickly as a cue allows.
  func keepInMemory(_ workout: KeptWorkout)

  /// Records what a workout came to, before its place is forgotten.
  func record(_ summary: Wire.Summary)

  /// What the workout that was recorded last came to, which is nothing where there is none, or why that cannot be read;
  /// nil where it is not known within the limit.
  func last(within limit: Duration) async -> Result<Wire.Summary?, FileReadError>?

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
  /// Why it cannot write there.
  package var failure: SystemError?
  /// What waits to be kept, as it could not be before.
  package var unkept: Unkept
  /// Why it cannot write to the history, or would not believe it.
  package var historyFault: FileReadError?
  /// Why what is kept would not be gone on with.
  package var distrust: FileTrustError?
  /// Where a workout is that could not be gone on with.
  package var setAside: String?

  package init(
    folder: String, failure: SystemError? = nil, unkept: Unkept = Unkept(isPlace: false, summaries: 0),
    historyFault: FileReadError? = nil, distrust: FileTrustError? = nil, setAside: String? = nil
  ) {
    self.folder = folder
    self.failure = failure
    self.unkept = unkept
    self.historyFault = historyFault
    self.distrust = distrust
    self.setAside = setAside
  }
}

/// What could not be kept, and waits.
package struct Unkept: Equatable, Sendable {
  /// Whether the place as it is now, where a workout is under way, is not kept.
  package let isPlace: Bool
  /// How many workouts that ended are not recorded.
  package let summaries: Int
  /// What the last failure was; nil where all is kept.
  package let failure: SystemError?

  package var isNothing: Bool { !isPlace && summaries == 0 && failure == nil }

  package init(isPlace: Bool, summaries: Int, failure: SystemError? = nil) {
    self.isPlace = isPlace
    self.summaries = summaries
    self.failure = failure
  }
}
