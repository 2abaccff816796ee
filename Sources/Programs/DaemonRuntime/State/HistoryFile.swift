import FoundationEssentials
import Glibc
import ControlInterface
import PlanLibrary

/// The file of all workouts that came to an end, one line of JSON each.
struct HistoryFile {
  /// Absolute.
  let path: String

  /// Adds a line, and syncs it; half a line that a power failure left is cut off first.
  ///
  /// Wraps open(2), ftruncate(2), write(2) and fsync(2).
  ///
  /// - Throws: what keeps the line from being added; then none of it is.
  func append(_ summary: Wire.Summary) throws(FileError) {
    let descriptor = try openForAppending()
    defer { close(descriptor) }
    let size = try repaired(descriptor)
    do throws(FileError) {
      try write(Self.line(summary), to: descriptor)
      guard fsync(descriptor) == 0 else { throw FileError(path: path, errno: errno) }
      if size == 0 { try AtomicFile.syncFolder(of: path) }
    } catch {
      // What was written of it would be half a line, or be written once more.
      _ = ftruncate(descriptor, size)
      throw error
    }
  }

  /// Whether a workout is among those that were recorded lately.
  func records(_ workoutID: String) -> Bool { (try? recent())?.contains { $0.workoutId == workoutID } ?? false }

  /// The workout that was recorded last; nil for none.
  ///
  /// - Throws: why that is not known, as for a file that others can write to.
  func last() throws(SettingsFileError) -> Wire.Summary? { try recent().first }

  /// Finds out whether lines can be added, and what is there is believed; that there is no file is no error.
  ///
  /// Wraps access(2).
  func check() throws(SettingsFileError) {
    guard let descriptor = try openForReading() else { return }
    close(descriptor)
    // The path is a C string for as long as the call lasts, here and below.
    guard unsafe access(path, W_OK) == 0 else { throw SettingsFileError(path: path, reason: .system(errno)) }
  }

  /// The workouts that were recorded lately, the last one first.
  private func recent() throws(SettingsFileError) -> [Wire.Summary] {
    guard let descriptor = try openForReading() else { return [] }
    defer { close(descriptor) }
    do throws(FileError) {
      return try tail(of: descriptor).tail.summaries
    } catch {
      throw SettingsFileError(path: path, reason: .system(error.errno))
    }
  }

  /// Nil where there is no file.
  private func openForReading() throws(SettingsFileError) -> CInt? {
    do {
      return try TextFile.openRegular(path, isObeyed: true)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// Opens a regular file, and makes one where there is none: open(2), fstat(2).
  private func openForAppending() throws(FileError) -> CInt {
    let descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path: path, errno: errno) }
    var status = stat()
    // The variable outlives the call.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw FileError(path: path, errno: ENOTSUP)
    }
    return descriptor
  }

  /// Sees to it that the file ends with a whole line.
  ///
  /// - Returns: its size.
  private func repaired(_ descriptor: Int32) throws(FileError) -> off_t {
    let (tail, size) = try tail(of: descriptor)
    switch tail.repair {
    case .none: return size
    case .lineEnd:
      try write([UInt8(ascii: "\n")], to: descriptor)
      return size + 1
    case .cut(let count):
      guard ftruncate(descriptor, size - off_t(count)) == 0 else { throw FileError(path: path, errno: errno) }
      return size - off_t(count)
    }
  }

  private func tail(of descriptor: Int32) throws(FileError) -> (tail: HistoryTail, size: off_t) {
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw FileError(path: path, errno: errno) }
    var bytes = [UInt8](repeating: 0, count: Int(min(size, off_t(HistoryTail.mostBytes))))
    let begin = size - off_t(bytes.count)
    // The buffer outlives the call, which writes no more than its size.
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, begin) }
    guard count == bytes.count else { throw FileError(path: path, errno: count < 0 ? errno : EIO) }
    return (HistoryTail(bytes), size)
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    // As above; one call, as a file takes all that there is room for.
    let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw FileError(path: path, errno: count < 0 ? errno : ENOSPC) }
  }

  private static func line(_ summary: Wire.Summary) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and finite numbers can always be encoded, and JSON escapes the line ends in them.
    return Array((try? encoder.encode(summary)) ?? Data()) + [UInt8(ascii: "\n")]
  }
}
