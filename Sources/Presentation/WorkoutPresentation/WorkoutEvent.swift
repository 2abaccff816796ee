package import WorkoutReports
package import WorkoutEngine

/// Something that happened in a workout, for all who are to hear of it.
package struct WorkoutEvent: Sendable {
  /// When it was told.
  package let at: Instant
  package let effect: Effect
  package let workout: RunningWorkout
  /// How the workout stands; nil when it is over.
  package let progress: Progress?
  /// What it came to; nil while it is not over.
  package let outcome: Outcome?
  /// The same for all the world.
  package let summary: Report.Summary?
  /// The gap behind which it is what there is to say; nil where there was none.
  package let gap: Gap?
}
