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
  /// - Throws: what keeps the line from being added; then none of it is.
  func append(_ summary: Wire.Summary) throws(SystemError) {
    let file = try openForAppending()
    let size = try repaired(file)
    do {
      try file.write(Self.line(summary))
      try file.sync()
      if size == 0 { try Folder.sync(forFileAt: path) }
    } catch {
      // What was written of it would be half a line, or be written once more.
      try? file.resize(to: size)
      throw error
    }
  }

  /// Whether a workout is among those that were recorded lately.
  func records(_ workoutID: String) -> Bool { (try? recent())?.contains { $0.workoutId == workoutID } ?? false }

  /// The workout that was recorded last; nil for none.
  ///
  /// - Throws: why that is not known, as for a file that others can write to.
  func last() throws(FileReadError) -> Wire.Summary? { try recent().first }

  /// Finds out whether lines can be added, and what is there is believed; that there is no file is no error.
  func check() throws(FileReadError) {
    guard try openForReading() != nil else { return }
    try SystemError.wrapped(in: FileReadError.system, SystemCalls.access(path, for: .write))
  }

  /// The workouts that were recorded lately, the last one first.
  private func recent() throws(FileReadError) -> [Wire.Summary] {
    guard let file = try openForReading() else { return [] }
    return try SystemError.wrapped(in: FileReadError.system, tail(of: file).tail.summaries)
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
  /// - Returns: its size.
  private func repaired(_ file: borrowing OpenFile) throws(SystemError) -> Int {
    let (tail, size) = try tail(of: file)
    switch tail.repair {
    case .none: return size
    case .lineEnd:
      try file.write([UInt8(ascii: "\n")])
      return size + 1
    case .cut(let count):
      try file.resize(to: size - count)
      return size - count
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
