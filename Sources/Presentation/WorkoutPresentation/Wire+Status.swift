import FoundationEssentials
import PlanNotation
package import ControlInterface
package import WorkoutEngine
package import WorkoutModel

extension Wire.Status {
  /// How a workout stands, with its text or without; idle, in `idleUnits`, where there is none.
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
    let (phase, pausedBy): (Wire.Phase, Wire.PauseWord?) =
      switch progress.phase {
      case .leadIn: (.leadIn, nil)
      case .running: (.running, nil)
      case .paused(let reason): (.paused, Wire.PauseWord(rawValue: reason.rawValue))
      }
    self.init(
      atNs: now.nanoseconds,
      phase: phase,
      pausedBy: pausedBy,
      workoutId: running.id,
      title: running.title,
      planName: running.request.planName,
      plan: withPlan ? running.request.text : nil,
      distanceUnits: running.units.distance.rawValue,
      paceUnits: running.units.pace.rawValue,
      interval: progress.interval.map(Wire.Interval.init),
      next: progress.next.map(Wire.Interval.init),
      number: progress.number,
      of: progress.of,
      rounds: progress.rounds.map { Wire.Round(number: $0.number, of: $0.of) },
      elapsedMs: progress.elapsed.inMilliseconds,
      remainingMs: progress.remaining?.inMilliseconds,
      intervalElapsedMs: progress.intervalElapsed.inMilliseconds,
      intervalRemainingMs: progress.intervalRemaining?.inMilliseconds,
      deadlineNs: progress.deadline?.nanoseconds,
      distanceM: progress.metres,
      remainingM: progress.remainingMetres,
      punctuality: Wire.Punctuality(progress.punctuality))
  }
}

extension Wire.Interval {
  package init(_ scheduled: ScheduledInterval) {
    self.init(
      kind: scheduled.kind.rawValue,
      label: scheduled.interval.label,
      goal: scheduled.interval.goal.notation,
      durationMs: scheduled.duration?.inMilliseconds,
      distanceM: scheduled.metres,
      paceMps: scheduled.interval.pace?.metresPerSecond)
  }
}

extension Wire.Punctuality {
  package init(_ punctuality: Punctuality) {
    self.init(
      cues: punctuality.cues,
      lastUs: punctuality.last.inMicroseconds,
      meanUs: punctuality.mean.inMicroseconds,
      maxUs: punctuality.max.inMicroseconds,
      missed: punctuality.missed)
  }
}

extension Wire.Summary {
  /// Its times of day go by the one at which the workout was started: the clock may have been set since.
  package init(_ outcome: Outcome, of running: RunningWorkout) {
    let planned = running.workout.timeline.totals
    self.init(
      workoutId: running.id,
      title: running.title,
      planName: running.request.planName,
      plan: running.request.text,
      completed: outcome.completed,
      startedAt: running.startedAt.ISO8601Format(),
      endedAt: running.startedAt.addingTimeInterval(outcome.total.inSeconds).ISO8601Format(),
      elapsedMs: outcome.elapsed.inMilliseconds,
      pausedMs: outcome.paused.inMilliseconds,
      plannedMs: planned.duration?.inMilliseconds,
      distanceM: outcome.metres,
      plannedDistanceM: planned.metres,
      intervals: outcome.intervals,
      punctuality: Wire.Punctuality(outcome.punctuality),
      corrected: outcome.isCorrected ? true : nil)
  }
}

extension Duration {
  /// The whole number of microseconds nearest to the duration, halves up.
  package var inMicroseconds: Int { rounded(to: .microseconds(1)) }
}
