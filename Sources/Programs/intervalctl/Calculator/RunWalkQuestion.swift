import RunCalculator
import PlanNotation
import WorkoutModel

/// What `solve` is asked.
struct RunWalkQuestion: Equatable {
  private(set) var puzzle = RunWalkPuzzle()
  /// The units of what stands on the command line.
  let entered: UnitPreference
  /// What the settings gave to the puzzle.
  private(set) var notes: [String] = []
  /// A hint for a time that may be missing its hours.
  private let hoursHint: String?

  /// Reads the options, and takes paces that are left out from the settings as long as more than one quantity is.
  ///
  /// The one quantity that is left out is what is asked for, whatever the settings say; and where either pace could be
  /// it is the run's.
  init(distance: String?, time: String?, run: String?, walk: String?, settings: Settings) throws(Failure) {
    hoursHint = time.flatMap(RunWarning.hoursHint)
    puzzle.distance = try RunValues.read(distance, of: "--distance", readDistance)
    puzzle.finish = try RunValues.read(time, of: "--time") { (text) throws(NotationError) in
      try longEnough(RunValues.readTime(text), text)
    }
    if let run = try RunValues.read(run, of: "--run", Self.readPart) { (puzzle.runTime, puzzle.runPace) = run }
    if let walk = try RunValues.read(walk, of: "--walk", Self.readPart) { (puzzle.walkTime, puzzle.walkPace) = walk }
    entered = UnitPreference(
      distances: [puzzle.distance].compactMap(\.self), paces: [puzzle.runPace, puzzle.walkPace].compactMap(\.self))
    for (kind, pace) in [(Kind.walk, \RunWalkPuzzle.walkPace), (.run, \.runPace)] where puzzle.unknowns.count > 1 {
      guard puzzle[keyPath: pace] == nil, let own = settings.paces[kind] else { continue }
      puzzle[keyPath: pace] = own
      notes.append(Self.note(on: own, of: kind))
    }
  }

  /// Works the answer out; the units are for the words where there is none.
  func solved(units: DisplayUnits) throws(Failure) -> RunWalkSolution {
    do {
      return try puzzle.solved()
    } catch {
      var failure = Failure.noAnswer(error, to: puzzle, units: units)
      if case .outOfReach(_, _, let nearest) = error, let asked = puzzle.finish,
        asked * Self.farTooEarly < nearest, nearest <= asked * 60
      {
        failure.hints += [hoursHint].compactMap(\.self)
      }
      throw failure
    }
  }

  /// By how much a finish is too early for a slip, so that its hours may have been forgotten.
  private static let farTooEarly = 5

  /// `walk pace 16:30/mi from the settings`.
  static func note(on pace: Pace, of kind: Kind) -> String { "\(kind.phrase) pace \(pace.notation) from the settings" }

  private static func readPart(_ text: String) throws(NotationError) -> (Duration?, Pace?) {
    let (time, pace) = try readTimeAndPace(text)
    return (try time.map { (time) throws(NotationError) in try longEnough(time, text) }, pace)
  }
}

/// A time that an interval, or a plan, may last.
private func longEnough(_ time: Duration, _ text: String) throws(NotationError) -> Duration {
  guard time >= PlanLimits.minInterval else { throw NotationError(.unusable(.shorterThanASecond), inOption: text) }
  return time
}
