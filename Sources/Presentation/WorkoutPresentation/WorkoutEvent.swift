import PlanNotation
package import WorkoutEngine
package import WorkoutModel
package import WorkoutReports

/// An event of a workout with its words, for all outputs.
///
/// The type is a class, because each copy of a large structure would add machine code to the daemon and the client.
package final class WorkoutEvent: Sendable {
  /// The time at which the event was announced.
  package let at: Instant
  package let effect: Effect
  package let workout: RunningWorkout
  /// The progress of the workout; nil after the end of the workout.
  package let progress: Progress?
  /// The end of the workout; nil before the end.
  private let ending: Ending?
  /// The gap that ended with this event, if any.
  package let gap: Gap?
  /// The displayed text, which is the same for all outputs.
  package let words: CueWords

  package var icon: IconName { IconName(self) }

  /// The outcome of the workout; nil before the end of the workout.
  package var outcome: Outcome? { ending?.outcome }

  /// The report of the outcome; nil before the end of the workout.
  package var summary: Report.Summary? { ending?.summary }

  /// The outcome of a workout and its report; a class, because nearly all events have none.
  private final class Ending: Sendable {
    let outcome: Outcome
    let summary: Report.Summary

    init(_ outcome: Outcome, of workout: RunningWorkout) {
      self.outcome = outcome
      summary = Report.Summary(outcome, of: workout)
    }
  }

  private init(
    at: Instant, effect: Effect, workout: RunningWorkout, progress: Progress?, ending: Ending?, gap: Gap?,
    words: CueWords
  ) {
    self.at = at
    self.effect = effect
    self.workout = workout
    self.progress = progress
    self.ending = ending
    self.gap = gap
    self.words = words
  }

  /// Makes one event for each effect that a call of the engine returned.
  ///
  /// An effect and the cue that announces it have the same words, which are made only once.
  /// - Parameters:
  ///   - effects: the effects, in order.
  ///   - now: the time of the call.
  ///   - running: the present workout. If the effects contain a start, `running` becomes `next`. If the workout ends,
  ///     `running` becomes nil.
  ///   - next: the workout that is started.
  ///   - progress: the progress of the workout after all effects.
  ///   - gap: the gap before the effects, if any.
  /// - Returns: the events, in the order of the effects.
  package static func events(
    for effects: [Effect], at now: Instant, in running: inout RunningWorkout?, beginning next: RunningWorkout? = nil,
    progress: Progress?, after gap: Gap? = nil
  ) -> [WorkoutEvent] {
    var events: [WorkoutEvent] = []
    var ending: Ending?
    for effect in effects {
      if case .started = effect { (running, ending) = (next, nil) }
      guard let running else { continue }
      if let outcome = effect.outcome { ending = Ending(outcome, of: running) }
      let progress = ending == nil ? progress : nil
      let gap = effect.gap ?? gap
      let manner = CueWords.Manner(effect)
      let words =
        if let last = events.last, last.hasWords(of: manner, in: running, isOver: ending != nil, after: gap) {
          last.words
        } else {
          CueWords(manner, of: running, progress: progress, summary: ending?.summary, gap: gap)
        }
      events.append(
        WorkoutEvent(
          at: now, effect: effect, workout: running, progress: progress, ending: ending, gap: gap, words: words))
    }
    if ending != nil { running = nil }
    return events
  }

  /// Whether the words of this event can also be used for an event with the given properties.
  private func hasWords(of manner: CueWords.Manner, in running: RunningWorkout, isOver: Bool, after gap: Gap?) -> Bool {
    workout.id == running.id && (ending != nil) == isOver && self.gap == gap && CueWords.Manner(effect) == manner
  }
}

extension WorkoutEvent {
  /// Returns the kind of the interval to which a cue refers; nil after the end of the workout.
  ///
  /// A cue in the lead-in refers to the next interval. So does a `start` cue that comes before its interval begins. Any
  /// other cue refers to the present interval.
  package func kind(of announcement: Announcement) -> Kind? {
    (announcement.occasion.isEarlyStart ? progress?.next : progress?.interval ?? progress?.next)?.kind
  }
}

/// A period in which the engine did not advance, because the computer slept or the daemon was not running.
package struct Gap: Equatable, Sendable {
  package let interruption: Interruption
  /// The number of interval boundaries that passed without a cue.
  package let missed: Int

  package init(interruption: Interruption, missed: Int) {
    self.interruption = interruption
    self.missed = missed
  }

  /// The cause of the gap and the number of missed cues: `The computer slept: 3 cues missed`.
  package var words: String {
    let cause =
      switch interruption {
      case .sleep: "The computer slept"
      case .restart: "intervald was restarted"
      case .loss: "intervald was restarted, and the position was lost"
      }
    switch missed {
    case 0: return cause
    case 1: return "\(cause): 1 cue missed"
    default: return "\(cause): \(missed) cues missed"
    }
  }
}

extension Effect {
  /// The gap that the effect ends; nil if the effect does not end a gap.
  fileprivate var gap: Gap? {
    guard case .rejoined(let interruption, let missed) = self else { return nil }
    return Gap(interruption: interruption, missed: missed)
  }
}

extension Report.Event {
  /// Makes the report for watchers; nil for a cue that announces a change, because the change itself is reported.
  ///
  /// `idleUnits` are the units in the status of the report, if no workout is running.
  package init?(_ event: WorkoutEvent, idleUnits: @autoclosure () -> DisplayUnits) {
    let (word, cue): (Report.EventWord, Report.CueWord?)
    switch event.effect {
    case .started, .extended, .corrected, .intervalBegan(_, _, wasAnnounced: true): (word, cue) = (.state, nil)
    case .leadInBegan: (word, cue) = (.cue, .leadIn)
    case .intervalBegan: (word, cue) = (.cue, .start)
    case .paused: (word, cue) = (.cue, .paused)
    case .resumed: (word, cue) = (.cue, .resumed)
    case .rejoined: (word, cue) = (.cue, event.progress?.isPaused == true ? .paused : .resumed)
    case .finished: (word, cue) = (.finished, .finish)
    case .stopped: (word, cue) = (.stopped, .stopped)
    case .announced(let announcement):
      guard let own = CuePresentation(announcement.occasion).reportWord else { return nil }
      (word, cue) = (.cue, own)
    }
    let status = Report.Status(
      event.progress, of: event.workout, at: event.at, withPlan: false, idleUnits: idleUnits())
    self.init(
      event: word, cue: cue, text: cue == nil ? nil : event.words.sentence, status: status, summary: event.summary)
  }
}

extension Report.Event {
  /// The end of a workout that a client has missed; `status` is the status after the end.
  package init(endOf summary: Report.Summary, status: Report.Status) {
    let words = WorkoutWords(units: DisplayUnits(status))
    self.init(
      event: summary.completed ? .finished : .stopped, cue: summary.completed ? .finish : .stopped,
      text: "\(words.ending(summary)). \(words.result(summary))", status: status, summary: summary)
  }
}

/// The log record of an event.
package struct LogRecord: Equatable, Sendable {
  /// The word of the event, such as `paused` or `after-sleep`.
  package let event: String
  package let message: String
  /// The lateness of a scheduled change; nil if a command caused the change.
  package let lateness: Duration?
  /// The number of interval boundaries that passed without a cue.
  package let missed: Int

  /// Makes the record of an event; nil for a cue, because the log contains only the changes of a workout.
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
