import FoundationEssentials
import JSON
import SystemPackage
import UserFiles
package import WorkoutReports

/// The file of all ended workouts, with one line of JSON for each workout.
struct HistoryFile {
  /// The absolute path.
  let path: String

  /// Adds a line, and syncs the file; an incomplete line that a power failure left is removed first.
  ///
  /// With `onlyIfMissing`, nothing is added if one of the last lines already records the workout.
  ///
  /// - Throws: The error that prevents the line from being added; after an error, no part of the line remains.
  func append(_ summary: Report.Summary, onlyIfMissing: Bool = false) throws(SystemError) {
    let file = try openForAppending()
    let (tail, size) = try repaired(file, maxLines: onlyIfMissing ? PendingWrites.maxLines : 0)
    let isRecorded = onlyIfMissing && tail.contains(summary.workoutId)
    do {
      if !isRecorded { try file.write(Self.line(summary)) }
      try file.sync()
      if size == 0 { try Folder.sync(forFileAt: path) }
    } catch {
      // Undoes a failed write. Otherwise, an incomplete line could remain, or the next attempt could repeat the line.
      try? file.resize(to: size)
      throw error
    }
  }

  /// Whether one of the last lines records a workout.
  ///
  /// - Throws: The error that prevents the file from being read or trusted.
  func contains(_ workoutID: String) throws(FileReadError) -> Bool {
    try tail()?.contains(workoutID) ?? false
  }

  /// The summary that was recorded last; nil if the history is empty.
  ///
  /// - Throws: The error that prevents the file from being read or trusted.
  func last() throws(FileReadError) -> Report.Summary? { try tail()?.summaries.first }

  /// Checks that the file can be written and trusted; a missing file is not an error.
  func check() throws(FileReadError) {
    guard try openForReading() != nil else { return }
    try SystemError.wrapped(in: FileReadError.system, SystemCalls.access(path, for: .write))
  }

  /// The end of the file; nil if the file is missing.
  private func tail() throws(FileReadError) -> HistoryTail? {
    guard let file = try openForReading() else { return nil }
    return try SystemError.wrapped(in: FileReadError.system, tail(of: file).tail)
  }

  /// Opens the file; nil if it is missing.
  private func openForReading() throws(FileReadError) -> OpenFile? {
    do {
      return try OpenFile.regular(path, requireTrusted: true)
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

  /// Completes or removes an incomplete last line.
  ///
  /// - Returns: `tail`, the last lines of the file before the repair; `size`, the size of the file after the repair.
  private func repaired(
    _ file: borrowing OpenFile, maxLines: Int
  ) throws(SystemError) -> (tail: HistoryTail, size: Int) {
    let (tail, size) = try tail(of: file, maxLines: maxLines)
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

  private func tail(
    of file: borrowing OpenFile, maxLines: Int = PendingWrites.maxLines
  ) throws(SystemError) -> (tail: HistoryTail, size: Int) {
    let size = try file.seekToEnd()
    var bytes = [UInt8](repeating: 0, count: min(size, HistoryTail.maxBytes))
    guard try file.read(into: &bytes, at: size - bytes.count) == bytes.count else {
      throw SystemError(path, .ioError)
    }
    return (HistoryTail(bytes[...], maxLines: maxLines), size)
  }

  private static func line(_ summary: Report.Summary) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and finite numbers can always be encoded, and JSON escapes the line ends in strings.
    return Array((try? encoder.encode(summary)) ?? Data()) + [UInt8(ascii: "\n")]
  }
}

/// The end of a history file, which may contain an incomplete line if a write was interrupted.
package struct HistoryTail: Equatable, Sendable {
  /// The summaries in the last lines, the newest first; lines that cannot be read are left out.
  package let summaries: [Report.Summary]
  /// The change that the file needs before a line is added.
  package let repair: Repair

  package enum Repair: Equatable, Sendable {
    /// The last line is complete, or the file is empty.
    case none
    /// The last line lacks only its line end.
    case lineEnd
    /// The last line is incomplete, and has this number of bytes.
    case cut(Int)
  }

  /// The maximum number of bytes that are read; every line that the daemon writes is shorter.
  package static let maxBytes = 1 << 20

  /// - Parameters:
  ///   - bytes: The last bytes of the file, at most `maxBytes`.
  ///   - maxLines: The maximum number of complete lines that are read.
  package init(_ bytes: ArraySlice<UInt8>, maxLines: Int = PendingWrites.maxLines) {
    let newline = UInt8(ascii: "\n")
    let lineStart = bytes.lastIndex(of: newline).map(bytes.index(after:)) ?? bytes.startIndex
    let rest = bytes[lineStart...]
    let unterminated = Self.summary(rest)
    repair = rest.isEmpty ? .none : unterminated == nil && rest.count < Self.maxBytes ? .cut(rest.count) : .lineEnd
    var summaries = unterminated.map { [$0] } ?? []
    var complete = bytes[..<lineStart].dropLast()
    // A summary that is written again was among the last `maxLines` lines, so earlier lines are not needed.
    for _ in 0..<maxLines where !complete.isEmpty {
      let begin = complete.lastIndex(of: newline).map(complete.index(after:)) ?? complete.startIndex
      if let summary = Self.summary(complete[begin...]) { summaries.append(summary) }
      complete = complete[..<begin].dropLast()
    }
    self.summaries = summaries
  }

  /// Whether a workout is among the summaries.
  func contains(_ workoutID: String) -> Bool { summaries.contains { $0.workoutId == workoutID } }

  private static func summary(_ line: ArraySlice<UInt8>) -> Report.Summary? {
    try? JSONValue(parsing: Array(line)).decoded()
  }
}
