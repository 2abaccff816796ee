import PlanNotation
import WorkoutModel

/// A workout in the text format of intervals.icu: a list of sections, which contain steps and a number of rounds.
///
/// A line that begins with `-` is a step. The lines above the steps of a section are its titles, and a title can begin
/// or end with the number of rounds: `Main set 4x`. An empty line ends a section. Sections do not nest.
struct ICUWorkout: Equatable {
  /// Lines that are neither steps nor titles of a section.
  var about: String?
  var sections: [Section] = []
  /// Lines that look like steps but do not begin with `-`.
  var linesWithoutDash: [String] = []

  struct Section: Equatable {
    /// Lines directly above the steps, without the number of rounds.
    var titles: [String] = []
    var rounds = 1
    var steps: [ICUStep] = []
  }

  /// Limits of intervals.icu: a repeat can only contain intervals.
  static let limits = FormatLimits(nesting: 1, rounds: 2...PlanLimits.counts.upperBound, steps: 2_000)
}

// MARK: Import

extension ICUWorkout {
  /// Converts the workout to the steps of a plan.
  func steps(report: inout LossReport) -> [Step] {
    for line in linesWithoutDash { report.add(.missingDash(line)) }
    return sections.flatMap { section -> [Step] in
      // A title such as `Warmup` specifies the default kind of the section.
      let titles = section.titles.map { StepTitle(reading: $0, defaultKind: .run) }
      for case let label? in titles.map(\.label) { report.add(.textLeftOut(.sectionTitle, label)) }
      let kind = titles.first { $0.label == nil }?.kind ?? .run
      let body = section.steps.map { Step.interval($0.interval(defaultKind: kind, report: &report)) }
      return section.rounds == 1 ? body : [.repeat(Repeat(.count(section.rounds), body))]
    }
  }
}

extension ICUStep {
  fileprivate func interval(defaultKind: Kind, report: inout LossReport) -> Interval {
    let title = StepTitle(reading: prompt, defaultKind: kind ?? defaultKind)
    if let target { report.add(.target(target)) }
    var pace = paces.first
    if let slow = paces.first, let fast = paces.last, slow != fast {
      let middle = Pace(middleOf: slow, fast)
      report.add(.range(from: slow, to: fast, became: middle))
      pace = middle
    }
    let texts = [title.label, target].compactMap(\.self)
    // An export writes `openDuration` for each open interval. If an import reads this time, no loss is reported.
    if isOpen, goal != .time(StepFitter.openDuration) { report.add(.expectedGoal(goal)) }
    return Interval(
      goal: isOpen ? .open : goal, kind: title.kind, pace: pace,
      label: texts.isEmpty ? nil : texts.joined(separator: ", "))
  }
}

// MARK: Export

extension ICUWorkout {
  /// Returns the text of a workout: the description, and then the steps, which must fit `limits`.
  ///
  /// Times and paces are rounded to whole seconds. If an import would read the description or a label as something
  /// else, that text is left out.
  static func text(_ steps: [Step], about: String?) -> String {
    var sections: [[String]] = [[]]
    if let about, isDescription(about) { sections = [[about], []] }
    for step in steps {
      switch step {
      case .interval(let interval): sections[sections.count - 1].append(line(interval))
      case .repeat(let `repeat`):
        guard case .count(let rounds) = `repeat`.extent else {
          preconditionFailure("a repeat in intervals.icu has a count")
        }
        sections += [["\(rounds)x"] + Plan(`repeat`.body).intervals.map(line), []]
      }
    }
    return sections.filter { !$0.isEmpty }.map { $0.map { "\($0)\n" }.joined() }.joined(separator: "\n")
  }

  /// Whether an import would read a text above the steps as the description.
  private static func isDescription(_ text: String) -> Bool {
    let readBack = try? ICUReader.workout(in: "\(text)\n\n- 1s", defaultUnit: .kilometres)
    return readBack?.about == text && readBack?.sections.count == 1 && readBack?.sections.first?.rounds == 1
  }

  private static func line(_ interval: Interval) -> String {
    let step = ICUStep(interval)
    let readBack = try? ICUStep(step.words, defaultUnit: .kilometres, at: .line(1))
    guard interval.label != nil, readBack != step else { return step.line }
    var unlabelled = interval
    unlabelled.label = nil
    return ICUStep(unlabelled).line
  }
}

extension ICUStep {
  fileprivate init(_ interval: Interval) {
    prompt = StepTitle(kind: interval.kind, label: interval.label).text(defaultKind: .run)
    switch interval.goal {
    case .open: (goal, isOpen) = (.time(StepFitter.openDuration), true)
    case .time(let time): goal = .time(.seconds(max(time.rounded(to: .seconds(1)), 1)))
    // intervals.icu has no names for race distances.
    case .distance(.halfMarathon): goal = .distance(.kilometres(Distance.halfMarathon.metres / 1000))
    case .distance(.marathon): goal = .distance(.kilometres(Distance.marathon.metres / 1000))
    case .distance: goal = interval.goal
    }
    if let pace = interval.pace { paces = [pace.inWholeSeconds] }
  }

  fileprivate var line: String { "- \(words.joined(separator: " "))" }

  /// Words of the line, without the `-`.
  fileprivate var words: [Substring] {
    let pace = paces.first.map { "\($0.notation) Pace" }
    return [prompt, isOpen ? "Press lap" : nil, goal.notation, pace].compactMap(\.self).flatMap {
      $0.split(separator: " ")
    }
  }
}

extension Pace {
  /// The pace rounded to whole seconds, in the pace's own unit or, if the pace has no unit, per kilometre.
  fileprivate var inWholeSeconds: Pace {
    let unit = unit?.distance ?? .kilometres
    let time = Duration.seconds(unit.metres / metresPerSecond)
    return .time(.seconds(min(max(time.rounded(to: .seconds(1)), 60), 3599)), per: unit)
  }
}
