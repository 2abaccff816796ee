import ControlInterface
import PlanNotation
import RunCalculator
import Text
import WorkoutModel

/// The messages for errors of the calculator commands.
extension Failure {
  /// Too few values for `calc`.
  static let tooLittleToCalculate = Failure(
    status: .usage, message: "two of distance, time and pace are required, or a plan",
    hints: ["for example: intervalctl calc 5km 30:00"])

  /// A word that is not a time, a distance or a pace.
  static func noRunValue(_ word: String, in words: [String]) -> Failure {
    let line = words.joined(separator: " ")
    let column = line.firstRange(ofScalars: word).map { line[..<$0.lowerBound].unicodeScalars.count + 1 } ?? 1
    return Failure(
      status: .usage, message: "'\(word)' is not a time, a distance or a pace",
      excerpt: Excerpt(lineText: line, column: column),
      hints: [
        nearestWord(to: word, in: ["half", "marathon"]).map { "did you mean '\($0)'?" }
          ?? "write a time such as 30:00, a distance such as 10km or a pace such as 5:00/km"
      ])
  }

  /// A time without a unit, such as the 4 of `marathon sub 4`; `meant` are the words with the time in full.
  static func timeWithoutUnit(_ word: String, in words: [String], meant: String) -> Failure {
    var failure = noRunValue(word, in: words)
    failure.hints = ["write \(meant)"]
    return failure
  }

  /// Two values of one kind.
  static func secondValue(_ kind: ValueKind, _ first: String, _ second: String) -> Failure {
    let others =
      switch kind {
      case .distance: "a time or a pace"
      case .time: "a distance or a pace"
      case .pace: "a distance or a time"
      }
    return Failure(
      status: .usage, message: "two \(kind.rawValue)s are given: \(first) and \(second)",
      hints: ["give one \(kind.rawValue), and \(others)"])
  }

  /// Several paces for a single run.
  static let repeatedPace = Failure(
    status: .usage, message: "--pace is given twice", hints: ["give several paces only with a plan"])

  /// A pace for a kind of interval, given without a plan.
  static func paceOfKind(_ value: String, alone pace: String) -> Failure {
    Failure(
      status: .usage, message: "--pace: '\(value)' applies only to the intervals of a plan",
      excerpt: Excerpt(lineText: value, column: 1), hints: ["write the pace alone: --pace \(pace)"])
  }

  /// A unit that the value cannot be converted to.
  static func noUnitOf(_ value: String, _ unit: String, known: [String]) -> Failure {
    Failure(
      status: .usage, message: unit.isEmpty ? "no unit to convert to" : "\(value) cannot be converted to '\(unit)'",
      hints: ["the units are \(known.listed("and"))"])
  }

  /// A distance without a time or a pace.
  static func loneDistance(_ distance: Distance) -> Failure {
    Failure(
      status: .usage, message: "a distance alone gives neither time nor pace",
      hints: ["add a time such as 30:00, or a pace such as \((distance.unit ?? .kilometres).examplePace)"])
  }

  /// A time, a distance and a pace that contradict each other.
  static let disagreement = Failure(
    status: .refused, message: "time, distance and pace do not agree",
    hints: ["leave one out to calculate it"])

  /// A goal that repetitions of a set cannot reach.
  static func goalOutOfReach(_ option: String, _ value: String, _ error: TimelineError) -> Failure {
    let error = NotationError(.unusable(error.reason), line: 1, column: 1, lineText: value)
    // The hints of the error apply to plans, not to options.
    return Failure(
      status: .usage, message: "\(option): \(error.message)", excerpt: Excerpt(lineText: value, column: 1))
  }

  /// A plan that has no end, or that has an interval without a pace.
  static func noSplits(_ kindWithoutPace: Kind?, units: DisplayUnits) -> Failure {
    guard let kind = kindWithoutPace?.rawValue else {
      return Failure(status: .invalidPlan, message: "a plan without an end has no splits")
    }
    return Failure(
      status: .invalidPlan, message: "the \(kind) has no pace, so its splits are unknown",
      hints: ["give it one, such as: --pace \(kind)=\(units.pace.distance.examplePace)"])
  }
}

/// The messages for run/walk plans that cannot be solved.
extension Failure {
  /// A run/walk question without a solution.
  static func noAnswer(_ error: RunWalkError, to puzzle: RunWalkPuzzle, units: DisplayUnits) -> Failure {
    switch error {
    case .notOneUnknown(let missing): notOneUnknown(missing)
    case .outOfReach(let unknown, let nearest, let finish):
      outOfReach(unknown, nearest: nearest, finish: finish, puzzle, units: units)
    case .undetermined(let unknown):
      Failure(status: .refused, message: Self.sameFinish(puzzle.finish ?? .zero, whatever: unknown, puzzle))
    case .tooFar(let metres):
      Failure(
        status: .refused,
        message: "the distance would be \(units.distance.text(metres: metres)), more than 999.99 km")
    case .unusable(.shorterThanASecond): Failure(status: .refused, message: "this would last less than a second")
    case .unusable(.longerThanLimit): Failure(status: .refused, message: "this would take more than 99:59:59")
    case .unusable(let reason):
      Failure(status: .refused, message: NotationError(.unusable(reason), inOption: "").message)
    }
  }

