import JSON
import SystemPackage
package import UserFiles
package import WorkoutReports

/// The history file: one line of JSON for each ended workout and each change.
///
/// Lines are only appended.
package struct HistoryFile {
  /// The absolute path.
  package let path: String

  /// The number of recent workouts that are searched for a workout that may already be recorded.
  ///
  /// This is also the maximum number of lines that wait in the daemon while the disk is full.
  package static let maxWaiting = 64
  /// The time that a writer waits for another writer.
  private static let lockLimit = Duration.seconds(1)

  package init(path: String) {
    self.path = path
  }

  /// Adds a line, and syncs the file; an incomplete line that a power failure left is removed first.
  ///
  /// With `onlyIfMissing`, nothing is added if one of the last workouts is the workout that the line records, or if the
  /// line is a change that follows one of them.
  ///
  /// - Throws: The error that prevents the line from being added; after an error, no part of the line remains. The
  ///   error is `EAGAIN` if another process is writing for longer than a second.
  package func append(_ line: HistoryLine, onlyIfMissing: Bool = false) throws(SystemError) {
    let file = try openForAppending()
    guard try file.lock(within: Self.lockLimit) else { throw SystemError(path, .resourceTemporarilyUnavailable) }
    let reader = LineReader(file: file)
    let isRecorded = onlyIfMissing ? try Self.contains(line, reader) : false
    let size = try Self.repair(reader)
    do {
      if !isRecorded { try reader.file.write(line.bytes) }
      try reader.file.sync()
      if size == 0 { try Folder.sync(forFileAt: path) }
    } catch {
      // Undoes a failed write. Otherwise, an incomplete line could remain, or the next attempt could repeat the line.
      try? reader.file.resize(to: size)
      throw error
    }
  }

  /// Whether one of the last workouts has an ID.
  ///
  /// - Throws: The error that prevents the file from being read or trusted.
  package func contains(_ workoutID: String) throws(FileReadError) -> Bool {
    guard let reader = try openForReading() else { return false }
    return try SystemError.wrapped(
      in: FileReadError.system,
      Self.contains(reader) { if case .workout(let summary) = $0 { summary.workoutId == workoutID } else { false } })
  }

  /// The latest workout that is not removed, with its changes; nil if the history has no such workout.
  ///
  /// - Parameter later: The lines that follow the last line of the file.
  /// - Returns: The workout.
  /// - Throws: The error that prevents the file from being read or trusted.
  package func latest(with later: [HistoryLine] = []) throws(FileReadError) -> Report.Summary? {
    var latest = LatestWorkout()
    return try last(with: later, hasLaps: true) { (line, isCopy) throws(SystemError) in
      guard let summary = latest.read(line), try !isCopy(summary.workoutId) else { return nil }
      return summary
    }
  }

  /// The last entry of each program that determines which of its sessions is due, found in one pass over the file.
  ///
  /// - Parameters:
  ///   - programs: The names of the programs.
  ///   - later: The lines that follow the last line of the file.
  /// - Returns: The entries by the names of their programs, without the programs that have no such entry.
  /// - Throws: The error that prevents the file from being read or trusted.
  package func marks(
    of programs: Set<String>, with later: [HistoryLine] = []
  ) throws(FileReadError) -> [String: DatedMark] {
    var latest = LatestMarks(of: programs)
    return try last(with: later, hasLaps: false) { (line, isCopy) throws(SystemError) in
      try latest.read(line, isCopy: isCopy) ? latest.marks : nil
    } ?? latest.marks
  }

  /// The IDs of the workouts that were removed before `time`, in seconds since 1970, and not restored.
  package func workouts(removedBefore time: Int) throws(FileReadError) -> Set<String> {
    guard let reader = try openForReading() else { return [] }
    var changes: [String: [HistoryChange]] = [:]
    try SystemError.wrapped(
      in: FileReadError.system,
      reader.read { line in
        guard line.range.count <= Self.maxChangeLength,
          case .change(let change)? = line.bytes.flatMap({ HistoryLine($0, hasLaps: false) }), let id = change.workoutId
        else { return }
        if change.change == .undo { _ = changes[id]?.popLast() } else { changes[id, default: []].append(change) }
      })
    return Set(
      changes.filter { _, changes in
        changes.contains { $0.change == .remove && Report.secondsSince1970($0.at) ?? time < time }
      }.keys)
  }

  /// The maximum length of the line of a change; a longer line is a workout, and need not be parsed.
  private static let maxChangeLength = 8192

  /// Passes the valid lines from the last to the first to a closure, and returns the closure's first result.
  ///
  /// The closure also receives a function that returns whether an earlier line of the file records the same workout.
  /// The file is only read if `later`, the lines that follow the file, have no result.
  private func last<Result>(
    with later: [HistoryLine], hasLaps: Bool,
    _ read: (HistoryLine, (String) throws(SystemError) -> Bool) throws(SystemError) -> Result?
  ) throws(FileReadError) -> Result? {
    for line in later.reversed() {
      let result = try SystemError.wrapped(in: FileReadError.system, read(line) { _ in false })
      if let result { return result }
    }
    guard let reader = try openForReading() else { return nil }
    var found: Result?
    try SystemError.wrapped(
      in: FileReadError.system,
      reader.readBackwards { (line) throws(SystemError) in
        guard let entry = line.bytes.flatMap({ HistoryLine($0, hasLaps: hasLaps) }) else { return true }
        found = try read(entry) { (id) throws(SystemError) in
          try Self.contains(id, reader, before: line.range.lowerBound)
        }
        return found == nil
      })
    return found
  }

  /// Whether a line before an offset records a workout with an ID.
  private static func contains(
    _ workoutID: String, _ reader: borrowing LineReader, before limit: Int
  ) throws(SystemError) -> Bool {
    try reader.containsLine(with: JSONValue.string(workoutID).text, before: limit) { line in
      if case .workout(let summary)? = HistoryLine(line, hasLaps: false) {
        summary.workoutId == workoutID
      } else {
        false
      }
    }
  }

  /// Checks that the file can be written and trusted; a missing file is not an error.
  package func check() throws(FileReadError) {
    guard try openForReading() != nil else { return }
    try SystemError.wrapped(in: FileReadError.system, SystemCalls.access(path, for: .write))
  }

  /// Opens the file; nil if it is missing.
  private func openForReading() throws(FileReadError) -> LineReader? {
    do {
      return LineReader(file: try OpenFile.regular(path, requireTrusted: true))
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// Opens the file, or creates it.
  private func openForAppending() throws(SystemError) -> OpenFile {
    let file = try OpenFile(
      path, .readWrite, options: [.append, .create, .nonBlocking, .noControllingTerminal],
      permissions: .ownerReadWrite)
    guard (try? file.status())?.type == .regular else { throw SystemError(path, .notSupported) }
    return file
  }

  private static func contains(_ line: HistoryLine, _ reader: borrowing LineReader) throws(SystemError) -> Bool {
    try contains(reader) { other in
      if case .workout(let summary) = line, case .workout(let other) = other {
        summary.workoutId == other.workoutId
      } else {
        line == other
      }
    }
  }

  /// Whether a line matches a condition, among the last workouts and the changes after them.
  private static func contains(
    _ reader: borrowing LineReader, _ isMatch: (HistoryLine) -> Bool
  ) throws(SystemError) -> Bool {
    var (isFound, count) = (false, 0)
    try reader.readBackwards { line in
      if let line = line.bytes.flatMap({ HistoryLine($0, hasLaps: false) }) {
        if line.isWorkout { count += 1 }
        isFound = isMatch(line)
      }
      return !isFound && count < maxWaiting
    }
    return isFound
  }

  /// Completes or removes an incomplete last line.
  ///
  /// - Returns: The size of the file after the repair.
  private static func repair(_ reader: borrowing LineReader) throws(SystemError) -> Int {
    let size = try reader.file.seekToEnd()
    var last: LineReader.Line?
    try reader.readBackwards { line in
      last = line
      return false
    }
    guard let last, !last.range.isEmpty else { return size }
    if let bytes = last.bytes, (try? JSONValue(parsing: Array(bytes))) == nil {
      try reader.file.resize(to: last.range.lowerBound)
      return last.range.lowerBound
    }
    // The line is complete except for its newline, or it is too long to be from intervald.
    try reader.file.write([UInt8(ascii: "\n")])
    return size + 1
  }
}
