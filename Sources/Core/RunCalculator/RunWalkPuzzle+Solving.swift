package import WorkoutModel

extension RunWalkPuzzle {
  /// Calculates the missing quantity.
  ///
  /// For example, 5 km in 40:00 are given, with runs of 30 s and walks of 30 s at 16:30/mi. The walks cover 1951 m in
  /// 20 minutes. The runs therefore cover the other 3049 m in 20 minutes, which is a pace of 10:33/mi. A calculated
  /// pace or distance is exact. A calculated time is rounded to a millisecond, the precision of plans.
  package func solved() throws(RunWalkError) -> RunWalkSolution {
    guard unknowns.count == 1, let unknown = unknowns.first else { throw .notOneUnknown(unknowns) }
    let runWalk = try answer(for: unknown)
    guard runWalk.distance.metres <= PlanLimits.maxDistance else {
      throw .tooFar(metres: runWalk.distance.metres)
    }
    do {
      return RunWalkSolution(unknown: unknown, runWalk: runWalk, timeline: try Timeline(runWalk.plan))
    } catch {
      throw .unusable(error.reason)
    }
  }

  private func answer(for unknown: Quantity) throws(RunWalkError) -> RunWalk {
    guard let finish else { return completed(with: 0) }
    let total = finish.inSeconds
    let times = PlanLimits.minInterval.inSeconds...PlanLimits.maxDuration.inSeconds
    switch unknown {
    case .finish, .distance:
      let set = completed(with: 0)
      let (running, walking) = set.shares(of: finish)
      return completed(with: running * set.run.speed + walking * set.walk.speed)
    case .runPace:
      return try answer(for: .runPace, within: Pace.limits, finish: finish) { set in
        let (running, walking) = set.shares(of: finish)
        return (set.distance.metres - walking * set.walk.speed) / running
      }
    case .walkPace:
      return try answer(for: .walkPace, within: Pace.limits, finish: finish) { set in
        let (running, walking) = set.shares(of: finish)
        return (set.distance.metres - running * set.run.speed) / walking
      }
    case .runTime:
      return try answer(for: .runTime, within: times, finish: finish) { set in
        // The number of runs is the number of whole walks plus one. `max` is necessary because rounding may make the
        // walking time slightly negative.
        let running = set.running(in: total)
        return running / ((max(0, total - running) / set.walk.time.inSeconds).rounded(.down) + 1)
      }
    case .walkTime:
      return try answer(for: .walkTime, within: times, finish: finish) { set in
        // A walk follows each whole run, so the number of walks is the number of whole runs.
        let running = set.running(in: total)
        return (total - running) / max(1, (running / set.run.time.inSeconds).rounded(.down))
      }
    }
  }

  /// Returns the `RunWalk` in which the unknown quantity has the value that leads to the finish.
  ///
  /// The finish is a monotonic function of the unknown quantity, so only the finishes at both limits are compared with
  /// `finish`. `value` calculates the unknown quantity from the known quantities of a `RunWalk`.
  ///
  /// - Throws: `outOfReach` if no value within `limits` leads to the finish; `undetermined` if all values lead to one
  ///   finish.
  private func answer(
    for unknown: Quantity, within limits: ClosedRange<Double>, finish: Duration, value: (RunWalk) -> Double
  ) throws(RunWalkError) -> RunWalk {
    let ends = [limits.lowerBound, limits.upperBound].map(completed)
    let (first, last) = ends[0].finish <= ends[1].finish ? (ends[0], ends[1]) : (ends[1], ends[0])
    // Milliseconds are compared, so that rounding does not exclude the finishes at the limits.
    let (earliest, latest) = (first.finish.inMilliseconds, last.finish.inMilliseconds)
    guard finish.inMilliseconds >= earliest else { throw .outOfReach(unknown, nearest: first, finish: first.finish) }
    guard finish.inMilliseconds <= latest else { throw .outOfReach(unknown, nearest: last, finish: last.finish) }
    guard earliest < latest else { throw .undetermined(unknown) }
    return completed(with: min(max(value(ends[0]), limits.lowerBound), limits.upperBound))
  }

