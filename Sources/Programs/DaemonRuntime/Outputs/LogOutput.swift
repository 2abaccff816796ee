import WorkoutReports
package import Logging
package import WorkoutPresentation

/// Logs each event but cues, with its lateness and missed cues as fields.
package struct LogOutput: WorkoutOutput {
  private let logger: Logger

  /// - Parameter logger: a logger that never waits, such as that of `QueuedLog`.
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
