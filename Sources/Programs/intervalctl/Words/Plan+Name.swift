import Text
import PlanNotation
import WorkoutModel

extension Plan {
  /// The plan in notation, to be called by: paces of more digits than anybody can run by are told to the second, in the
  /// unit of the first pace that has one, or of the first distance.
  var name: String {
    let intervals = intervals
    let entered = UnitPreference(distances: distances, paces: intervals.compactMap(\.pace))
    let unit = (entered.pace?.distance ?? entered.distance) ?? .kilometres
    return Plan(steps.map { $0.rounded(per: unit) }).notation
  }

  private var distances: [Distance] {
    steps.compactMap { step in
      if case .repeat(let `repeat`) = step, case .untilDistance(let distance) = `repeat`.extent {
        distance
      } else {
        nil
      }
    }
  }
}

extension Step {
  fileprivate func rounded(per unit: DistanceUnit) -> Step {
    switch self {
    case .interval(var interval):
      interval.pace = interval.pace?.rounded(per: unit)
      return .interval(interval)
    case .repeat(var `repeat`):
      `repeat`.body = `repeat`.body.map { $0.rounded(per: unit) }
      return .repeat(`repeat`)
    }
  }
}

extension Pace {
  fileprivate func rounded(per unit: DistanceUnit) -> Pace {
    guard case .speed(let value, _) = self, shortestText(value).count > decimalText(value, decimals: 2).count else {
      return self
    }
    return .time(.seconds(Duration.seconds(unit.metres / metresPerSecond).rounded(to: .seconds(1))), per: unit)
  }
}
