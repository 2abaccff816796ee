import Glibc

/// The words for an error number of errno(3), by strerror(3).
package func systemErrorWords(_ errno: Int32) -> String {
  // The string is the C library's and stays valid until the next call; it is copied at once.
  unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
}
