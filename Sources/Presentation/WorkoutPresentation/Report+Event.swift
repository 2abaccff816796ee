package import WorkoutReports
import WorkoutEngine
package import WorkoutModel

extension Report.Event {
  /// What watchers are told; nil for a cue that comes with a change, which has told it.
  ///
  /// `idleUnits` are those of a status when nothing runs.
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
      guard let own = Report.CueWord(announcement.occasion) else { return nil }
      (word, cue) = (.cue, own)
    }
    self.init(
      event: word, cue: cue, text: cue == nil ? nil : CueWords(event).sentence, status: status, summary: event.summary)
  }
}

extension Report.CueWord {
  /// The word for a cue of its own; nil for one that comes with a change.
  fileprivate init?(_ occasion: Occasion) {
    switch occasion {
    case .finish, .stopped, .paused, .resumed, .leadIn, .start(in: nil): return nil
    case .start: self = .start
    case .last(.round): self = .lastRound
    case .last: self = .last
    case .countdown: self = .countdown
    case .next: self = .next
    case .halfway: self = .halfway
    case .split: self = .split
    case .remaining: self = .remaining
    }
  }
}
