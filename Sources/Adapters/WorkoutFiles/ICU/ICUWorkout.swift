import PlanNotation
import WorkoutModel

/// A workout in the text format of intervals.icu: a list of sections, which contain steps and a number of rounds.
///
/// A line that begins with `-` contains one or more steps. The lines above the steps of a section are its titles, and a title can begin
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
    var lines: [ICULine] = []
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
      let kind = section.kind(report: &report)
      let body = section.lines.flatMap { $0.planSteps(defaultKind: kind, report: &report) }
      return section.rounds == 1 || body.isEmpty ? body : [.repeat(Repeat(.count(section.rounds), body))]
    }
  }
}

extension ICUWorkout.Section {
  /// Kind of the steps that do not specify a kind.
  ///
  /// A title such as `Warmup` or `Warmup: easy` specifies the kind. The other titles are losses.
  fileprivate func kind(report: inout LossReport) -> Kind {
    var kind: Kind?
    for text in titles {
      let title = StepTitle(reading: text, defaultKind: .run)
      let namesKind = title.label != text
      if namesKind, kind == nil {
        kind = title.kind
        if let label = title.label { report.add(.textLeftOut(.sectionTitle, label)) }
      } else {
        report.add(.textLeftOut(.sectionTitle, text))
      }
    }
    return kind ?? .run
  }
}

extension ICULine {
  fileprivate func planSteps(defaultKind: Kind, report: inout LossReport) -> [Step] {
    let body = steps.compactMap { step -> Step? in
      for mode in step.measurementModes { report.addUnsupported(mode, at: place) }
      for assumption in step.assumptions { report.add(assumption) }
      guard !step.isEmpty else {
        report.addEmptyStep("step \"\(step.goal.notation)\"", at: place, .label, step.texts)
        return nil
      }
      return .interval(step.interval(defaultKind: defaultKind, report: &report))
    }
    return rounds == 1 || body.isEmpty ? body : [.repeat(Repeat(.count(rounds), body))]
  }
}

extension ICUStep {
  /// Whether the length of the step is 0.
  fileprivate var isEmpty: Bool { goal.isZero && !isOpen }

  /// The texts of the step.
  fileprivate var texts: [String] { [prompt, target].compactMap(\.self) + laterPrompts.map(\.text) }

  /// Whether the only target is 0, which means a rest.
  private var isStandingStill: Bool { ["0", "0%", "0w"].contains(target?.lowercased()) }

  fileprivate func interval(defaultKind: Kind, report: inout LossReport) -> Interval {
    let isRest = isStandingStill && kind == nil && StepTitle(reading: prompt, defaultKind: .rest).kind == .rest
    let title = StepTitle(reading: prompt, defaultKind: isRest ? .rest : kind ?? defaultKind)
    let target = isRest ? nil : target
    for prompt in laterPrompts { report.add(.movedMessage(prompt.text, from: .time(prompt.time))) }
    if let target { report.add(.target(target)) }
    var pace = paces.first
    // The two paces are reported in the order of the file, because the second one can be slower than the first.
    if let first = paces.first, let last = paces.last, first != last {
      let middle = Pace(middleOf: first, last)
      report.add(.range(from: first, to: last, became: middle))
      pace = middle
    }
    let texts = [title.label] + laterPrompts.map(\.text) + [target]
    // An export writes `openDuration` for each open interval. If an import reads this time, no loss is reported.
    if isOpen, !goal.isZero, goal != .time(StepFitter.openDuration) { report.add(.expectedGoal(goal)) }
    return Interval(
      goal: isOpen ? .open : goal, kind: title.kind, pace: pace, label: texts.compactMap(\.self).joinedAsLabel)
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
    let readBack = try? ICULine(step.words, defaultUnit: .kilometres, at: .line(1))
    guard interval.label != nil, readBack?.steps != [step] || readBack?.rounds != 1 else { return step.line }
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
