package import UserFiles
package import WorkoutReports

/// The file of the values that the sensors have sent during one workout: a line with the names of the columns, and a
/// line for each record.
///
/// Only the daemon writes the file, and only appends to it. The values are not important enough to wait for the disk.
package struct SensorRecordFile {
  /// The absolute path.
  package let path: String

  /// The names of the columns.
  package static let header = "time_ms,distance_cm,speed_mm_s,cadence_spm,heart_rate_bpm"
  /// The size in bytes up to which records are added and read; a record for each second of five days is smaller.
  package static let maxSize = 1 << 24

  package init(path: String) {
    self.path = path
  }

  /// The file of a workout in the daemon's state folder; nil if the ID is not an ID of intervald.
  package init?(of workoutID: String, in stateFolder: String) {
    guard Self.isWorkoutID(workoutID) else { return nil }
    self.init(path: "\(stateFolder)/sensors/\(workoutID).csv")
  }

  /// Whether a text may be the name of a file, because it is an ID of intervald.
  package static func isWorkoutID(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D }
  }

  /// The number of days after which the values of a workout that was removed from the history are removed, too.
  package static let daysAfterRemoval = 90

  /// Removes the files of the workouts that were removed from the history at least `daysAfterRemoval` ago.
  ///
  /// Until then, `history undo` also restores the values. Ignores errors. `now` is in seconds since 1970.
  package static func removeOld(in stateFolder: String, history: HistoryFile, now: Int) {
    let files = Folder.names(in: "\(stateFolder)/sensors").filter { $0.hasSuffix(".csv") }
    guard !files.isEmpty, let removed = try? history.workouts(removedBefore: now - daysAfterRemoval * 86_400) else {
      return
    }
    for name in files {
      let id = String(name.dropLast(4))
      if removed.contains(id), let file = SensorRecordFile(of: id, in: stateFolder) {
        try? AtomicFile.remove(file.path)
      }
    }
  }

  /// The lines of the file, which are those of `SensorRecord`.
  ///
  /// The times of added records must be later than those in the file.
  package var lines: LineFile { LineFile(path: path, header: Self.header, maxSize: Self.maxSize) }

  /// Reads the records; none if the file is missing.
  ///
  /// A damaged line, an incomplete last line, and a record that is not later than the one before it are skipped.
  ///
  /// - Throws: The error that prevents the file from being read or trusted.
  package func read() throws(FileReadError) -> [SensorRecord] {
    var records: [SensorRecord] = []
    for line in try lines.read() {
      if let record = SensorRecord(line: line), record.time > records.last?.time ?? -1 { records.append(record) }
    }
    return records
  }
}
