import PlanNotation
import RunCalculator
import WorkoutModel

/// A question for `solve`: the known quantities of a run/walk plan.
struct RunWalkQuestion: Equatable {
  private(set) var puzzle = RunWalkPuzzle()
  /// The units of the values on the command line.
  let entered: UnitPreference
  /// Notes about the paces from the settings.
  private(set) var notes: [String] = []
  /// A hint for a time in minutes that the user may have meant in hours.
  private let hoursHint: String?

  /// Reads the options, and takes missing paces from the settings until only one quantity is missing.
  ///
  /// The last missing quantity is the unknown, even if it is a pace that the settings have. If both paces are missing,
  /// the walk pace is taken from the settings first.
  init(distance: String?, time: String?, run: String?, walk: String?, settings: Settings) throws(Failure) {
    hoursHint = time.flatMap(HoursHint.text)
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

  /// Solves for the unknown quantity; a failure shows values in `units`.
  func solved(units: DisplayUnits) throws(Failure) -> RunWalkSolution {
    do {
      return try puzzle.solved()
    } catch {
      var failure = Failure.noAnswer(error, to: puzzle, units: units)
      if case .outOfReach(_, _, let nearest) = error, let asked = puzzle.finish,
        asked * Self.minHoursFactor < nearest, nearest <= asked * 60
      {
        failure.hints += [hoursHint].compactMap(\.self)
      }
      throw failure
    }
  }

  /// The limit for the hint about hours: the nearest possible finish divided by the given finish.
  ///
  /// Above this limit, the user may have meant hours, so the hint is shown.
  private static let minHoursFactor = 5

  /// The note about a pace: `walk pace 16:30/mi from the settings`.
  static func note(on pace: Pace, of kind: Kind) -> String { "\(kind.phrase) pace \(pace.notation) from the settings" }

  private static func readPart(_ text: String) throws(NotationError) -> (Duration?, Pace?) {
    let (time, pace) = try readTimeAndPace(text)
    return (try time.map { (time) throws(NotationError) in try longEnough(time, text) }, pace)
  }
}

/// Returns the time, or throws an error if the time is too short for an interval.
private func longEnough(_ time: Duration, _ text: String) throws(NotationError) -> Duration {
  guard time >= PlanLimits.minInterval else { throw NotationError(.unusable(.shorterThanASecond), inOption: text) }
  return time
}
