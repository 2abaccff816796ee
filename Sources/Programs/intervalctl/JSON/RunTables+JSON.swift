import RunCalculator
import Varlink
import WorkoutModel
import WorkoutViews

extension RunTable {
  /// The answer and the values that it was solved from.
  var json: JSONValue {
    .object([
      "solved": .string(run.locked.rawValue),
      "durationMs": .int(run.time.inMilliseconds),
      "distanceM": .float(run.metres),
      "paceMps": .float(run.metresPerSecond),
    ])
  }
}

extension RunCheckTable {
  /// The given values, and for each its value by the other two.
  var json: JSONValue {
    .object([
      "agrees": .bool(isConsistent),
      "durationMs": .int(check.time.inMilliseconds),
      "distanceM": .float(check.metres),
      "paceMps": .float(check.metresPerSecond),
      "workedOutDurationMs": .int(check.workedOutTime.inMilliseconds),
      "workedOutDistanceM": .float(check.workedOutMetres),
      "workedOutPaceMps": .float(check.workedOutMetresPerSecond),
    ])
  }
}
