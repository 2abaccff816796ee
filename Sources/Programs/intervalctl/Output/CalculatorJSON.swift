import Dates
import JSON
import PlanNotation
import RunCalculator
import WorkoutModel
import WorkoutReports
import WorkoutViews

extension RunTable {
  /// The object of `calc --json`: the calculated value and the given values.
  var json: JSONValue {
    .object([
      "solved": .string(run.calculated.rawValue),
      "durationMs": .int(run.time.inMilliseconds),
      "distanceM": .float(run.metres),
      "paceMps": .float(run.metresPerSecond),
    ])
  }
}

extension RunCheckTable {
  /// The object of `calc --json` for three given values: each given value, and the same quantity calculated from the
  /// other two values.
  var json: JSONValue {
    .object([
      "agrees": .bool(isConsistent),
      "durationMs": .int(check.time.inMilliseconds),
      "distanceM": .float(check.metres),
      "paceMps": .float(check.metresPerSecond),
      "workedOutDurationMs": .int(check.calculatedTime.inMilliseconds),
      "workedOutDistanceM": .float(check.calculatedMetres),
      "workedOutPaceMps": .float(check.calculatedMetresPerSecond),
    ])
  }
}

extension SplitTable {
  /// The object of `splits --json`.
  var json: JSONValue {
    var members: JSONValue.Object = [
      "count": .int(splits.count),
      "distanceM": .float(splits.metres),
      "durationMs": .int(splits.time.inMilliseconds),
      "splits": .array(splits.listed.map { $0.json(start: start) }),
      "truncated": .bool(splits.isTruncated),
    ]
    members["firstHalfMs"] = splits.firstHalf.map { .int($0.inMilliseconds) }
    members["start"] = start.map { .string($0.text) }
    return .object(members)
  }
}

extension Split {
  /// The object of a split; its duration is the difference between two rounded totals, so the durations add up.
  fileprivate func json(start: ClockTime?) -> JSONValue {
    var members: JSONValue.Object = [
      "number": .int(number),
      "distanceM": .float(metres),
      "durationMs": .int(totalTime.inMilliseconds - (totalTime - time).inMilliseconds),
      "paceMps": .float(metresPerSecond),
      "totalDistanceM": .float(totalMetres),
      "totalDurationMs": .int(totalTime.inMilliseconds),
    ]
    members["clock"] = start.map { .string($0.adding(seconds: totalTime.rounded(to: .seconds(1))).text) }
    return .object(members)
  }
}

extension IntervalSetTable {
  /// The object of `calc --json` for a set of intervals and its repetitions; unknown values are null.
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
      "distanceM": JSONValue(totals.distance.knownMetres, JSONValue.float),
      "distanceIsPartial": JSONValue(totals.distance.reportedIsPartial, JSONValue.bool),
      "averagePaceMps": JSONValue(totals.averageMetresPerSecond, JSONValue.float),
    ]
  }
}

extension RunWalkSolution {
  /// The object of `solve --json`.
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

extension PredictionTable {
  /// The object of `predict --json`.
  var json: JSONValue {
    var members: JSONValue.Object = ["races": .array(predictions.map(\.json))]
    switch basis {
    case .mile(let mile): members["mileMs"] = .int(mile.time.inMilliseconds)
    case .results(let results):
      members["exponent"] = .float(results.exponent)
      members["results"] = .array(
        results.results.map { result in
          ["distanceM": .float(result.distance.metres), "durationMs": .int(result.time.inMilliseconds)]
        })
    }
    return .object(members)
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

extension ConversionTable {
  /// The object of `convert --json`: the unrounded value in all units.
  ///
  /// In the unit of the input, the value is exactly the typed number.
  var json: JSONValue {
    switch value {
    case .time(let time):
      [
        "kind": .string(ValueKind.time.rawValue), "notation": .string(time.notation),
        "durationMs": .int(time.inMilliseconds), "seconds": .float(time.inSeconds),
        "minutes": .float(time.inSeconds / 60), "hours": .float(time.inSeconds / 3600),
      ]
    case .distance(let distance):
      [
        "kind": .string(ValueKind.distance.rawValue), "notation": .string(distance.notation),
        "distanceM": .float(distance.metres), "kilometres": .float(distance.kilometres),
        "miles": .float(distance.miles),
      ]
    case .pace(let pace):
      [
        "kind": .string(ValueKind.pace.rawValue), "notation": .string(pace.notation),
        "paceMps": .float(pace.metresPerSecond), "secondsPerMile": .float(pace.seconds(per: .miles)),
        "secondsPerKilometre": .float(pace.seconds(per: .kilometres)),
        "milesPerHour": .float(pace.hourly(.miles, in: .milesPerHour)),
        "kilometresPerHour": .float(pace.hourly(.kilometres, in: .kilometresPerHour)),
      ]
    }
  }
}

extension Distance {
  fileprivate var kilometres: Double {
    if case .kilometres(let value) = self { value } else { metres / DistanceUnit.kilometres.metres }
  }

  fileprivate var miles: Double {
    if case .miles(let value) = self { value } else { metres / DistanceUnit.miles.metres }
  }
}

extension Pace {
  fileprivate func seconds(per unit: DistanceUnit) -> Double {
    if case .time(let time, unit) = self { time.inSeconds } else { unit.metres / metresPerSecond }
  }

  fileprivate func hourly(_ unit: DistanceUnit, in speed: SpeedUnit) -> Double {
    if case .speed(let value, speed) = self { value } else { 3600 / seconds(per: unit) }
  }
}
