package import CGio

/// Failure of a message bus, or of a service on it.
package struct BusError: Error, Equatable {
  /// The kinds of failure.
  package enum Code: Equatable, Sendable {
    /// The bus cannot be reached, or the bus has closed the connection.
    case busUnusable
    /// The bus or the service did not answer in time.
    case notResponding
    /// The service is not running, or ended before it answered.
    case noService
    /// The service or the bus answered with an error.
    case refused
    /// The process has too few free descriptors for a connection or a call.
    case noDescriptor
  }

  package var code: Code
  /// The address of the bus; empty for a failure of a call.
  package var subject: String
  /// The reason, as the system, the bus or the service describes it.
  package var reason: String
  /// The name of the D-Bus error if the answer was an error; otherwise empty.
  package var name: String

  package init(_ code: Code, subject: String = "", reason: String = "", name: String = "") {
    self.code = code
    self.subject = subject
    self.reason = reason
    self.name = name
  }
}

extension BusError: CustomStringConvertible {
  package var description: String {
    switch code {
    case .busUnusable where subject.isEmpty: "the bus has closed the connection"
    case .busUnusable where reason.isEmpty: "cannot use the bus at \(subject)"
    case .busUnusable: "cannot use the bus at \(subject): \(reason)"
    case .notResponding: "it does not respond"
    case .noService, .refused: reason
    case .noDescriptor: "no file descriptor is free"
    }
  }
}

extension BusError {
  /// Converts an error of GIO, and frees the original error.
  ///
  /// `address` is the address of the bus on which the error occurred.
  package init(taking error: inout UnsafeMutablePointer<GError>?, at address: String = "") {
    defer { unsafe g_clear_error(&error) }
    guard let error = unsafe error else {
      self.init(.refused)
      return
    }
    let isInput = unsafe error.pointee.domain == g_io_error_quark()
    let isBus = unsafe error.pointee.domain == g_dbus_error_quark()
    let code: Code =
      switch unsafe UInt32(bitPattern: error.pointee.code) {
      case G_IO_ERROR_TIMED_OUT.rawValue where isInput: .notResponding
      case G_IO_ERROR_CLOSED.rawValue where isInput: .busUnusable
      // A bus answers with these errors if the service is not running or has ended.
      case G_DBUS_ERROR_NO_REPLY.rawValue where isBus: .noService
      case G_DBUS_ERROR_SERVICE_UNKNOWN.rawValue where isBus: .noService
      case G_DBUS_ERROR_NAME_HAS_NO_OWNER.rawValue where isBus: .noService
      default: .refused
      }
    let name = unsafe g_dbus_error_get_remote_error(error)
    defer { unsafe g_free(name) }
    // GIO puts the name of the error before the message; the name is removed here.
    unsafe g_dbus_error_strip_remote_error(error)
    self.init(
      code, subject: address, reason: unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "",
      name: unsafe name.map { unsafe String(cString: $0) } ?? "")
  }

  /// Converts the error of an attempt to connect, and frees the original error.
  init(connecting error: inout UnsafeMutablePointer<GError>?, to address: String) {
    let isCancelled = unsafe g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_CANCELLED.rawValue)) != 0
    unsafe self.init(taking: &error, at: address)
    // An attempt to connect is cancelled only at its time limit.
    code = isCancelled ? .notResponding : .busUnusable
    let prefix = "Could not connect: "
    if reason.hasPrefix(prefix) { reason.removeFirst(prefix.count) }
  }
}
