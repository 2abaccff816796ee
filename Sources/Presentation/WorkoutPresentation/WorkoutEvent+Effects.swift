package import WorkoutReports
package import WorkoutEngine

extension WorkoutEvent {
  /// Makes events of what the engine did.
  ///
  /// - Parameters:
  ///   - effects: those of one call of the engine.
  ///   - now: when that was.
  ///   - running: the workout under way; a start among the effects makes it `next`, and an end nil.
  ///   - next: the workout that is started.
  ///   - progress: how the workout stands behind all of them.
  ///   - gap: what they are told behind, if they are.
  /// - Returns: the events in the order of the effects.
  package static func events(
    for effects: [Effect], at now: Instant, in running: inout RunningWorkout?, beginning next: RunningWorkout? = nil,
    progress: Progress?, behind gap: Gap? = nil
  ) -> [WorkoutEvent] {
    var events: [WorkoutEvent] = []
    var outcome: Outcome?
    for effect in effects {
      if effect == .started { (running, outcome) = (next, nil) }
      outcome = effect.outcome ?? outcome
      guard let running else { continue }
      let event = WorkoutEvent(
        at: now, effect: effect, workout: running, progress: outcome == nil ? progress : nil, outcome: outcome,
        summary: outcome.map { .init($0, of: running) }, gap: effect.gap ?? gap)
      events.append(event)
    }
    if outcome != nil { running = nil }
    return events
  }
}
