import RunCalculator
import PlanNotation
import Varlink
import WorkoutModel

extension RunWalkSolution {
  /// What `solve --json` prints.
  var json: JSONValue {
    let totals = timeline.totals
    return [
      "solved": .string(unknown.rawValue),
      "runMs": .int(runWalk.run.time.inMilliseconds),
      "runPaceMps": .float(runWalk.run.pace.metresPerSecond),
      "walkMs": .int(runWalk.walk.time.inMilliseconds),
      "walkPaceMps": .float(runWalk.walk.pace.metresPerSecond),
      "distanceM": .float(runWalk.distance.metres),
      "durationMs": .int(finish.inMilliseconds),
      "averagePaceMps": JSONValue(totals.averageMetresPerSecond, JSONValue.float),
      "plan": .string(runWalk.plan.notation),
    ]
  }
}
