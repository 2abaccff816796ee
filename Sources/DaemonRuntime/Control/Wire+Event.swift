import WorkoutControl
import WorkoutEngine

extension Wire.Event {
  init(_ event: WorkoutEvent, status: Wire.Status) {
    let (word, cue): (Wire.EventWord, Wire.CueWord?) =
      switch event.effect {
      case .started, .extended: (.state, nil)
      case .leadInBegan: (.cue, .leadIn)
      case .intervalBegan: (.cue, .start)
      case .paused: (.cue, .paused)
      case .resumed: (.cue, .resumed)
      case .finished: (.finished, .finish)
      case .stopped: (.stopped, .stopped)
      }
    self.init(
      event: word, cue: cue, text: cue == nil ? nil : CueWords(event).sentence, status: status, summary: event.summary)
  }
}