  private static func notOneUnknown(_ missing: [RunWalkPuzzle.Quantity]) -> Failure {
    let example = "intervalctl solve --distance 5km --time 40:00 --run 30s --walk 30s@16:30/mi"
    guard !missing.isEmpty else {
      return Failure(
        status: .usage, message: "all six values are given, so there is nothing to solve",
        hints: ["leave one out, for example the run pace: \(example)"])
    }
    let given = RunWalkPuzzle.Quantity.allCases.filter { !missing.contains($0) }
    return Failure(
      status: .usage, message: "\(list(missing)) are missing, but only one value can be unknown",
      hints: [given.isEmpty ? nil : "given: \(list(given))", "leave out only the run pace, for example: \(example)"]
        .compactMap(\.self))
  }

  private static func list(_ quantities: [RunWalkPuzzle.Quantity]) -> String { quantities.map(\.words).listed("and") }

  private static func outOfReach(
    _ unknown: RunWalkPuzzle.Quantity, nearest: RunWalk, finish: Duration, _ puzzle: RunWalkPuzzle, units: DisplayUnits
  ) -> Failure {
    let asked = puzzle.finish ?? .zero
    let isTooEarly = asked < finish
    let possible = possibleFinish(near: finish, isTooEarly: isTooEarly, puzzle)
    // Usually the nearest finish is possible. If the nearest finish is impossible, but within the limits of plans,
    // every value of the unknown quantity results in the same finish.
    guard possible != nil || !(PlanLimits.minInterval...PlanLimits.maxDuration).contains(finish) else {
      return Failure(status: .refused, message: sameFinish(finish, whatever: unknown, puzzle))
    }
    let even =
      switch unknown {
      case .runPace: "at \(units.pace.text(metresPerSecond: nearest.run.pace.metresPerSecond))"
      case .walkPace: "at \(units.pace.text(metresPerSecond: nearest.walk.pace.metresPerSecond))"
      case .runTime where nearest.run.time >= finish: "without a walk"
      case .runTime: "with runs of \(nearest.run.time.notation)"
      case .walkTime where nearest.run.time + nearest.walk.time >= finish: "with a single run"
      case .walkTime, .distance, .finish: "with walks of \(nearest.walk.time.notation)"
      }
    let takes = clock(possible ?? rounded(finish, toMilliseconds: 1000, up: isTooEarly))
    return Failure(
      status: .refused,
      message: "no \(unknown.words) \(isTooEarly ? "gets there in" : "takes") \(clock(asked)): "
        + "even \(even) it takes \(isTooEarly ? "" : "only ")\(takes)",
      hints: [possible.map { "the nearest possible time is \(clock($0))" }].compactMap(\.self))
  }

  /// Rounds a finish to the second, or to the millisecond if the finish to the second is impossible.
  ///
  /// Returns nil if both rounded finishes are impossible.
  private static func possibleFinish(near finish: Duration, isTooEarly: Bool, _ puzzle: RunWalkPuzzle) -> Duration? {
    [1000, 1].lazy.map { rounded(finish, toMilliseconds: $0, up: isTooEarly) }.first { (finish: Duration) in
      var asked = puzzle
      asked.finish = finish
      return (try? asked.solved()) != nil
    }
  }

  private static func rounded(_ time: Duration, toMilliseconds unit: Double, up: Bool) -> Duration {
    .milliseconds(Int((time.inSeconds * 1000 / unit).rounded(up ? .up : .down) * unit))
  }

  /// The message for an unknown quantity that does not affect the finish.
  private static func sameFinish(
    _ finish: Duration, whatever unknown: RunWalkPuzzle.Quantity, _ puzzle: RunWalkPuzzle
  ) -> String {
    let same = "it takes \(clock(finish)) whatever the \(unknown.words)"
    guard let runPace = puzzle.runPace?.metresPerSecond, let metres = puzzle.distance?.metres else { return same }
    if (puzzle.runTime ?? PlanLimits.minInterval).inSeconds * runPace >= metres {
      return "the first run covers the whole distance, so \(same)"
    }
    guard puzzle.walkPace?.metresPerSecond == runPace else { return same }
    return "run and walk are equally fast, so \(same)"
  }

  /// Returns a time in a form that the program also accepts as input.
  ///
  /// Times of 60 hours or more are in notation, because the program does not accept them as clock times.
  private static func clock(_ time: Duration) -> String {
    guard time.inMilliseconds % 1000 == 0 else { return time.notation }
    return time < .seconds(60 * 3600) ? time.clockText() : time.notation
  }

  /// A race whose predicted pace is slower than the pace of its walks.
  static func raceSlowerThanWalk(_ prediction: RacePrediction, _ walk: Pace, units: DisplayUnits) -> Failure {
    let unit = units.pace.distance
    // The suggested walk pace is the race pace plus two minutes per unit, rounded up to the next half minute.
    let halfMinutes = ((unit.metres / prediction.metresPerSecond + 120) / 30).rounded(.up)
    let slower = Pace.time(min(.seconds(Int(halfMinutes) * 30), .seconds(3599)), per: unit)
    return Failure(
      status: .refused,
      message: "the race at \(units.pace.text(metresPerSecond: prediction.metresPerSecond)) is slower than the walk at "
        + units.pace.text(metresPerSecond: walk.metresPerSecond),
      hints: ["use a slower walk: --walk \(slower.notation)"])
  }
}

extension RunWalkPuzzle.Quantity {
  /// The name of the quantity within a sentence.
  fileprivate var words: String {
    switch self {
    case .distance: "distance"
    case .finish: "time"
    case .runTime: "run time"
    case .runPace: "run pace"
    case .walkTime: "walk time"
    case .walkPace: "walk pace"
    }
  }
}
