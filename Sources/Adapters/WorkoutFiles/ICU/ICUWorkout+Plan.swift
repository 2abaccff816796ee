import PlanNotation
import WorkoutModel

extension ICUWorkout {
  /// What intervals.icu can hold: repeats of intervals alone.
  static let limits = FormatLimits(nesting: 1, rounds: 2...PlanLimits.counts.upperBound, steps: 2_000)

  /// The steps as a plan has them.
  func steps(report: inout LossReport) -> [Step] {
    for line in dashless { report.note(.dashless(line)) }
    return sections.flatMap { section -> [Step] in
      // A section is titled by what it is: `Warmup`.
      let titles = section.titles.map { StepTitle(reading: $0, usual: .run) }
      for case let label? in titles.map(\.label) { report.note(.textLeftOut(.sectionTitle, label)) }
      let kind = titles.first { $0.label == nil }?.kind ?? .run
      let body = section.steps.map { Step.interval($0.interval(usual: kind, report: &report)) }
      return section.rounds == 1 ? body : [.repeat(Repeat(.count(section.rounds), body))]
    }
  }
}

extension ICUStep {
  fileprivate func interval(usual: Kind, report: inout LossReport) -> Interval {
    let title = StepTitle(reading: prompt, usual: kind ?? usual)
    if let target { report.note(.target(target)) }
    var pace = paces.first
    if let slow = paces.first, let fast = paces.last, slow != fast {
      let middle = Pace(middleOf: slow, fast)
      report.note(.range(from: slow, to: fast, became: middle))
      pace = middle
    }
    let texts = [title.label, target].compactMap(\.self)
    // What this program writes of an open interval is no expectation.
    if isOpen, goal != .time(Fitting.timeOfOpen) { report.note(.expected(goal)) }
    return Interval(
      goal: isOpen ? .open : goal, kind: title.kind, pace: pace,
      label: texts.isEmpty ? nil : texts.joined(separator: ", "))
  }
}
