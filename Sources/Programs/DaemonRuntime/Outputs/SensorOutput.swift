package import Logging
package import Sensors
import Synchronization
package import WorkoutEngine
import WorkoutModel
package import WorkoutPresentation
package import WorkoutReports

/// Connects to the sensors while a workout is active, and passes their values to the runner.
///
/// Workouts without sensors never call `hub.use`.
package final class SensorOutput: WorkoutOutput {
  private let hub: any SensorHub
  private let used = Mutex(Set<SensorKind>())

  /// - Parameter hub: the port of the sensors.
  package init(_ hub: any SensorHub) {
    self.hub = hub
  }

  package func receive(_ event: WorkoutEvent) {
    guard event.progress != nil else { return use([]) }
    switch event.effect {
    case .started, .rejoined: use(event.workout.settings.sensorKinds)
    default: return
    }
  }

  package func adopt(_ workout: RunningWorkout, _ progress: Progress) {
    use(workout.settings.sensorKinds)
  }

  private func use(_ kinds: Set<SensorKind>) {
    let isChange = used.withLock { used in
      defer { used = kinds }
      return used != kinds
    }
    if isChange { hub.use(kinds) }
  }

  package func handleEvents(runner: WorkoutRunner, logger: Logger) async {
    // A workout that was resumed already uses its sensors.
    async let released: Void = hub.releaseLeftovers()
    for await event in hub.events {
      switch event {
      case .began(let kind, let name): logger.info("\(name) sends values (\(kind.words))")
      case .values(let values): await runner.sense(values)
      case .silent(let kind):
        let consequence = kind == .heartRate ? "" : "; the distance is estimated until it sends values again"
        logger.warning("The \(kind.words) sends no values\(consequence)")
        await runner.endSensing(kind)
      case .unavailable(.notPaired(let kind)):
        logger.warning("No \(kind.words) is paired; the workout continues without it")
      case .unavailable(let error):
        logger.warning("Sensors are not available: \(error.words); the workout continues without them")
      }
    }
    await released
  }
}

extension Settings {
  /// The sensors that the settings require.
  var sensorKinds: Set<SensorKind> {
    Set([usesHeartRate ? .heartRate : nil, measuredDistanceSource?.sensorKind].compactMap(\.self))
  }
}
