package import Power
import WorkoutEngine
package import WorkoutPresentation

/// Has the machine kept awake while the workout's clock runs.
package struct SleepOutput: WorkoutOutput {
  private let inhibitor: any SleepInhibitor

  package init(_ inhibitor: any SleepInhibitor) {
    self.inhibitor = inhibitor
  }

  package func receive(_ event: WorkoutEvent) {
    event.progress?.isPaused == false ? inhibitor.inhibit() : inhibitor.release()
  }
}
