import Text
import ControlInterface
import WorkoutModel

/// The words for one event of a watch.
struct EventWords {
  let event: Wire.Event
  /// How things stood before it; nil for the first event of a watch.
  let previous: Wire.Status?

  /// A line that begins with the time done: `   0:30  Walk 30 s. Then run 30 s.`; nil for what is not told.
  var line: String? {
    guard isTold else { return nil }
    let total = event.summary.map { Duration.milliseconds($0.bounded.elapsedMs).clockText() }
    let elapsed = total ?? Duration.milliseconds(event.status.bounded.elapsedMs).fullSecondsText
    return "\(elapsed.padded(to: 7, rightAligned: true))  \(text)"
  }

  private var text: String {
    let text = event.text?.safeForTerminal ?? StatusWords(event.status).sentence
    // The line before has told what begins.
    return event.cue == .lastRound ? String(text.prefix { $0 != ":" }) : text
  }

  /// A countdown's seconds make no lines, nor does the cue of the last interval, whose beginning is a line that says so.
  ///
  /// Unknown words are ignored, as the interface requires.
  private var isTold: Bool {
    switch event.event {
    // What a workout begins with is told by the cue that follows.
    case .state: previous.map { $0.workoutId == event.status.workoutId } ?? true
    case .finished, .stopped: true
    case .cue: event.cue.map(Self.toldCues.contains) ?? false
    default: false
    }
  }

  private static let toldCues: Set<Wire.CueWord> = [
    .leadIn, .start, .next, .halfway, .lastRound, .split, .remaining, .finish, .paused, .resumed, .stopped,
  ]
}
