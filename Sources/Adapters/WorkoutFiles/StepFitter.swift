import WorkoutModel

/// Changes the structure of a plan to fit the limits of a format, and reports each loss.
///
/// Open intervals change only if the format does not support open intervals. All other intervals stay the same. Inner
/// repeats are fitted before outer repeats, because the number of rounds of a repeat depends on the fitted steps
/// inside.
struct StepFitter {
  private let limits: FormatLimits
  private(set) var report: LossReport

  /// Number of rounds that replace an endless repeat.
  static let foreverRounds = 99
  /// Time that replaces an open interval.
  static let openDuration = Duration.seconds(600)

  init(to limits: FormatLimits, report: LossReport) {
    self.limits = limits
    self.report = report
  }

  /// Fits the steps of a workout to the limits.
  ///
  /// The intervals must already contain the paces from the settings.
  ///
  /// - Throws: An error if the result has too many steps.
  mutating func fit(_ steps: [Step]) throws(WorkoutFileError) -> [Step] {
    var fitted: [Step] = []
    for step in steps {
      switch step {
      case .interval(let interval): fitted.append(.interval(fit(interval)))
      case .repeat(let `repeat`): fitted += try fit(`repeat`)
      }
    }
    try check(fitted, rounds: 1)
    return fitted
  }

  private func check(_ steps: [Step], rounds: Int) throws(WorkoutFileError) {
    let count = rounds * steps.stepCount
    guard count <= limits.steps else { throw WorkoutFileError(.tooManySteps(count, limit: limits.steps)) }
  }

  private mutating func fit(_ repeat: Repeat) throws(WorkoutFileError) -> [Step] {
    let fitted = Repeat(`repeat`.extent, try fit(`repeat`.body))
    let isNested = fitted.body.nesting > 0
    let fits =
      fitted.body.nesting < limits.nesting && (limits.stepsInRepeat.map { $0 == fitted.body.count } ?? true)
    if limits.hasGoals, fits, let goal = fitted.goal {
      report.add(.uncertainEnd(goal: goal))
      return [.repeat(fitted)]
    }
    let rounds = rounds(of: fitted)
    guard fits, rounds >= limits.rounds.lowerBound else {
      try check(fitted.body, rounds: rounds)
      report.add(.unrolled(rounds: rounds, isNested: isNested))
      return (0..<rounds).flatMap { _ in fitted.body }
    }
    let maxRounds = limits.rounds.upperBound
    guard rounds > maxRounds else { return [.repeat(Repeat(.count(rounds), fitted.body))] }
    report.add(.split(rounds: rounds, maxRounds: maxRounds))
    return parts(of: rounds).flatMap { part -> [Step] in
      part < limits.rounds.lowerBound ? fitted.body : [.repeat(Repeat(.count(part), fitted.body))]
    }
  }

  /// Splits a number of rounds into parts; no part exceeds the maximum number of rounds.
  private func parts(of rounds: Int) -> [Int] {
    let (full, rest) = rounds.quotientAndRemainder(dividingBy: limits.rounds.upperBound)
    return Array(repeating: limits.rounds.upperBound, count: full) + (rest > 0 ? [rest] : [])
  }

  /// Counts the rounds of a repeat.
  ///
  /// A partial last round counts as a full round.
  private mutating func rounds(of repeat: Repeat) -> Int {
    switch `repeat`.extent {
    case .count(let count): return count
    case .forever:
      report.add(.forever(rounds: Self.foreverRounds))
      return Self.foreverRounds
    case .untilTime, .untilDistance:
      guard let goal = `repeat`.goal else { return 1 }
      // Partial rounds of inner repeats have become full rounds, so this repeat can exceed the limits of a workout. In
      // that case, this repeat gets one round.
      let cycle = try? Workout(Plan([.repeat(`repeat`)]), settings: Settings()).outline.first
      let rounds = if case .repeat(_, let rounds?, _)? = cycle?.content { rounds } else { 1 }
      let round = try? Timeline(Plan(`repeat`.body)).totals
      report.add(.counted(goal: goal, rounds: rounds, total: round.map { ($0 * rounds).text(for: goal) }))
      return rounds
    }
  }

  private mutating func fit(_ interval: Interval) -> Interval {
    guard interval.goal == .open, !limits.hasOpen else { return interval }
    var fitted = interval
    fitted.goal = .time(Self.openDuration)
    report.add(.goal(.open, became: fitted.goal))
    return fitted
  }
}

extension Repeat {
  /// The time or distance that ends the repeat; nil for a repeat with a count and for an endless repeat.
  fileprivate var goal: Goal? {
    switch extent {
    case .count, .forever: nil
    case .untilTime(let time): .time(time)
    case .untilDistance(let distance): .distance(distance)
    }
  }
}

extension Totals {
  /// The total time if the goal is a time, or the total distance in the unit of the goal.
  fileprivate func text(for goal: Goal) -> String {
    switch goal {
    case .time, .open: duration?.clockText() ?? ""
    case .distance(let distance): (distance.unit ?? .kilometres).text(metres: metres ?? 0)
    }
  }
}

extension Workout {
  /// Returns the steps of the plan without the interval that `skip-last` drops.
  ///
  /// The last round becomes separate steps. For example, `8x(20s work, 10s rest)` without the last rest is
  /// `7x(20s work, 10s rest), 20s work`.
  func stepsSkippingLast(report: inout LossReport) -> [Step] {
    guard let kind = settings.skippedLastKind, case .repeat(let last)? = plan.steps.last,
      let shorter = plan.steps.withoutLast(kind), !shorter.isEmpty
    else { return plan.steps }
    if case .count(let rounds) = last.extent { report.add(.skippedLast(kind, rounds: rounds)) }
    return shorter
  }
}

extension [Step] {
  /// The steps without the last interval.
  ///
  /// Nil if the kind of the last interval is not `kind`, or if a repeat that contains the last interval has no count.
  fileprivate func withoutLast(_ kind: Kind) -> [Step]? {
    switch last {
    case .interval(let interval): return interval.kind == kind ? dropLast() : nil
    case .repeat(let `repeat`):
      guard case .count(let rounds) = `repeat`.extent, let shorter = `repeat`.body.withoutLast(kind) else { return nil }
      let others = rounds > 1 ? [Step.repeat(Repeat(.count(rounds - 1), `repeat`.body))] : []
      return dropLast() + others + shorter
    case nil: return nil
    }
  }
}
