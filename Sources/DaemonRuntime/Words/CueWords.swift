import WorkoutControl
import WorkoutEngine
import WorkoutModel

/// What is said of an event: the one place where the daemon's cues get their words.
struct CueWords {
  /// What to do, or what happened, in a few words.
  let title: String
  /// What comes next, where in the rounds, what is left: lines, none of them empty.
  let lines: [String]

  /// Title and lines as one text.
  var sentence: String { ([title] + lines).joined(separator: ". ") }

  init(_ event: WorkoutEvent) {
    let words = IntervalWords(units: event.workout.units)
    let plan = event.workout.workout.plan
    let total = event.workout.workout.timeline.measure
    if let summary = event.summary {
      title = words.ending(summary)
      lines = [words.result(summary)]
      return
    }
    guard let progress = event.progress else {
      title = event.workout.displayTitle ?? ""
      lines = []
      return
    }
    var lines: [String] = []
    switch (progress.phase, progress.interval) {
    case (.leadIn, _), (.paused, nil):
      let first = progress.next.map(words.lowercased) ?? ""
      let left = progress.intervalRemaining?.roundedUpToSecond.unitsText ?? ""
      title = progress.phase == .leadIn ? "Get ready: \(first) in \(left)" : "Paused: \(first) in \(left)"
      lines = [event.workout.displayTitle ?? "", words.extent(total)]
    case (.paused, let interval?):
      title = "Paused: \(words.name(of: interval))"
      lines.append(progress.intervalRemaining.map { "\($0.roundedUpToSecond.unitsText) of it left" } ?? "")
      lines += words.place(in: progress)
    case (.running, let interval?) where event.effect.isMidway:
      title = event.effect == .resumed ? "Resumed: \(words.name(of: interval))" : words.title(of: interval)
      lines.append(progress.intervalRemaining.map { "\($0.roundedUpToSecond.unitsText) of it left" } ?? "")
      lines.append(progress.next.map { "Then \(words.lowercased($0))" } ?? "The last one")
      lines += words.place(in: progress)
    case (.running, let interval?) where plan.isBareRepeat && (progress.number == 1 || event.effect.isDue):
      let beat = BeatWords(interval, progress)
      title = beat.title
      lines = beat.lines
    case (.running, let interval?):
      title = words.title(of: interval)
      lines.append(progress.next.map { "Then \(words.lowercased($0))" } ?? "The last one")
      lines += words.place(in: progress)
    case (.running, nil): preconditionFailure("a workout that runs is in an interval")
    }
    self.lines = lines.filter { !$0.isEmpty }
  }
}

extension RunningWorkout {
  /// The title for a person: the plan's, or else the name that it goes by; nil where it has none.
  var displayTitle: String? { title ?? request.planName }
}

extension Effect {
  /// Whether it happens in the middle of an interval, rather than at the start of one.
  fileprivate var isMidway: Bool {
    switch self {
    case .resumed, .extended: true
    case .started, .leadInBegan, .intervalBegan, .paused, .finished, .stopped: false
    }
  }

  /// Whether an interval began because the one before had lasted its time, and not by a command.
  fileprivate var isDue: Bool {
    if case .intervalBegan(_?, _) = self { true } else { false }
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
