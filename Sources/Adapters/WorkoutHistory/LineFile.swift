import SystemPackage
package import UserFiles

/// A text file to which lines are appended during a workout.
///
/// Only the daemon writes the file.
package struct LineFile {
  /// The absolute path.
  package let path: String
  /// The first line of the file; nil if the file has no header.
  let header: String?
  /// The size in bytes up to which lines are added and read.
  let maxSize: Int

  package init(path: String, header: String? = nil, maxSize: Int) {
    self.path = path
    self.header = header
    self.maxSize = maxSize
  }

  /// Adds lines without their newlines.
  ///
  /// The function creates the file with mode 0600, and a missing folder with mode 0700. A line that a crash has left
  /// incomplete is removed.
  ///
  /// - Throws: The error that prevents the lines from being added, such as `.fileTooLarge` if the file has its maximum
  ///   size; after an error, no part of them remains.
  package func append(_ lines: [String], isSynced: Bool = false) throws(SystemError) {
    try Folder.create(forFileAt: path)
    let reader = LineReader(
      file: try OpenFile(
        path, .readWrite, options: [.append, .create, .nonBlocking, .noControllingTerminal],
        permissions: .ownerReadWrite))
    guard (try? reader.file.status())?.type == .regular else { throw SystemError(path, .notSupported) }
    var size = try reader.file.seekToEnd()
    guard size < maxSize else { throw SystemError(path, .fileTooLarge) }
    var incomplete = size..<size
    try reader.readBackwards { line in
      incomplete = line.range
      return false
    }
    if !incomplete.isEmpty {
      size = incomplete.lowerBound
      try reader.file.resize(to: size)
    }
    let all = (size == 0 ? [header].compactMap(\.self) : []) + lines
    do {
      try reader.file.write(all.flatMap { Array("\($0)\n".utf8) })
      if isSynced { try reader.file.sync() }
      if isSynced, size == 0 { try Folder.sync(forFileAt: path) }
    } catch {
      try? reader.file.resize(to: size)
      throw error
    }
  }

  /// Reads the complete lines, including the header; none if the file is missing.
  ///
  /// - Throws: The error that prevents the file from being read or trusted.
  package func read() throws(FileReadError) -> [ArraySlice<UInt8>] {
    let bytes: [UInt8]
    do {
      let file = try OpenFile.regular(path, requireTrusted: true)
      bytes = try SystemError.wrapped(in: FileReadError.system, file.read(atMost: 2 * maxSize))
    } catch {
      guard error.isMissing else { throw error }
      return []
    }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
  }
}
