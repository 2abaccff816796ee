package import ToneSynthesis
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// What is heard of a workout at one moment.
package struct Moment: Equatable, Sendable {
  /// Since the start of the file, which is that of the lead-in, if there is one.
  package let at: Duration
  /// The cues that are heard, in the order in which they are given.
  package let cues: [HeardCue]
  /// Whether what is being said is of a moment ago, and ends.
  package let hushes: Bool
  /// Whether the workout is over.
  package let isEnd: Bool

  /// A cue, by what is heard of it.
  package struct HeardCue: Equatable, Sendable {
    /// Nil where it has no sound.
    package let tone: CueSound?
    /// Nil where nothing is said.
    package let words: String?
  }

  init(at: Duration, _ events: some Sequence<WorkoutEvent>) {
    self.at = at
    cues = events.compactMap(HeardCue.init)
    hushes = events.contains { $0.effect.hushes }
    isEnd = events.contains { $0.outcome != nil }
  }

  /// The end of a workout that is stopped because the file ends: where that has no sound of its own, it has that of a
  /// finish.
  init(at: Duration, finishing events: some Sequence<WorkoutEvent>, of rules: CueRules) {
    self.at = at
    let stop = events.compactMap(HeardCue.init)
    let isSilent = stop.allSatisfy { $0.tone == nil } && rules.channels[.finish]?.contains(.sound) == true
    cues = stop + (isSilent ? [HeardCue(tone: .finish, words: nil)] : [])
    (hushes, isEnd) = (true, true)
  }
}

extension Moment.HeardCue {
  /// Nil for what is not heard.
  fileprivate init?(_ event: WorkoutEvent) {
    guard case .announced(let announcement) = event.effect else { return nil }
    tone =
      announcement.channels.contains(.sound) ? CueSound(announcement.cue, kind: event.kind(of: announcement)) : nil
    words = announcement.words
    if tone == nil, words == nil { return nil }
  }
}

extension Effect {
  /// Whether the daemon then cuts off what it is saying, as what begins is no matter of the clock.
  fileprivate var hushes: Bool {
    switch self {
    case .stopped, .paused, .leadInBegan, .intervalBegan(lateness: nil, _, _): true
    default: false
    }
  }
}
