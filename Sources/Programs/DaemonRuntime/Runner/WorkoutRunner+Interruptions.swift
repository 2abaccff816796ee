import Concurrency
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// Interruptions of the workout: a suspend of the machine, and a restart of the daemon.
extension WorkoutRunner {
  /// Prepares for an announced suspend: delivers the effects that are due, and saves the workout to disk.
  package func prepareForSuspend() {
    suspendRecord.announce(at: catchUp())
    publish()
    save()
  }

  /// Detects a suspend, and applies `on-sleep`.
  ///
  /// - Parameter notified: whether logind reports that an announced suspend has ended or failed.
  package func handleSuspend(notified: Bool = false) {
    let now = timekeeper.now
    guard let suspend = suspendRecord.take(timeAsleep: timekeeper.timeAsleep, at: now, notified: notified) else {
      if notified { publish() }
      return
    }
    let missedBefore = engine.progress(at: now)?.punctuality.missed ?? 0
    let effects = engine.handleSuspend(suspend, policy: running?.settings.sleepPolicy ?? .continue, at: now)
    publish()
    if let effects { deliver(effects, after: .sleep, missedBefore: missedBefore) }
  }

  /// Pauses the workout after a lock of the screen, if `on-lock` is `pause`.
  package func handleLock() {
    guard running?.settings.lockPolicy == .pause else { return }
    // The workout may have ended in the meantime.
    _ = try? handle(.pause(.lock))
  }

  /// Resumes a saved workout.
  ///
  /// If the daemon was gone for a short time, the workout continues on schedule. After a longer time, it is paused. With
  /// `fromStart`, the saved position is ignored, and the workout is paused at its start.
  ///
  /// After `shutDown`, the saved workout is left for the next process.
  ///
  /// - Throws: the reason why the workout cannot be resumed; after an error, the runner is unchanged.
  package func restore(
    _ saved: SavedWorkout, lapLines: [String] = [], fromStart: Bool = false
  ) throws(SavedWorkout.RestoreError) {
    guard !isShutDown else { return }
    let restored = try RestoredWorkout(
      saved, lapLines: lapLines, fromStart: fromStart, at: timekeeper.reading, configuration: configuration,
      environment: environment)
    (engine, running) = (restored.engine, restored.running)
    lost = fromStart ? .position : restored.engine.hasLostLaps ? .laps : nil
    showSensors(of: restored.running.settings)
    deliver(restored.effects, after: fromStart ? .loss : .restart, missedBefore: restored.missedBefore)
  }

  /// Reports that the saved workout could not be restored.
  package func reportLostWorkout() {
    lost = .workout
    publish()
  }

  /// Saves the workout for the next process; afterwards no workout runs, and no workout can be started.
  ///
  /// If no workout is running, nothing is saved, because a workout of an earlier process may not be restored yet.
  ///
  /// - Returns: the workout that was running; nil if no workout was running.
  package func shutDown() -> RunningWorkout? {
    catchUp()
    if running != nil { save() }
    isShutDown = true
    alarm.set(for: nil)
    defer {
      (engine, running) = (WorkoutEngine(), nil)
      publish()
    }
    return running
  }

  /// Delivers the effects that follow an interruption, and reports how many cues were missed during the interruption.
  ///
  /// `missedBefore` is the number of cues that were missed before the interruption.
  private func deliver(_ effects: [Effect], after interruption: Interruption, missedBefore: Int) {
    let punctuality =
      effects.lazy.compactMap(\.outcome).first?.punctuality ?? engine.progress(at: timekeeper.now)?.punctuality
    let gap = Gap(interruption: interruption, missed: (punctuality?.missed ?? 0) - missedBefore)
    deliver(effects, after: gap, savingToDisk: true)
  }
}
