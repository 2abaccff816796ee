import Dates
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
    let before = HistoryState(try reader.file.status())
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
    guard !isRecorded else { return }
    let bytes = line.bytes.dropLast()
    HistoryIndex.add(.init(range: size..<size + bytes.count, bytes: bytes), to: reader.file, before: before)
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
    var changes = LaterChanges()
    for line in later.reversed() {
      switch line {
      case .change(let change): _ = changes.add(change)
      case .workout(let summary):
        if !changes.isRemoved(summary.workoutId) { return summary.applying(changes.changes(of: summary.workoutId)) }
      }
    }
    return try RecordedHistory(path: path, requireTrusted: true, before: changes)?.latestSummary()
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
    var (marks, changes) = ([String: DatedMark](), LaterChanges())
    /// Adds the mark of an event, and returns whether a mark is still missing.
    func add(_ event: ProgramEvent?) -> Bool {
      if let event, programs.contains(event.program), marks[event.program] == nil {
        marks[event.program] = DatedMark(event)
      }
      return marks.count < programs.count
    }
    for line in later.reversed() {
      let event: ProgramEvent?
      switch line {
      case .change(let change): event = changes.add(change) ? ProgramEvent(change) : nil
      case .workout(let summary):
        let id = summary.workoutId
        event =
          changes.isRemoved(id)
          ? nil
          : RecordedWorkout(summary.applying(changes.changes(of: id)), in: LocalTime.init(secondsSince1970:))
            .flatMap(ProgramEvent.init)
      }
      guard add(event) else { return marks }
    }
    try RecordedHistory(path: path, requireTrusted: true, before: changes, onlyEvents: true)?
      .forEachEventBackwards(add)
    return marks
  }

  /// The IDs of the workouts that were removed before `time`, in seconds since 1970, and not restored.
  package func workouts(removedBefore time: Int) throws(FileReadError) -> Set<String> {
    guard let reader = try openForReading() else { return [] }
    var (removed, changes) = (Set<String>(), LaterChanges())
    for record in try SystemError.wrapped(in: FileReadError.system, HistoryIndex.records(of: reader)) {
      guard case .change(let change, _) = record.content, changes.add(change), change.change == .remove,
        let id = change.workoutId, Report.secondsSince1970(change.at) ?? time < time
      else { continue }
      removed.insert(id)
    }
    return removed
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
