import WorkoutModel

extension RunWalkPuzzle {
  /// Works out the one quantity that is not given.
  ///
  /// 5 km in 40:00 with 30 s of run and 30 s of walk at 16:30/mi: twenty minutes of walk cover 1951 m, and twenty
  /// minutes of run the other 3049 m, at 10:33/mi. A pace or a distance that is worked out is exact; a time is rounded
  /// to the millisecond that plans are written in.
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
        // Behind the walks that are whole there is one more run; where there is none, rounding may leave less.
        let running = set.running(in: total)
        return running / ((max(0, total - running) / set.walk.time.inSeconds).rounded(.down) + 1)
      }
    case .walkTime:
      return try answer(for: .walkTime, within: times, finish: finish) { set in
        // Each run that is whole has a walk behind it, the last one too.
        let running = set.running(in: total)
        return (total - running) / max(1, (running / set.run.time.inSeconds).rounded(.down))
      }
    }
  }

  /// The run and walk that end at `finish`, where an unknown within limits can do that.
  ///
  /// The more of the unknown, the earlier the finish, or always the later. `value` is what the unknown comes to, of a
  /// run and walk in which it is one of its limits.
  private func answer(
    for unknown: Quantity, within limits: ClosedRange<Double>, finish: Duration, value: (RunWalk) -> Double
  ) throws(RunWalkError) -> RunWalk {
    let ends = [limits.lowerBound, limits.upperBound].map(completed)
    let (first, last) = ends[0].finish <= ends[1].finish ? (ends[0], ends[1]) : (ends[1], ends[0])
    // A finish is asked for in milliseconds, and one on the border can be had.
    let (earliest, latest) = (first.finish.inMilliseconds, last.finish.inMilliseconds)
    guard finish.inMilliseconds >= earliest else { throw .outOfReach(unknown, nearest: first, finish: first.finish) }
    guard finish.inMilliseconds <= latest else { throw .outOfReach(unknown, nearest: last, finish: last.finish) }
    guard earliest < latest else { throw .undetermined(unknown) }
    return completed(with: min(max(value(ends[0]), limits.lowerBound), limits.upperBound))
  }

  /// The run and walk with a value for the unknown: metres, metres a second, or seconds, of which the whole
  /// milliseconds count.
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
  /// When the distance is reached.
  fileprivate var finish: Duration {
    let set = run.metres + walk.metres
    let sets = (distance.metres / set).rounded(.down)
    let rest = distance.metres - sets * set
    let seconds = rest <= run.metres ? rest / run.speed : run.time.inSeconds + (rest - run.metres) / walk.speed
    return (run.time + walk.time) * Int(sets) + .seconds(seconds)
  }

  /// The seconds of a time from the start that fall to the run and to the walk.
  fileprivate func shares(of time: Duration) -> (running: Double, walking: Double) {
    let set = run.time + walk.time
    let sets = Int(time.attoseconds / set.attoseconds)
    let running = run.time * sets + min(time - set * sets, run.time)
    return (running.inSeconds, (time - running).inSeconds)
  }

  /// The seconds that have to be run of so many, whatever run and walk take each.
  fileprivate func running(in seconds: Double) -> Double {
    (distance.metres - walk.speed * seconds) / (run.speed - walk.speed)
  }
}

extension RunWalk.Part {
  fileprivate var speed: Double { pace.metresPerSecond }
  fileprivate var metres: Double { time.inSeconds * speed }
}
