import SystemPackage

/// Reads text files.
package enum TextFile {
  /// Default maximum number of bytes that are read.
  ///
  /// A plan or a settings file may have 64 KiB. The maximum is 5 bytes more, to recognize a longer file. If the maximum
  /// cuts the last character, at most 4 bytes are dropped. The rest of the text then still exceeds 64 KiB.
  package static let maxBytes = 65_541

  /// Reads a regular file, at most `maxBytes` bytes; see open(2), read(2).
  ///
  /// The call does not wait, even if the path belongs to a pipe.
  ///
  /// - Throws: `FileReadError` for a folder, a pipe, a device, or text that is not UTF-8. If `requireTrusted` is true,
  ///   also for a file that `FileTrust` rejects.
  package static func read(
    _ path: String, maxBytes: Int = TextFile.maxBytes, requireTrusted: Bool = false
  ) throws(FileReadError) -> String {
    let file = try OpenFile.regular(path, requireTrusted: requireTrusted)
    let bytes = try SystemError.wrapped(in: FileReadError.system, file.read(atMost: maxBytes))
    return try text(of: bytes, at: path, maxBytes: maxBytes)
  }

  /// Reads a file of any type, including a pipe or a device, and waits for the writer of the file; `-` is standard
  /// input.
  package static func readStream(_ path: String) throws(FileReadError) -> String {
    try text(of: FileBytes.readStream(path, maxBytes: maxBytes), at: path, maxBytes: maxBytes)
  }

  /// Decodes text whose last character may be cut.
  private static func text(of bytes: [UInt8], at path: String, maxBytes: Int) throws(FileReadError) -> String {
    var bytes = bytes
    if bytes.count >= maxBytes {
      let lastCharacter = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
      bytes.removeLast(min(4, bytes.count - lastCharacter))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(path: path) }
    return text
  }
}

/// Reads binary files.
package enum FileBytes {
  /// Reads at most a number of bytes of a file of any type, and waits for the writer of the file; `-` is standard
  /// input.
  ///
  /// Wraps open(2) and read(2).
  package static func readStream(_ path: String, maxBytes: Int) throws(FileReadError) -> [UInt8] {
    try SystemError.wrapped(
      in: FileReadError.system,
      path == "-"
        ? FileDescriptor.standardInput.read(atMost: maxBytes, reportedPath: path)
        : OpenFile(path, .readOnly).read(atMost: maxBytes))
  }
}

/// Reason why a file cannot be read.
package enum FileReadError: Error, Equatable, Sendable {
  case system(SystemError)
  /// The file is a pipe or a device, on which a reader could wait forever.
  case notRegular(path: String)
  case notUTF8(path: String)
  /// Other users may have changed the file.
  case untrusted(FileTrustError)

  package var path: String {
    switch self {
    case .system(let error): error.subject
    case .notRegular(let path), .notUTF8(let path): path
    case .untrusted(let error): error.path
    }
  }

  /// Whether the file may be readable later: the file exists, but could not be opened or read.
  package var isTemporary: Bool {
    switch self {
    case .system(let error), .untrusted(.system(let error)): error.errno != .isDirectory
    case .notRegular, .notUTF8, .untrusted: false
    }
  }

  /// Whether the file does not exist.
  package var isMissing: Bool {
    guard case .system(let error) = self else { return false }
    return error.errno == .noSuchFileOrDirectory || error.errno == .notDirectory
  }
}
