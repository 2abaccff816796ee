package import WorkoutModel

extension RunWalkSolution {
  /// The plan with the solved pace or distance rounded: to as few decimals as keep the total within half a second.
  ///
  /// A pace becomes a clock pace per mile or kilometre, with at most three decimals. 5 km in 40:00 with 30 s of run and
  /// 30 s of walk at 16:30/mi is run at 10:33.3/mi.
  package func roundedPlan(in units: DisplayUnits) -> Plan {
    let candidates =
      switch unknown {
      case .runPace: roundedPaces(runWalk.run.pace, per: units.pace.distance).map { with(\.run.pace, $0) }
      case .walkPace: roundedPaces(runWalk.walk.pace, per: units.pace.distance).map { with(\.walk.pace, $0) }
      case .distance: roundedDistances(in: units.distance).map { with(\.distance, $0) }
      // Times are whole milliseconds already, and the finish is not part of the plan.
      case .runTime, .walkTime, .finish: [RunWalk]()
      }
    return candidates.lazy.map(\.plan).first(where: isClose) ?? runWalk.plan
  }

  private func with<Value>(_ part: WritableKeyPath<RunWalk, Value>, _ value: Value) -> RunWalk {
    var changed = runWalk
    changed[keyPath: part] = value
    return changed
  }

  private func roundedPaces(_ pace: Pace, per unit: DistanceUnit) -> [Pace] {
    let time = Duration.seconds(unit.metres / pace.metresPerSecond)
    return [1000, 100, 10, 1].map { .time(.milliseconds(time.rounded(to: .milliseconds($0)) * $0), per: unit) }
      .filter(\.isWithinLimits)
  }

  private func roundedDistances(in unit: DistanceUnit) -> [Distance] {
    let value = runWalk.distance.metres / unit.metres
    return [1.0, 10, 100, 1000, 10_000, 100_000, 1_000_000].map { scale in
      let rounded = (value * scale).rounded() / scale
      return unit == .miles ? .miles(rounded) : .kilometres(rounded)
    }
  }

  private func isClose(_ plan: Plan) -> Bool {
    guard let duration = try? Timeline(plan).totals.duration else { return false }
    let difference = duration - finish
    return difference >= .milliseconds(-500) && difference <= .milliseconds(500)
  }
}
