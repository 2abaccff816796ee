import Glibc

/// Reading a file of text whole.
package enum TextFile {
  /// The most that is read of a file: so much more than a text may have that one too long is still found out when the
  /// character that the cut went through is left out.
  package static let mostBytes = 65_541

  /// The text of a regular file, cut behind `mostBytes`.
  ///
  /// Opens with open(2) and reads with read(2), and never waits for anybody to write. A folder is an error, as are a
  /// pipe and text that is not UTF-8, and, of a file that is to be obeyed, one that `FileTrust` finds others able to
  /// write to.
  package static func read(
    _ path: String, mostBytes: Int = TextFile.mostBytes, isObeyed: Bool = false
  ) throws(SettingsFileError) -> String {
    let descriptor = try openRegular(path, isObeyed: isObeyed)
    defer { close(descriptor) }
    return try text(
      of: FileBytes.read(descriptor, at: path, mostBytes: mostBytes), at: path, mostBytes: mostBytes)
  }

  /// Opens a regular file for reading with open(2), likewise; whoever calls it closes the descriptor.
  package static func openRegular(_ path: String, isObeyed: Bool = false) throws(SettingsFileError) -> CInt {
    // The path is a valid C string for the length of the call.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SettingsFileError(path: path, reason: .system(errno)) }
    do throws(SettingsFileError) {
      if isObeyed { try checkTrust(descriptor, at: path) }
      try checkKind(descriptor, at: path)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func checkKind(_ descriptor: CInt, at path: String) throws(SettingsFileError) {
    var status = stat()
    // The variable outlives the call.
    guard unsafe fstat(descriptor, &status) == 0 else { throw SettingsFileError(path: path, reason: .system(errno)) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw SettingsFileError(path: path, reason: .system(EISDIR))
    default: throw SettingsFileError(path: path, reason: .notRegular)
    }
  }

  /// The text of whatever a path leads to, likewise, pipes and devices too; a path of `-` is standard input.
  ///
  /// Waits for whoever writes.
  package static func readStream(_ path: String) throws(SettingsFileError) -> String {
    try text(of: FileBytes.readStream(path, mostBytes: mostBytes), at: path, mostBytes: mostBytes)
  }

  /// The text that bytes are, which may have been cut in the middle of a character.
  private static func text(
    of bytes: [UInt8], at path: String, mostBytes: Int
  ) throws(SettingsFileError) -> String {
    var bytes = bytes
    if bytes.count >= mostBytes {
      let lastCharacter = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
      bytes.removeLast(min(4, bytes.count - lastCharacter))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SettingsFileError(path: path, reason: .notUTF8)
    }
    return text
  }

  private static func checkTrust(_ descriptor: Int32, at path: String) throws(SettingsFileError) {
    do {
      try FileTrust.check(descriptor, at: path)
    } catch {
      throw SettingsFileError(path: error.path, reason: .untrusted(error))
    }
  }
}
