package import SystemPackage

/// An open file, which is closed when this value is destroyed.
///
/// Child processes do not inherit the file. A call that a signal interrupts is repeated.
package struct OpenFile: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  /// Path reported in errors.
  package let path: String

  /// Opens a file, or creates it with permissions; see open(2).
  ///
  /// Errors of this call and of later calls contain `reportedPath`, or `path` if `reportedPath` is nil.
  package init(
    _ path: String, _ mode: FileDescriptor.AccessMode, options: FileDescriptor.OpenOptions = [],
    permissions: FilePermissions? = nil, reportedPath: String? = nil
  ) throws(SystemError) {
    try SystemCalls.requireNoNUL(path)
    let name = reportedPath ?? path
    // The path is a C string that is valid for the whole call.
    descriptor = try SystemError.attributing(to: name) {
      try unsafe FileDescriptor.open(path, mode, options: options.union(.closeOnExec), permissions: permissions)
    }
    self.path = name
  }

  deinit {
    // Linux frees the descriptor whether the call succeeds or not.
    try? descriptor.close()
  }
}

extension OpenFile {
  /// Opens a regular file for reading; see open(2), fstat(2).
  ///
  /// The call does not wait, even if the path belongs to a pipe.
  ///
  /// - Throws: `EISDIR` for a folder; `notRegular` for a pipe or a device; if `requireTrusted` is true, `untrusted` for
  ///   a file that `FileTrust` rejects.
  package static func regular(_ path: String, requireTrusted: Bool = false) throws(FileReadError) -> OpenFile {
    let file = try SystemError.wrapped(
      in: FileReadError.system, OpenFile(path, .readOnly, options: [.nonBlocking, .noControllingTerminal]))
    if requireTrusted {
      do throws(FileTrustError) {
        try FileTrust.check(file)
      } catch {
        throw .untrusted(error)
      }
    }
    switch try SystemError.wrapped(in: FileReadError.system, file.status().type) {
    case .regular: return file
    case .directory: throw .system(SystemError(path, .isDirectory))
    default: throw .notRegular(path: path)
    }
  }

  /// Reads the status of the file; see fstat(2).
  package func status() throws(SystemError) -> Stat {
    try SystemError.attributing(to: path) { try Stat(descriptor) }
  }

  /// Sets the offset to the end of the file, and returns the offset; see lseek(2).
  package func seekToEnd() throws(SystemError) -> Int {
    Int(try SystemError.attributing(to: path) { try descriptor.seek(offset: 0, from: .end) })
  }

  /// Reads from an offset into a buffer, once; see pread(2).
  ///
  /// - Returns: The number of bytes read; 0 at the end of the file.
  package func read(into buffer: inout [UInt8], at offset: Int) throws(SystemError) -> Int {
    try SystemError.attributing(to: path) {
      // The buffer outlives the call, and the call writes at most the size of the buffer.
      try unsafe buffer.withUnsafeMutableBytes {
        try unsafe descriptor.read(fromAbsoluteOffset: Int64(offset), into: $0)
      }
    }
  }

  /// Reads to the end of the file, but at most `maxBytes` bytes; see read(2).
  package func read(atMost maxBytes: Int) throws(SystemError) -> [UInt8] {
    try descriptor.read(atMost: maxBytes, reportedPath: path)
  }

  /// Writes all bytes; see write(2).
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    _ = try SystemError.attributing(to: path) { try descriptor.writeAll(bytes) }
  }

  /// Writes all bytes at an offset; see pwrite(2).
  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    _ = try SystemError.attributing(to: path) { try descriptor.writeAll(toAbsoluteOffset: Int64(offset), bytes) }
  }

  /// Cuts the file to a size, or extends it with zeros; see ftruncate(2).
  package func resize(to size: Int) throws(SystemError) {
    try SystemError.attributing(to: path) { try descriptor.resize(to: Int64(size)) }
  }
}

extension FileDescriptor {
  /// Reads to the end of the file, but at most `maxBytes` bytes; see read(2).
  func read(atMost maxBytes: Int, reportedPath: String) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < maxBytes {
      let count = try SystemError.attributing(to: reportedPath) {
        // The buffer outlives the call, and the call writes at most the size of the buffer.
        try unsafe buffer.withUnsafeMutableBytes { try unsafe read(into: $0) }
      }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return Array(bytes.prefix(maxBytes))
  }
}
