package import Logging
package import WorkoutEngine
package import WorkoutPresentation
package import WorkoutReports

/// A destination of workout events.
package protocol WorkoutOutput: Sendable {
  /// Receives the next event, on the runner's queue; returns at once, and leaves slow work to other queues.
  func receive(_ event: WorkoutEvent)

  /// Applies changed settings to the running workout, on the runner's queue; returns at once.
  func adopt(_ workout: RunningWorkout, _ progress: Progress)

  /// Announces the next deadline and the next cue that is heard, on the runner's queue; nil if no cue is due.
  ///
  /// Returns at once. The runner calls this function after each change.
  func expect(_ cue: UpcomingCue?, at now: Instant)

  /// Handles the events of the output's port until the port is shut down.
  ///
  /// Failures and changes of availability are logged; buttons and media keys become commands for the runner.
  func handleEvents(runner: WorkoutRunner, logger: Logger) async
}

extension WorkoutOutput {
  package func adopt(_ workout: RunningWorkout, _ progress: Progress) {}
  package func expect(_ cue: UpcomingCue?, at now: Instant) {}
  package func handleEvents(runner: WorkoutRunner, logger: Logger) async {}
}

/// Logs each event except cues, with the lateness of the event and the number of missed cues.
package struct LogOutput: WorkoutOutput {
  private let logger: Logger

  /// - Parameter logger: a logger that never blocks its caller, such as a logger of `QueuedLog`.
  package init(_ logger: Logger) {
    self.logger = logger
  }

  package func receive(_ event: WorkoutEvent) {
    guard let record = LogRecord(event) else { return }
    var metadata: Logger.Metadata = ["workout": "\(event.workout.id)", "event": "\(record.event)"]
    if let lateness = record.lateness { metadata["lateness-us"] = "\(lateness.inMicroseconds)" }
    if record.missed > 0 { metadata["missed"] = "\(record.missed)" }
    logger.info("\(record.message)", metadata: metadata)
  }
}
