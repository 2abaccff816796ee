import PlanNotation
package import WorkoutReports
import WorkoutEngine
package import WorkoutModel

extension Report.Event {
  /// Makes the report that watchers get; nil for a cue that comes with a change, whose event is reported.
  ///
  /// `idleUnits` are the units of a status when no workout runs.
  package init?(_ event: WorkoutEvent, idleUnits: @autoclosure () -> DisplayUnits) {
    let status = Report.Status(
      event.progress, of: event.workout, at: event.at, withPlan: false, idleUnits: idleUnits())
    let (word, cue): (Report.EventWord, Report.CueWord?)
    switch event.effect {
    case .started, .extended, .corrected, .intervalBegan(_, _, wasAnnounced: true): (word, cue) = (.state, nil)
    case .leadInBegan: (word, cue) = (.cue, .leadIn)
    case .intervalBegan: (word, cue) = (.cue, .start)
    case .paused: (word, cue) = (.cue, .paused)
    case .resumed: (word, cue) = (.cue, .resumed)
    case .rejoined: (word, cue) = (.cue, status.phase == .paused ? .paused : .resumed)
    case .finished: (word, cue) = (.finished, .finish)
    case .stopped: (word, cue) = (.stopped, .stopped)
    case .announced(let announcement):
      guard let own = CuePresentation(announcement.occasion).reportWord else { return nil }
      (word, cue) = (.cue, own)
    }
    self.init(
      event: word, cue: cue, text: cue == nil ? nil : event.words.sentence, status: status, summary: event.summary)
  }
}

/// An event as it is logged.
package struct LogRecord: Equatable, Sendable {
  /// The word of the event, such as `paused` or `after-sleep`.
  package let event: String
  package let message: String
  /// The lateness of a change that was due; nil for a change by a command.
  package let lateness: Duration?
  /// The number of boundaries that passed without a cue.
  package let missed: Int

  /// Nil for a cue: the log is about the course of a workout, not about all that is announced.
  package init?(_ event: WorkoutEvent) {
    var lateness: Duration?
    var missed = 0
    switch event.effect {
    case .started: self.event = "started"
    case .leadInBegan: self.event = "leadIn"
    case .intervalBegan(let late, let passed, _): (self.event, lateness, missed) = ("start", late, passed)
    case .paused: self.event = "paused"
    case .resumed: self.event = "resumed"
    case .rejoined(let interruption, _): self.event = "after-\(interruption.rawValue)"
    case .extended: self.event = "extended"
    case .corrected: self.event = "corrected"
    case .finished(_, let late): (self.event, lateness) = ("finished", late)
    case .stopped: self.event = "stopped"
    case .announced: return nil
    }
    self.lateness = lateness
    self.missed = event.gap?.missed ?? missed
    let title = event.words.title
    message =
      switch event.effect {
      case .started: "Started: \(event.workout.displayTitle ?? event.workout.workout.plan.notation)"
      case .extended: "Extended: \(title)"
      case .corrected(let metres): "Corrected to \(event.workout.units.distance.text(metres: metres)): \(title)"
      default: [title, event.gap?.words].compactMap(\.self).joined(separator: ". ")
      }
  }
}
