import Dispatch
import Synchronization
import SystemPackage
import UserFiles
package import WorkoutReports

/// Saves the laps and the sensor values of the running workout.
extension StateStore {
  package func record(lapLines: [String], of workoutID: String) {
    // Lines that are dropped are reported when the workout is restored without its laps.
    _ = laps.add(lapLines, to: workoutID)
  }

  /// The lines of the laps of a workout that an earlier process saved.
  package func lapLines(of workoutID: String) -> [String] { laps.lines(of: workoutID) }

  /// The path of the file with the last laps of a workout.
  func lapsPath(of workoutID: String) -> String { laps.path(of: workoutID) }

  package func record(_ values: SensorRecord, of workoutID: String) {
    guard let line = values.line else { return }
    guard let count = records.add([line], to: workoutID) else {
      return report(lost: SystemError(records.path(of: workoutID), .resourceBusy))
    }
    let isDue = recordWrites.withLock { writes in
      guard count >= Self.recordBatch, !writes.isScheduled else { return false }
      writes.isScheduled = true
      return true
    }
    if isDue { queue.async { self.writeRecords() } }
  }

  /// Writes the waiting values of the sensors to disk; called on the queue.
  func writeRecords() {
    recordWrites.withLock { $0.isScheduled = false }
    do throws(SystemError) {
      try records.write(isSynced: false)
      report(lost: nil)
    } catch {
      report(lost: error)
    }
  }

  /// Reports the first error of the sensor values after a success, and the first success after an error.
  private func report(lost error: SystemError?) {
    let isChange = recordWrites.withLock { writes in
      defer { writes.areLost = error != nil }
      return writes.areLost != (error != nil)
    }
    if isChange { report(error.map(Event.recordsLost) ?? .recordsRecovered) }
  }

  package func removeRecords(of workoutID: String) {
    queue.async { self.records.remove(workoutID) }
  }

  /// The number of seconds whose sensor values are written to disk at once.
  private static let recordBatch = 10
}
