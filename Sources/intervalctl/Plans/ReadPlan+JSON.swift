import PlanNotation
import Varlink
import WorkoutFiles
import WorkoutModel

extension ReadPlan {
  /// What `show --json` prints; what is not known is null.
  func json(schedule: Schedule?, cues: CueListWords?, losses: [Loss]? = nil) -> JSONValue {
    var members: JSONValue.Object = [
      "plan": .string(workout.plan.notation),
      "title": JSONValue(title, JSONValue.string),
      "durationMs": JSONValue(measure.duration?.inMilliseconds, JSONValue.int),
      "distanceM": JSONValue(measure.metres, JSONValue.float),
      "intervals": JSONValue(measure.intervals, JSONValue.int),
      "averagePaceMps": JSONValue(measure.averageMetresPerSecond, JSONValue.float),
    ]
    if let schedule {
      members["schedule"] = .array(schedule.entries.map(\.json))
      members["truncated"] = .bool(schedule.isTruncated)
    }
    if let cues {
      members["cues"] = cues.json
      members["cuesTruncated"] = .bool(cues.cues.isTruncated)
    }
    if let losses { members["losses"] = losses.json }
    return .object(members)
  }
}

extension Schedule.Entry {
  fileprivate var json: JSONValue {
    .object([
      "number": .int(number),
      "kind": .string(interval.kind.rawValue),
      "label": JSONValue(interval.interval.label, JSONValue.string),
      "goal": .string(interval.interval.goal.notation),
      "startMs": JSONValue(start?.inMilliseconds, JSONValue.int),
      "durationMs": JSONValue(interval.duration?.inMilliseconds, JSONValue.int),
      "distanceM": JSONValue(interval.metres, JSONValue.float),
      "rounds": .array(
        rounds.map { .object(["number": .int($0.number), "of": JSONValue($0.of, JSONValue.int)]) }),
    ])
  }
}
