import Glibc

/// Where systemd takes notifications: a Unix socket by its path or, behind an `@`, by its name in the abstract
/// namespace (`sd_notify(3)`).
struct NotificationAddress {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Makes a call with the address as the system takes it, valid for that call alone.
  ///
  /// - Returns: the call's result; nil, without the call, where the address is too long for a Unix socket.
  func withSocketAddress<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // What is not copied to is zeros, so that a path ends with one; the name of an abstract socket begins with one.
    let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { field in
      guard text.utf8.count < field.count else { return false }
      unsafe field.copyBytes(from: text.utf8)
      if text.hasPrefix("@") { unsafe field[0] = 0 }
      return true
    }
    guard fits else { return nil }
    // An abstract name is as long as the length says, without a zero at its end.
    let length = socklen_t(MemoryLayout<sa_family_t>.size + text.utf8.count)
    // A Unix address is one of the kinds that the system takes by this pointer, and the length is within it.
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe call($0, length) }
    }
  }
}
