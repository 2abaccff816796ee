import PlanNotation
import WorkoutModel

extension ICUWorkout {
  /// The text of a plan's steps, which keep `limits`, behind what the plan is about, if that reads as nothing else.
  ///
  /// Times are rounded to seconds, paces to seconds for one of their unit, and a label that would be read as something
  /// else is left out.
  static func text(_ steps: [Step], about: String?) -> String {
    var sections: [[String]] = [[]]
    if let about, isProse(about) { sections = [[about], []] }
    for step in steps {
      switch step {
      case .interval(let interval): sections[sections.count - 1].append(line(interval))
      case .repeat(let `repeat`):
        guard case .count(let rounds) = `repeat`.extent else { preconditionFailure("intervals.icu only counts") }
        sections += [["\(rounds)x"] + Plan(`repeat`.body).intervals.map(line), []]
      }
    }
    return sections.filter { !$0.isEmpty }.map { $0.map { "\($0)\n" }.joined() }.joined(separator: "\n")
  }

  /// Whether a text above steps reads as nothing but itself.
  private static func isProse(_ text: String) -> Bool {
    let read = try? ICUReader.workout(in: "\(text)\n\n- 1s", usual: .kilometres)
    return read?.about == text && read?.sections.count == 1 && read?.sections.first?.rounds == 1
  }

  private static func line(_ interval: Interval) -> String {
    let step = ICUStep(interval)
    let read = try? ICUStep(step.words, usual: .kilometres, at: .line(1))
    guard interval.label != nil, read != step else { return step.line }
    var silent = interval
    silent.label = nil
    return ICUStep(silent).line
  }
}

extension ICUStep {
  fileprivate init(_ interval: Interval) {
    prompt = StepTitle(kind: interval.kind, label: interval.label).text(usual: .run)
    switch interval.goal {
    case .open: (goal, isOpen) = (.time(Fitting.timeOfOpen), true)
    case .time(let time): goal = .time(.seconds(max(time.rounded(to: .seconds(1)), 1)))
    // Races have no names there.
    case .distance(.halfMarathon): goal = .distance(.kilometres(Distance.halfMarathon.metres / 1000))
    case .distance(.marathon): goal = .distance(.kilometres(Distance.marathon.metres / 1000))
    case .distance: goal = interval.goal
    }
    if let pace = interval.pace { paces = [pace.inWholeSeconds] }
  }

  fileprivate var line: String { "- \(words.joined(separator: " "))" }

  /// The words of its line, without the `-`.
  fileprivate var words: [Substring] {
    let pace = paces.first.map { "\($0.notation) Pace" }
    return [prompt, isOpen ? "Press lap" : nil, goal.notation, pace].compactMap(\.self).flatMap {
      $0.split(separator: " ")
    }
  }
}

extension Pace {
  /// The pace as minutes and whole seconds for one of its unit; for one of a kilometre where it has none.
  fileprivate var inWholeSeconds: Pace {
    let unit = unit?.distance ?? .kilometres
    let time = Duration.seconds(unit.metres / metresPerSecond)
    return .time(.seconds(min(max(time.rounded(to: .seconds(1)), 60), 3599)), per: unit)
  }
}
