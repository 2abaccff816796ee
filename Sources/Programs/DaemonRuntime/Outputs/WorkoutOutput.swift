package import WorkoutReports
package import WorkoutEngine
package import WorkoutPresentation

/// Something that events are told to.
package protocol WorkoutOutput: Sendable {
  /// Takes an event, in order, on the runner's queue: it returns at once and leaves slow work to others.
  func receive(_ event: WorkoutEvent)

  /// Takes note that the settings of the workout under way have changed, likewise.
  func adopt(_ workout: RunningWorkout, _ progress: Progress)
}

extension WorkoutOutput {
  package func adopt(_ workout: RunningWorkout, _ progress: Progress) {}
}
