import PlanNotation
package import WorkoutEngine
package import WorkoutModel

extension Report.Status {
  /// Makes the status of the present workout; without a workout, makes an idle status with `idleUnits`.
  ///
  /// The text of the plan is included only if `withPlan` is true.
  package init(
    _ progress: Progress?, of running: RunningWorkout?, at now: Instant, withPlan: Bool,
    idleUnits: @autoclosure () -> DisplayUnits
  ) {
    if let progress, let running {
      self.init(progress, of: running, at: now, withPlan: withPlan)
    } else {
      self.init(idleAt: now, units: idleUnits())
    }
  }

  private init(idleAt now: Instant, units: DisplayUnits) {
    self.init(
      atNs: now.nanoseconds, phase: .idle, distanceUnits: units.distance.rawValue, paceUnits: units.pace.rawValue,
      rounds: [], elapsedMs: 0)
  }

  private init(_ progress: Progress, of running: RunningWorkout, at now: Instant, withPlan: Bool) {
    let (phase, pausedBy): (Report.Phase, Report.PauseWord?) =
      switch progress.phase {
      case .leadIn: (.leadIn, nil)
      case .running: (.running, nil)
      case .paused(let reason): (.paused, Report.PauseWord(rawValue: reason.rawValue))
      }
    self.init(
      atNs: now.nanoseconds,
      phase: phase,
      pausedBy: pausedBy,
      workoutId: running.id,
      title: running.title,
      planName: running.request.planName,
      session: running.request.session,
      plan: withPlan ? running.request.text : nil,
      distanceUnits: running.units.distance.rawValue,
      paceUnits: running.units.pace.rawValue,
      interval: progress.interval.map(Report.Interval.init),
      next: progress.next.map(Report.Interval.init),
      number: progress.number,
      of: progress.of,
      rounds: progress.rounds.map { Report.Round(number: $0.number, of: $0.of, inner: $0.inner) },
      elapsedMs: progress.elapsed.inMilliseconds,
      remainingMs: progress.remaining?.inMilliseconds,
      intervalElapsedMs: progress.intervalElapsed.inMilliseconds,
      intervalRemainingMs: progress.intervalRemaining?.inMilliseconds,
      deadlineNs: progress.deadline?.nanoseconds,
      distanceM: progress.distance.knownMetres,
      distanceIsPartial: progress.distance.reportedIsPartial,
      distanceMs: progress.distance.reportedMs,
      remainingM: progress.remainingDistance.knownMetres,
      remainingIsPartial: progress.remainingDistance.reportedIsPartial,
      punctuality: Report.Punctuality(progress.punctuality),
      measured: progress.sensed.map(Report.Measured.init))
  }
}

extension Report.Measured {
  package init(_ sensed: SensedValues) {
    self.init(
      distanceFrom: sensed.distanceSource?.rawValue, isCurrent: sensed.isDistanceMeasured,
      wasCurrent: sensed.isDistanceMeasured || sensed.wasDistanceMeasured, speedMps: sensed.metresPerSecond,
      heartRate: sensed.heartRate, cadence: sensed.cadence)
  }
}

extension Report.Interval {
  package init(_ scheduled: ScheduledInterval) {
    self.init(
      kind: scheduled.kind.rawValue,
      label: scheduled.interval.label,
      goal: scheduled.interval.goal.notation,
      durationMs: scheduled.duration?.inMilliseconds,
      distanceM: scheduled.metres,
      paceMps: scheduled.interval.pace?.metresPerSecond,
      paceUnits: scheduled.interval.pace?.unit?.rawValue)
  }
}

extension Report.Punctuality {
  package init(_ punctuality: Punctuality) {
    self.init(
      cues: punctuality.cues,
      lastUs: punctuality.last.inMicroseconds,
      meanUs: punctuality.mean.inMicroseconds,
      maxUs: punctuality.max.inMicroseconds,
      missed: punctuality.missed)
  }
}

extension Duration {
  /// The duration in microseconds, rounded to the nearest integer; halves are rounded up.
  package var inMicroseconds: Int { rounded(to: .microseconds(1)) }
}

extension Instant {
  /// The clock's reading in whole nanoseconds, rounded up, so that no alarm fires too early.
  package var nanoseconds: Int {
    let (seconds, attoseconds) = sinceOrigin.components
    return Int(seconds) * 1_000_000_000 + Int((attoseconds + 999_999_999) / 1_000_000_000)
  }
}
