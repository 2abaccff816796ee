import RunCalculator
import PlanNotation
import Varlink
import WorkoutModel

extension TimedMile {
  /// What `predict --json` prints.
  func json(_ races: [Race]) -> JSONValue {
    [
      "mileMs": .int(time.inMilliseconds),
      "races": .array(races.map { prediction(for: $0).json }),
    ]
  }
}

extension RacePrediction {
  fileprivate var json: JSONValue {
    [
      "race": .string(race.distance.notation),
      "distanceM": .float(race.distance.metres),
      "paceMps": .float(metresPerSecond),
      "durationMs": .int(time.inMilliseconds),
      "runMs": .int(ratio.run.inMilliseconds),
      "walkMs": .int(ratio.walk.inMilliseconds),
    ]
  }
}
