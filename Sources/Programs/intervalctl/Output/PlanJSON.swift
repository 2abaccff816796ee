import JSON
import PlanNotation
import WorkoutEngine
import WorkoutFiles
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

extension ReadPlan {
  /// The object of `show --json`, in which unknown values are null.
  ///
  /// `losses` are the losses in the conversion from a workout file; nil if the plan was not converted.
  func json(schedule: Schedule?, cues: CueTable?, losses: [Loss]? = nil) -> JSONValue {
    var members = Self.members(of: self)
    members["losses"] = JSONValue(losses, \.json)
    if let schedule {
      members["schedule"] = .array(schedule.entries.map(\.json))
      members["truncated"] = .bool(schedule.isTruncated)
    }
    if let cues {
      members["cues"] = cues.json
      members["cuesTruncated"] = .bool(cues.cues.isTruncated)
    }
    return .object(members)
  }

  /// Returns the members that describe a plan as a whole; if the plan cannot be read, all of them are null.
  static func members(of plan: ReadPlan?) -> JSONValue.Object {
    let totals = plan?.totals
    return [
      "plan": JSONValue(plan?.workout.plan.notation, JSONValue.string),
      "title": JSONValue(plan?.title, JSONValue.string),
      "durationMs": JSONValue(totals?.duration?.inMilliseconds, JSONValue.int),
      "distanceM": JSONValue(totals?.distance.knownMetres, JSONValue.float),
      "distanceIsPartial": JSONValue(totals?.distance.reportedIsPartial, JSONValue.bool),
      "intervals": JSONValue(totals?.intervals, JSONValue.int),
      "averagePaceMps": JSONValue(totals?.averageMetresPerSecond, JSONValue.float),
    ]
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

extension CueTable {
  /// The cues of `show --json --cues`.
  var json: JSONValue {
    .array(
      cues.entries.map { entry in
        .object([
          "atMs": entry.time.map { .int($0.inMilliseconds) } ?? .null,
          "cue": .string(entry.announcement.cue.rawValue),
          "what": .string(subject(of: entry)),
          "number": entry.progress?.number.map { .int($0) } ?? .null,
          "channels": .array(channels(of: entry.announcement).map(JSONValue.string)),
          "spoken": entry.announcement.words.map(JSONValue.string) ?? .null,
        ])
      })
  }
}
