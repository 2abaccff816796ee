import Glibc

/// Reading what a file holds, of whatever kind.
package enum FileBytes {
  /// The bytes of whatever a path leads to, pipes and devices too, cut behind `mostBytes`; a path of `-` is standard
  /// input.
  ///
  /// Opens with open(2) and reads with read(2). Waits for whoever writes.
  package static func readStream(_ path: String, mostBytes: Int) throws(SettingsFileError) -> [UInt8] {
    // The path is a valid C string for the length of the call.
    let descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SettingsFileError(path: path, reason: .system(errno)) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    return try read(descriptor, at: path, mostBytes: mostBytes)
  }

  /// What is left to read of a descriptor, cut behind `mostBytes`.
  static func read(_ descriptor: CInt, at path: String, mostBytes: Int) throws(SettingsFileError) -> [UInt8] {
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
    return Array(bytes.prefix(mostBytes))
  }
}
