import PlanNotation
import RunCalculator
import Varlink
import WorkoutModel
import WorkoutViews

extension SplitTable {
  var json: JSONValue {
    .object([
      "count": .int(splits.count),
      "distanceM": .float(splits.metres),
      "durationMs": .int(splits.time.inMilliseconds),
      "splits": .array(splits.listed.map(\.json)),
      "truncated": .bool(splits.isTruncated),
    ])
  }
}

extension Split {
  fileprivate var json: JSONValue {
    .object([
      "number": .int(number),
      "distanceM": .float(metres),
      "durationMs": .int(time.inMilliseconds),
      "paceMps": .float(metresPerSecond),
      "totalDistanceM": .float(totalMetres),
      "totalDurationMs": .int(totalTime.inMilliseconds),
    ])
  }
}

extension IntervalSetTable {
  /// The set and its repetitions; unknown values are null.
  var json: JSONValue {
    var members: JSONValue.Object = [
      "set": .object(Self.members(of: totals)),
      "parts": .array(
        parts.map { part in
          .object(Self.members(of: part.totals).merging(["plan": .string(part.plan.notation)]) { $1 })
        }),
    ]
    if let (repetitions, _) = repetitions {
      members["crossing"] = .object(
        Self.members(of: repetitions.crossing).merging(["sets": .int(repetitions.setsBeforeCrossing)]) { $1 })
      members["wholeSets"] = .object(
        Self.members(of: repetitions.whole).merging(["sets": .int(repetitions.wholeSets)]) { $1 })
      members["byAveragePace"] =
        repetitions.average.map { sets, totals in
          .object(Self.members(of: totals).merging(["sets": .float(sets)]) { $1 })
        } ?? .null
    }
    return .object(members)
  }

  private static func members(of totals: Totals) -> JSONValue.Object {
    [
      "durationMs": JSONValue(totals.duration?.inMilliseconds, JSONValue.int),
      "distanceM": JSONValue(totals.metres, JSONValue.float),
      "averagePaceMps": JSONValue(totals.averageMetresPerSecond, JSONValue.float),
    ]
  }
}
