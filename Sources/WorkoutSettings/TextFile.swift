import Glibc

/// Reading a file of text whole.
package enum TextFile {
  /// The most that is read of a file: so much more than a text may have that one too long is still found out when the
  /// character that the cut went through is left out.
  package static let mostBytes = 65_541

  /// The text of a file, cut behind `mostBytes`; a path of `-` is standard input.
  ///
  /// Opens with open(2) and reads with read(2). A folder is an error, as is text that is not UTF-8.
  package static func read(_ path: String, mostBytes: Int = TextFile.mostBytes) throws(SettingsFileError) -> String {
    // The path is a valid C string for the length of the call.
    let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SettingsFileError(path: path, reason: .system(errno)) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < mostBytes {
      // The buffer outlives the call, which writes no more than its size.
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SettingsFileError(path: path, reason: .system(errno)) }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    if bytes.count >= mostBytes {
      bytes.removeLast(bytes.count - mostBytes)
      let lastCharacter = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
      bytes.removeLast(min(4, bytes.count - lastCharacter))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SettingsFileError(path: path, reason: .notUTF8)
    }
    return text
  }
}
