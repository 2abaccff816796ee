import Text
import RunCalculator
import PlanNotation
import WorkoutModel

/// The words for run/walk plans that cannot be worked out.
extension Failure {
  /// A puzzle without an answer.
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
        status: .usage, message: "all six values are given, and there is nothing to work out",
        hints: ["leave one out, for example the run pace: \(example)"])
    }
    let given = RunWalkPuzzle.Quantity.allCases.filter { !missing.contains($0) }
    return Failure(
      status: .usage, message: "\(list(missing)) are missing, and only one value can be worked out",
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
    // Within the limits of plans it is only a single finish that cannot be asked for.
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

  /// The finish nearest to one on the border of what can be had, on the side where it can; to the second, or else to
  /// the millisecond; nil where there is none.
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

  /// Why all values of a quantity come to one finish.
  private static func sameFinish(
    _ finish: Duration, whatever unknown: RunWalkPuzzle.Quantity, _ puzzle: RunWalkPuzzle
  ) -> String {
    let same = "it takes \(clock(finish)) whatever the \(unknown.words)"
    guard let runPace = puzzle.runPace?.metresPerSecond, let metres = puzzle.distance?.metres else { return same }
    if (puzzle.runTime ?? PlanLimits.minInterval).inSeconds * runPace >= metres {
      return "the walk never comes: the first run gets there, and \(same)"
    }
    guard puzzle.walkPace?.metresPerSecond == runPace else { return same }
    return "run and walk are equally fast, so that \(same)"
  }

  /// A time as it can be typed, too: a clock's hours reach 59.
  private static func clock(_ time: Duration) -> String {
    guard time.inMilliseconds % 1000 == 0 else { return time.notation }
    return time < .seconds(60 * 3600) ? time.clockText() : time.notation
  }

  /// A race that is slower than the walks in it would be.
  static func raceSlowerThanWalk(_ prediction: RacePrediction, _ walk: Pace, units: DisplayUnits) -> Failure {
    let unit = units.pace.distance
    // Some two minutes slower, to the next half minute.
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
  /// Within a sentence.
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
