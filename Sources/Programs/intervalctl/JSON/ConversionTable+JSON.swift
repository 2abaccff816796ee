import WorkoutViews
import PlanNotation
import Varlink
import WorkoutModel

extension ConversionTable {
  /// The object of `convert --json`: unrounded values, and in the unit of the entry the entered value.
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
