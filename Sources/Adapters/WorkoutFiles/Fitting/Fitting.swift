import WorkoutModel

/// Makes the structure of a plan such as a format can hold, and notes what that loses; the intervals stay as they are,
/// but for open ones.
///
/// Repeats are taken from the inside out: how often one is done is counted by what its body became.
struct Fitting {
  private let limits: FormatLimits
  private(set) var report: LossReport

  /// How often an endless repeat is done where there has to be an end.
  static let roundsOfForever = 99
  /// How long an interval takes that only the runner would end, where there has to be an end.
  static let timeOfOpen = Duration.seconds(600)

  init(to limits: FormatLimits, report: LossReport) {
    self.limits = limits
    self.report = report
  }

  /// Makes steps fit, whose intervals have their paces, and which can be read as time.
  ///
  /// - Throws: that there would be too many.
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
      report.note(.uncertainEnd(goal: goal))
      return [.repeat(fitted)]
    }
    let rounds = rounds(of: fitted)
    guard fits, rounds >= limits.rounds.lowerBound else {
      try check(fitted.body, rounds: rounds)
      report.note(.unrolled(rounds: rounds, isNested: isNested))
      return (0..<rounds).flatMap { _ in fitted.body }
    }
    let most = limits.rounds.upperBound
    guard rounds > most else { return [.repeat(Repeat(.count(rounds), fitted.body))] }
    report.note(.parted(rounds: rounds, most: most))
    return parts(of: rounds).flatMap { part -> [Step] in
      part < limits.rounds.lowerBound ? fitted.body : [.repeat(Repeat(.count(part), fitted.body))]
    }
  }

  /// Rounds in as many parts as it takes.
  private func parts(of rounds: Int) -> [Int] {
    let (full, rest) = rounds.quotientAndRemainder(dividingBy: limits.rounds.upperBound)
    return Array(repeating: limits.rounds.upperBound, count: full) + (rest > 0 ? [rest] : [])
  }

  /// How many rounds a repeat has, the last of them whole.
  private mutating func rounds(of repeat: Repeat) -> Int {
    switch `repeat`.extent {
    case .count(let count): return count
    case .forever:
      report.note(.forever(rounds: Self.roundsOfForever))
      return Self.roundsOfForever
    case .untilTime, .untilDistance:
      guard let goal = `repeat`.goal else { return 1 }
      // A body in which repeats have become whole rounds may be too long to be read as time; then it is done once.
      let cycle = try? Workout(Plan([.repeat(`repeat`)]), settings: Settings()).outline.first
      let rounds = if case .repeat(_, let rounds?, _)? = cycle?.content { rounds } else { 1 }
      let round = try? Timeline(Plan(`repeat`.body)).totals
      report.note(.counted(goal: goal, rounds: rounds, comesTo: round.map { ($0 * rounds).text(for: goal) }))
      return rounds
    }
  }

  private mutating func fit(_ interval: Interval) -> Interval {
    guard interval.goal == .open, !limits.hasOpen else { return interval }
    var fitted = interval
    fitted.goal = .time(Self.timeOfOpen)
    report.note(.goal(.open, became: fitted.goal))
    return fitted
  }
}

extension Repeat {
  /// What it goes on until, if that is a goal.
  fileprivate var goal: Goal? {
    switch extent {
    case .count, .forever: nil
    case .untilTime(let time): .time(time)
    case .untilDistance(let distance): .distance(distance)
    }
  }
}

extension [Step] {
  /// How many steps a format takes for them: for an interval one, for a repeat one more than for its body.
  var stepCount: Int {
    reduce(count) { count, step in
      if case .repeat(let `repeat`) = step { count + `repeat`.body.stepCount } else { count }
    }
  }

  /// How deep repeats are nested in them; 0 for none.
  var nesting: Int {
    lazy.map { step in if case .repeat(let `repeat`) = step { 1 + `repeat`.body.nesting } else { 0 } }.max() ?? 0
  }
}

extension Totals {
  /// What was reached of a goal, in the unit of the goal.
  fileprivate func text(for goal: Goal) -> String {
    switch goal {
    case .time, .open: duration?.clockText() ?? ""
    case .distance(let distance): (distance.unit ?? .kilometres).text(metres: metres ?? 0)
    }
  }
}
