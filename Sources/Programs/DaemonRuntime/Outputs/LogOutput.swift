import WorkoutReports
package import Logging
import PlanNotation
import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation

/// Writes a record of each event, with fields of their own.
package struct LogOutput: WorkoutOutput {
  private let logger: Logger

  /// - Parameter logger: one that never waits, such as `QueuedLog` makes.
  package init(_ logger: Logger) {
    self.logger = logger
  }

  package func receive(_ event: WorkoutEvent) {
    let word: String
    var lateness: Duration?
    var missed = 0
    switch event.effect {
    case .started: word = "started"
    case .leadInBegan: word = "leadIn"
    case .intervalBegan(let late, let passed, _): (word, lateness, missed) = ("start", late, passed)
    case .paused: word = "paused"
    case .resumed: word = "resumed"
    case .rejoined(let interruption, _): word = "after-\(interruption.rawValue)"
    case .extended: word = "extended"
    case .corrected: word = "corrected"
    case .finished(_, let late): (word, lateness) = ("finished", late)
    case .stopped: word = "stopped"
    // A journal is for what a workout went through, not for all that was said of it.
    case .announced: return
    }
    if let gap = event.gap { missed = gap.missed }
    var metadata: Logger.Metadata = ["workout": "\(event.workout.id)", "event": "\(word)"]
    if let lateness { metadata["lateness-us"] = "\(lateness.inMicroseconds)" }
    if missed > 0 { metadata["missed"] = "\(missed)" }
    let title = CueWords(event).title
    let message =
      switch event.effect {
      case .started: "Started: \(event.workout.displayTitle ?? event.workout.workout.plan.notation)"
      case .extended: "Extended: \(title)"
      case .corrected(let metres):
        "Corrected to \(event.workout.units.distance.text(metres: metres)): \(title)"
      default: [title, event.gap?.words].compactMap(\.self).joined(separator: ". ")
      }
    logger.info("\(message)", metadata: metadata)
  }
}
