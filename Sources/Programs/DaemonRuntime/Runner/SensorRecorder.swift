import WorkoutReports

/// Collects the values of the sensors, at most one record for each second, until they are saved.
struct SensorRecorder {
  /// The workout to which the values belong; empty before the first value.
  let workoutID: String
  private var records: [SensorRecord] = []
  /// The second of the last record since the start of the workout.
  private var lastSecond = -1

  /// The number of records that are saved at once.
  static let batchSize = 10

  init(workoutID: String = "") {
    self.workoutID = workoutID
  }

  /// Adds the values at a moment, unless the second already has a record.
  mutating func add(_ record: SensorRecord) {
    let second = record.time / 1000
    guard second > lastSecond else { return }
    lastSecond = second
    records.append(record)
  }

  /// Whether there are enough records for a write.
  var isFull: Bool { records.count >= Self.batchSize }

  /// Removes and returns the collected records.
  mutating func take() -> [SensorRecord] {
    defer { records = [] }
    return records
  }
}
