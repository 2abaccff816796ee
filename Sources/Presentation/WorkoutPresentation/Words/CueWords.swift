import ControlInterface
import WorkoutEngine
import WorkoutModel

/// What is shown of an event: the one place where cues get the words that are read.
package struct CueWords {
  /// What to do, or what happened, in a few words.
  package let title: String
  /// What comes next, where in the rounds, what is left: lines, none of them empty.
  package let lines: [String]

  /// Title and lines as one text.
  package var sentence: String { ([title] + lines).joined(separator: ". ") }

  package init(_ event: WorkoutEvent) {
    let words = WorkoutWords(units: event.workout.units)
    let lines: [String]
    if let summary = event.summary {
      title = words.ending(summary)
      lines = [words.result(summary), event.gap?.words ?? ""]
    } else if let progress = event.progress {
      (title, lines) = Self.words(event, progress, words)
    } else {
      title = event.workout.displayTitle ?? ""
      lines = []
    }
    self.lines = lines.filter { !$0.isEmpty }
  }

  private typealias Words = (title: String, lines: [String])

  private static func words(_ event: WorkoutEvent, _ progress: Progress, _ words: WorkoutWords) -> Words {
    if case .announced(let announcement) = event.effect,
      let midway = MidwayWords(announcement.occasion, progress, words)
    {
      return (midway.title, midway.lines)
    }
    switch (progress.phase, progress.interval) {
    case (.leadIn, _), (.paused, nil):
      let first = progress.next.map(words.lowercased) ?? ""
      let left = progress.intervalRemaining?.roundedUpToSecond.unitsText ?? ""
      let title = progress.phase == .leadIn ? "Get ready: \(first) in \(left)" : "Paused: \(first) in \(left)"
      let extent = words.extent(event.workout.workout.timeline.totals)
      return (title, [event.workout.displayTitle ?? "", extent, event.gap?.words ?? ""])
    case (.paused, let interval?):
      let lines = [words.left(of: progress), event.gap?.words ?? ""] + words.place(in: progress)
      return ("Paused: \(words.name(of: interval))", lines)
    case (.running, let interval?) where event.effect.isMidway:
      let title = event.effect.isResumption ? "Resumed: \(words.name(of: interval))" : words.title(of: interval)
      let lines = [words.left(of: progress), words.then(progress), event.gap?.words ?? ""]
      return (title, lines + words.place(in: progress))
    case (.running, let interval?)
    where event.workout.workout.plan.isBareRepeat && (progress.number == 1 || event.effect.isDue):
      let beat = BeatWords(interval, progress)
      return (beat.title, beat.lines)
    case (.running, let interval?):
      return (words.title(of: interval), [words.then(progress)] + words.place(in: progress))
    case (.running, nil): preconditionFailure("a workout that runs is in an interval")
    }
  }
}

extension Effect {
  /// Whether it happens in the middle of an interval, rather than at the start of one.
  fileprivate var isMidway: Bool {
    switch self {
    case .extended, .corrected: true
    default: isResumption
    }
  }

  fileprivate var isResumption: Bool {
    switch self {
    case .resumed, .rejoined: true
    case .announced(let announcement): announcement.cue == .resumed
    default: false
    }
  }

  /// Whether an interval began because the one before had lasted its time, and not by a command.
  fileprivate var isDue: Bool {
    switch self {
    case .intervalBegan(let lateness, _, _): lateness != nil
    case .announced(let announcement): announcement.lateness != nil
    default: false
    }
  }
}

extension Gap {
  /// What kept the workout from being told, and how much of it was not: `The computer slept: 3 cues missed`.
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

extension Plan {
  /// Whether it is one bare cue again and again.
  fileprivate var isBareRepeat: Bool {
    guard steps.count == 1, case .repeat(let `repeat`) = steps[0], `repeat`.body.count == 1,
      case .interval(let interval) = `repeat`.body[0], case .time = interval.goal
    else { return false }
    return interval.kind == .interval && interval.label == nil
  }
}