  /// Returns a `RunWalk` with the known quantities, in which the unknown quantity is `value`.
  ///
  /// The value is in metres, metres per second or seconds; seconds are rounded to milliseconds.
  private func completed(with value: Double) -> RunWalk {
    let time = Duration.milliseconds(Duration.seconds(value).inMilliseconds)
    let pace = Pace.speed(value, .metresPerSecond)
    return RunWalk(
      distance: distance ?? .metres(value),
      run: RunWalk.Part(time: runTime ?? time, pace: runPace ?? pace),
      walk: RunWalk.Part(time: walkTime ?? time, pace: walkPace ?? pace))
  }
}

extension RunWalk {
  /// The time at which the distance is reached.
  fileprivate var finish: Duration {
    let set = run.metres + walk.metres
    let sets = (distance.metres / set).rounded(.down)
    let rest = distance.metres - sets * set
    let seconds = rest <= run.metres ? rest / run.speed : run.time.inSeconds + (rest - run.metres) / walk.speed
    return (run.time + walk.time) * Int(sets) + .seconds(seconds)
  }

  /// Returns the seconds spent running, and the seconds spent walking, between the start and `time`.
  fileprivate func shares(of time: Duration) -> (running: Double, walking: Double) {
    let set = run.time + walk.time
    let sets = Int(time.attoseconds / set.attoseconds)
    let running = run.time * sets + min(time - set * sets, run.time)
    return (running.inSeconds, (time - running).inSeconds)
  }

  /// Returns the seconds spent running if the whole distance takes `seconds`.
  ///
  /// The result does not depend on the duration of one run or one walk.
  fileprivate func running(in seconds: Double) -> Double {
    (distance.metres - walk.speed * seconds) / (run.speed - walk.speed)
  }
}

extension RunWalk.Part {
  fileprivate var speed: Double { pace.metresPerSecond }
  fileprivate var metres: Double { time.inSeconds * speed }
}

// MARK: - Rounding

extension RunWalkSolution {
  /// The plan with the calculated pace or distance rounded to as few decimals as possible.
  ///
  /// Rounding changes the finish by at most half a second, and does not change the finish in whole seconds.
  ///
  /// A pace is written per mile or kilometre, with at most three decimals of a second. For example, 5 km in 40:00 with
  /// 30 s runs and 30 s walks at 16:30/mi has runs at 10:33.3/mi. If the plan is so long that three decimals are not
  /// enough, the pace is written as a speed in mph or kph.
  package func roundedPlan(in units: DisplayUnits) -> Plan {
    let candidates =
      switch unknown {
      case .runPace: roundedPaces(runWalk.run.pace, per: units.pace.distance).map { with(\.run.pace, $0) }
      case .walkPace: roundedPaces(runWalk.walk.pace, per: units.pace.distance).map { with(\.walk.pace, $0) }
      case .distance: roundedDistances(in: units.distance).map { with(\.distance, $0) }
      // These quantities need no rounding: calculated times are already in milliseconds, and a plan contains no finish.
      case .runTime, .walkTime, .finish: [RunWalk]()
      }
    return candidates.lazy.map(\.plan).first(where: isClose) ?? runWalk.plan
  }

  private func with<Value>(_ part: WritableKeyPath<RunWalk, Value>, _ value: Value) -> RunWalk {
    var changed = runWalk
    changed[keyPath: part] = value
    return changed
  }

  /// The pace in various roundings: first times for a mile or a kilometre, then speeds.
  ///
  /// A slow pace can be outside the limits per mile but within the limits per kilometre, and a fast pace vice versa.
  private func roundedPaces(_ pace: Pace, per unit: DistanceUnit) -> [Pace] {
    let clocks = [unit, unit.other].flatMap { unit in
      let time = Duration.seconds(unit.metres / pace.metresPerSecond)
      return [1000, 100, 10, 1].map { step in
        Pace.time(.milliseconds(time.rounded(to: .milliseconds(step)) * step), per: unit)
      }
    }
    let speeds = [unit, unit.other].map(Pace.SpeedUnit.init(per:)).flatMap { unit in
      let value = pace.metresPerSecond / Pace.speed(1, unit).metresPerSecond
      return [1e5, 1e6, 1e7, 1e8].map { scale in Pace.speed((value * scale).rounded() / scale, unit) }
    }
    return (clocks + speeds).filter(\.isWithinLimits)
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
      && duration.clockText() == finish.clockText()
  }
}

extension Pace.SpeedUnit {
  fileprivate init(per unit: DistanceUnit) {
    self = unit == .miles ? .milesPerHour : .kilometresPerHour
  }
}
