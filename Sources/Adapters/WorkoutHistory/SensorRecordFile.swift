import SystemPackage
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
    guard !workoutID.isEmpty, workoutID.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D })
    else { return nil }
    self.init(path: "\(stateFolder)/sensors/\(workoutID).csv")
  }

  /// Adds records, whose times must be later than those in the file.
  ///
  /// The function creates the file with mode 0600, and a missing folder with mode 0700. A line that a crash has left
  /// incomplete is removed.
  ///
  /// - Throws: The error that prevents the records from being added, such as `.fileTooLarge` if the file has its maximum
  ///   size; after an error, no part of them remains.
  package func append(_ records: [SensorRecord]) throws(SystemError) {
    try Folder.create(forFileAt: path)
    let reader = LineReader(
      file: try OpenFile(
        path, .readWrite, options: [.append, .create, .nonBlocking, .noControllingTerminal],
        permissions: .ownerReadWrite))
    guard (try? reader.file.status())?.type == .regular else { throw SystemError(path, .notSupported) }
    var size = try reader.file.seekToEnd()
    guard size < Self.maxSize else { throw SystemError(path, .fileTooLarge) }
    var incomplete = size..<size
    try reader.readBackwards { line in
      incomplete = line.range
      return false
    }
    if !incomplete.isEmpty {
      size = incomplete.lowerBound
      try reader.file.resize(to: size)
    }
    let lines = (size == 0 ? [Self.header] : []) + records.compactMap(\.line)
    do {
      try reader.file.write(lines.flatMap { Array("\($0)\n".utf8) })
    } catch {
      try? reader.file.resize(to: size)
      throw error
    }
  }

  /// Removes the file, if it exists.
  ///
  /// - Throws: The error that prevents the file from being removed.
  package func remove() throws(SystemError) {
    try AtomicFile.remove(path)
  }

  /// Reads the records; none if the file is missing.
  ///
  /// A damaged line, an incomplete last line, and a record that is not later than the one before it are skipped.
  ///
  /// - Throws: The error that prevents the file from being read or trusted.
  package func read() throws(FileReadError) -> [SensorRecord] {
    let bytes: [UInt8]
    do {
      let file = try OpenFile.regular(path, requireTrusted: true)
      bytes = try SystemError.wrapped(in: FileReadError.system, file.read(atMost: Self.maxSize))
    } catch {
      guard error.isMissing else { throw error }
      return []
    }
    var records: [SensorRecord] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if let record = SensorRecord(line: rest[..<end]), record.time > records.last?.time ?? -1 {
        records.append(record)
      }
      rest = rest[(end + 1)...]
    }
    return records
  }
}
