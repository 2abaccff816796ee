import Glibc
import TestSupport

/// A file that is open.
final class FileHandle {
  let descriptor: CInt

  init(_ path: String, forWriting: Bool = false) throws {
    // The path is a C string for as long as the call lasts.
    descriptor = unsafe open(path, (forWriting ? O_RDWR : O_RDONLY) | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(errno: errno, call: "open") }
  }

  deinit {
    close(descriptor)
  }
}
