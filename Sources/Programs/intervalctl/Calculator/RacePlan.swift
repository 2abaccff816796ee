import RunCalculator
import PlanNotation
import WorkoutModel

/// The plan of a race: run and walk in turn as the ratio says, to finish at the predicted time to the millisecond.
struct RacePlan {
  let prediction: RacePrediction
  let walkPace: Pace
  /// Where the walk's pace is from, unless it was asked for.
  let notes: [String]

  /// The walk's pace where neither the command line nor the settings have one.
  static let usualWalkPace = Pace.time(.seconds(990), per: .miles)

  init(_ prediction: RacePrediction, walkPace: Pace?, _ settings: Settings) {
    self.prediction = prediction
    self.walkPace = walkPace ?? settings.paces[.walk] ?? Self.usualWalkPace
    notes =
      if walkPace != nil {
        []
      } else if let own = settings.paces[.walk] {
        [RunWalkQuestion.note(on: own, of: .walk)]
      } else {
        ["walk pace \(Self.usualWalkPace.notation) by default; set another with --walk or 'pace walk' in the settings"]
      }
  }

  /// Works the run's pace out; the units are for the words where that cannot be.
  func runWalk(units: DisplayUnits) throws(Failure) -> RunWalk {
    guard prediction.metresPerSecond >= walkPace.metresPerSecond else {
      throw .raceSlowerThanWalk(prediction, walkPace, units: units)
    }
    let puzzle = RunWalkPuzzle(
      distance: prediction.race.distance, finish: .milliseconds(prediction.time.inMilliseconds),
      runTime: prediction.ratio.run, walkTime: prediction.ratio.walk, walkPace: walkPace)
    do {
      return try puzzle.solved().runWalk
    } catch {
      throw .noAnswer(error, to: puzzle, units: units)
    }
  }
}
