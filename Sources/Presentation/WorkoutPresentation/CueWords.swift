import WorkoutEngine
import WorkoutModel
import WorkoutReports

/// The displayed text of an event, which is the same for all outputs.
package struct CueWords: Equatable, Sendable {
  /// The instruction or the change, in a few words.
  package let title: String
  /// Further lines, such as the next interval, the position in the rounds, and the time left; no line is empty.
  package let lines: [String]

  /// The title and the lines as one text.
  package var sentence: String { ([title] + lines).joined(separator: ". ") }

  /// Makes words, and leaves out empty lines.
  init(title: String, lines: [String]) {
    self.title = title
    self.lines = lines.filter { !$0.isEmpty }
  }

  init(_ manner: Manner, of workout: RunningWorkout, progress: Progress?, summary: Report.Summary?, gap: Gap?) {
    let words = WorkoutWords(units: workout.units)
    if let summary {
      self.init(
        title: words.ending(summary),
        lines: [words.result(summary), gap?.words ?? "", SessionWords.next(after: summary) ?? ""])
    } else if let progress {
      let cue = Self.words(manner, of: workout, progress, gap: gap?.words ?? "", words)
      let measured = words.measuredLine(progress)
      self = measured.isEmpty ? cue : CueWords(title: cue.title, lines: cue.lines + [measured])
    } else {
      self.init(title: workout.displayTitle ?? "", lines: [])
    }
  }

  private static func words(
    _ manner: Manner, of workout: RunningWorkout, _ progress: Progress, gap: String, _ words: WorkoutWords
  ) -> CueWords {
    if let occasion = manner.occasion, let own = CuePresentation(occasion).words?(progress, words) { return own }
    switch (progress.phase, progress.interval) {
    case (.leadIn, _), (.paused, nil):
      let first = progress.next.map(words.announcement(of:)) ?? ""
      let left = progress.intervalRemaining?.roundedUpToSecond.unitsText ?? ""
      let title = "\(progress.phase == .leadIn ? "Get ready" : "Paused"): \(first), in \(left)"
      let extent = words.extent(workout.workout.timeline.totals)
      let name = workout.displayTitle ?? ""
      // The lead-in shows which session of a program begins.
      guard workout.request.session == nil || progress.phase != .leadIn else {
        return CueWords(title: name, lines: [title, extent, gap])
      }
      return CueWords(title: title, lines: [name, extent, gap, progress.lockWords])
    case (.paused, let interval?):
      return CueWords(
        title: "Paused: \(words.announcement(of: interval))",
        lines: [words.left(of: progress), gap, progress.lockWords] + words.positionLines(progress))
    case (.running, let interval?) where manner.isMidway:
      let title = manner.isResumption ? "Resumed: \(words.announcement(of: interval))" : words.title(of: interval)
      return CueWords(
        title: title, lines: [words.left(of: progress), words.next(progress), gap] + words.positionLines(progress))
    case (.running, let interval?)
    where workout.workout.plan.isBareRepeat && (progress.number == 1 || manner.isDue):
      let beat = BeatWords(interval, progress)
      return CueWords(title: beat.title, lines: beat.lines)
    case (.running, let interval?):
      return CueWords(
        title: words.title(of: interval), lines: [words.next(progress)] + words.positionLines(progress))
    case (.running, nil): preconditionFailure("a workout that runs is in an interval")
    }
  }
}

extension CueWords {
  /// The properties of an effect that determine the words for the effect.
  struct Manner: Equatable {
    /// The occasion of the cue; nil if the cue has no words of its own, or if the effect is not a cue.
    private(set) var occasion: Occasion?
    /// Whether the effect occurs in the middle of an interval, not at its start.
    private(set) var isMidway = false
    private(set) var isResumption = false
    /// Whether an interval began because the previous interval ended, not because of a command.
    private(set) var isDue = false

    init(_ effect: Effect) {
      switch effect {
      case .extended, .corrected: isMidway = true
      case .resumed, .rejoined: (isMidway, isResumption) = (true, true)
      case .intervalBegan(let lateness, _, _): isDue = lateness != nil
      case .announced(let announcement):
        isResumption = announcement.cue == .resumed
        isMidway = isResumption
        isDue = announcement.cue == .start && announcement.lateness != nil
        occasion = CuePresentation(announcement.occasion).words == nil ? nil : announcement.occasion
      case .started, .leadInBegan, .paused, .finished, .stopped: break
      }
    }
  }
}

extension Plan {
  /// Whether the plan only repeats one timed interval that has no kind and no label.
  fileprivate var isBareRepeat: Bool {
    guard steps.count == 1, case .repeat(let `repeat`) = steps[0], `repeat`.body.count == 1,
      case .interval(let interval) = `repeat`.body[0], case .time = interval.goal
    else { return false }
    return interval.kind == .interval && interval.label == nil
  }
}

/// The words for a plan that only repeats one interval.
///
/// At the start, the words show the number of rounds. After each round, they show the elapsed time.
private struct BeatWords {
  let title: String
  let lines: [String]

  init(_ interval: ScheduledInterval, _ progress: Progress) {
    let length = (interval.interval.goal.time ?? .zero).spelledOut
    let total = progress.remaining.map { progress.elapsed + $0 }
    let boundary = (progress.number ?? 1) - 1
    guard boundary > 0 else {
      title = "Every \(length)"
      lines = [
        progress.of.map { of in "\(Self.times(of)), \((total ?? .zero).clockText()) in all" } ?? "Until you stop it"
      ]
      return
    }
    title = "\(length) elapsed"
    let soFar = "\(progress.elapsed.clockText()) so far"
    lines = [
      progress.of.map { "\(boundary) of \($0)" } ?? Self.times(boundary),
      progress.remaining.map { "\(soFar), \($0.clockText()) left" } ?? soFar,
    ]
  }

  private static func times(_ count: Int) -> String { count == 1 ? "1 time" : "\(count) times" }
}

extension Goal {
  fileprivate var time: Duration? {
    if case .time(let time) = self { time } else { nil }
  }
}

extension Duration {
  /// The duration in words, such as `30 seconds` or `1 minute 30 seconds`.
  fileprivate var spelledOut: String {
    let names = ["h": "hour", "min": "minute", "s": "second"]
    let words = unitsText.split(separator: " ").map(String.init)
    return words.indices.map { index in
      guard let name = names[words[index]], index > 0 else { return words[index] }
      return words[index - 1] == "1" ? name : "\(name)s"
    }.joined(separator: " ")
  }
}

extension Progress {
  /// The cause of the pause, if the screen was locked; otherwise empty.
  fileprivate var lockWords: String { phase == .paused(.lock) ? "The screen was locked" : "" }
}
