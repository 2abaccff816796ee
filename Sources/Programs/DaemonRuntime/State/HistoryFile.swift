import FoundationEssentials
import ControlInterface
import SystemPackage
import UserFiles

/// The file of all workouts that came to an end, one line of JSON each.
struct HistoryFile {
  /// Absolute.
  let path: String

  /// Adds a line, and syncs it; half a line that a power failure left is cut off first.
  ///
  /// With `isOnlyIfMissing`, nothing is added if the workout has been recorded recently.
  ///
  /// - Throws: what keeps the line from being added; then none of it is.
  func append(_ summary: Wire.Summary, isOnlyIfMissing: Bool = false) throws(SystemError) {
    let file = try openForAppending()
    let (tail, size) = try repaired(file)
    let isRecorded = isOnlyIfMissing && tail.records(summary.workoutId)
    do {
      if !isRecorded { try file.write(Self.line(summary)) }
      try file.sync()
      if size == 0 { try Folder.sync(forFileAt: path) }
    } catch {
      // What was written of it would be half a line, or be written once more.
      try? file.resize(to: size)
      throw error
    }
  }

  /// Whether a workout has been recorded recently.
  ///
  /// A file that others can write to is not believed: it records no workout.
  ///
  /// - Throws: The error that prevents the file from being read.
  func records(_ workoutID: String) throws(FileReadError) -> Bool {
    do {
      return try recent()?.records(workoutID) ?? false
    } catch {
      guard case .untrusted = error else { throw error }
      return false
    }
  }

  /// The workout that was recorded last; nil for none.
  ///
  /// - Throws: why that is not known, as for a file that others can write to.
  func last() throws(FileReadError) -> Wire.Summary? { try recent()?.summaries.first }

  /// Finds out whether lines can be added, and what is there is believed; that there is no file is no error.
  func check() throws(FileReadError) {
    guard try openForReading() != nil else { return }
    try SystemError.wrapped(in: FileReadError.system, SystemCalls.access(path, for: .write))
  }

  /// The end of the file; nil if there is no file.
  private func recent() throws(FileReadError) -> HistoryTail? {
    guard let file = try openForReading() else { return nil }
    return try SystemError.wrapped(in: FileReadError.system, tail(of: file).tail)
  }

  /// Nil where there is no file.
  private func openForReading() throws(FileReadError) -> OpenFile? {
    do {
      return try OpenFile.regular(path, requireTrusted: true)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// Opens a regular file, and makes one where there is none.
  private func openForAppending() throws(SystemError) -> OpenFile {
    let file = try OpenFile(
      path, .readWrite, options: [.append, .create, .nonBlocking, .noControllingTerminal],
      permissions: .ownerReadWrite)
    guard (try? file.status())?.type == .regular else { throw SystemError(path, .notSupported) }
    return file
  }

  /// Sees to it that the file ends with a whole line.
  ///
  /// - Returns: What its end was, and its size now.
  private func repaired(_ file: borrowing OpenFile) throws(SystemError) -> (tail: HistoryTail, size: Int) {
    let (tail, size) = try tail(of: file)
    switch tail.repair {
    case .none: return (tail, size)
    case .lineEnd:
      try file.write([UInt8(ascii: "\n")])
      return (tail, size + 1)
    case .cut(let count):
      try file.resize(to: size - count)
      return (tail, size - count)
    }
  }

  private func tail(of file: borrowing OpenFile) throws(SystemError) -> (tail: HistoryTail, size: Int) {
    let size = try file.seekToEnd()
    var bytes = [UInt8](repeating: 0, count: min(size, HistoryTail.mostBytes))
    guard try file.read(into: &bytes, at: size - bytes.count) == bytes.count else {
      throw SystemError(path, .ioError)
    }
    return (HistoryTail(bytes), size)
  }

  private static func line(_ summary: Wire.Summary) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and finite numbers can always be encoded, and JSON escapes the line ends in them.
    return Array((try? encoder.encode(summary)) ?? Data()) + [UInt8(ascii: "\n")]
  }
}
