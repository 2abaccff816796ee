package import WorkoutEngine
package import WorkoutModel
package import WorkoutReports

/// Something that happened in a workout, with its words, for all outputs.
///
/// It is a class because the code that copies so large a value would make both programs larger.
package final class WorkoutEvent: Sendable {
  /// The time at which it was announced.
  package let at: Instant
  package let effect: Effect
  package let workout: RunningWorkout
  /// The progress of the workout; nil when it is over.
  package let progress: Progress?
  /// The outcome of the workout; nil while it is not over.
  package let outcome: Outcome?
  /// The outcome as it is reported.
  package let summary: Report.Summary?
  /// The gap that ended with this event; nil if there was none.
  package let gap: Gap?
  /// The words that are shown, the same for all outputs.
  package let words: CueWords

  package var icon: IconName { IconName(self) }

  private init(
    at: Instant, effect: Effect, workout: RunningWorkout, progress: Progress?, outcome: Outcome?,
    summary: Report.Summary?, gap: Gap?, words: CueWords
  ) {
    self.at = at
    self.effect = effect
    self.workout = workout
    self.progress = progress
    self.outcome = outcome
    self.summary = summary
    self.gap = gap
    self.words = words
  }

  /// Makes the events of the effects of one call of the engine.
  ///
  /// The words of an effect and of the cue that comes with it are the same, and are made once.
  /// - Parameters:
  ///   - effects: the effects, in order.
  ///   - now: the time of the call.
  ///   - running: the workout under way; a start among the effects replaces it by `next`, and an end by nil.
  ///   - next: the workout that is started.
  ///   - progress: the progress of the workout after all effects.
  ///   - gap: the gap that the effects follow, if any.
  /// - Returns: the events, in the order of the effects.
  package static func events(
    for effects: [Effect], at now: Instant, in running: inout RunningWorkout?, beginning next: RunningWorkout? = nil,
    progress: Progress?, behind gap: Gap? = nil
  ) -> [WorkoutEvent] {
    var events: [WorkoutEvent] = []
    var outcome: Outcome?
    var summary: Report.Summary?
    for effect in effects {
      if effect == .started { (running, outcome, summary) = (next, nil, nil) }
      guard let running else { continue }
      if let ending = effect.outcome { (outcome, summary) = (ending, Report.Summary(ending, of: running)) }
      let progress = outcome == nil ? progress : nil
      let gap = effect.gap ?? gap
      let manner = CueWords.Manner(effect)
      let words =
        if let last = events.last, last.hasWords(of: manner, in: running, isOver: outcome != nil, behind: gap) {
          last.words
        } else {
          CueWords(manner, of: running, progress: progress, summary: summary, gap: gap)
        }
      events.append(
        WorkoutEvent(
          at: now, effect: effect, workout: running, progress: progress, outcome: outcome, summary: summary, gap: gap,
          words: words))
    }
    if outcome != nil { running = nil }
    return events
  }

  /// Whether another event of the same call has the same words.
  private func hasWords(of manner: CueWords.Manner, in running: RunningWorkout, isOver: Bool, behind gap: Gap?) -> Bool
  {
    workout.id == running.id && (outcome != nil) == isOver && self.gap == gap && CueWords.Manner(effect) == manner
  }
}

extension WorkoutEvent {
  /// The kind of the interval that an announcement is about: the present interval, or for an early start, or before the
  /// first interval, the next one; nil when the workout is over.
  package func kind(of announcement: Announcement) -> Kind? {
    (announcement.occasion.isEarlyStart ? progress?.next : progress?.interval ?? progress?.next)?.kind
  }
}

/// A time during which a workout was not driven.
package struct Gap: Equatable, Sendable {
  package let interruption: Interruption
  /// The number of boundaries that passed without a cue.
  package let missed: Int

  package init(interruption: Interruption, missed: Int) {
    self.interruption = interruption
    self.missed = missed
  }

  /// The cause and the missed cues: `The computer slept: 3 cues missed`.
  package var words: String {
    let cause =
      switch interruption {
      case .sleep: "The computer slept"
      case .restart: "intervald was restarted"
      }
    switch missed {
    case 0: return cause
    case 1: return "\(cause): 1 cue missed"
    default: return "\(cause): \(missed) cues missed"
    }
  }
}

extension Effect {
  /// The gap that the effect ends; nil for other effects.
  fileprivate var gap: Gap? {
    guard case .rejoined(let interruption, let missed) = self else { return nil }
    return Gap(interruption: interruption, missed: missed)
  }
}
