import CGio
import Concurrency
import Glibc
import Text

/// Call of a method of a service.
package struct BusCall: Equatable, Sendable {
  /// The name of the service; nil on a direct connection to a service.
  package var destination: String?
  package var path: String
  package var interface: String
  package var method: String
  package var arguments: [Variant]

  package init(
    _ method: String, of interface: String, at path: String, on destination: String?, _ arguments: [Variant] = []
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.method = method
    self.arguments = arguments
  }

  /// A call of a method that every bus has.
  package static let ping = BusCall(
    "Ping", of: "org.freedesktop.DBus.Peer", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus")

  /// A call of a method of the bus itself.
  package static func bus(_ method: String, _ arguments: Variant...) -> BusCall {
    BusCall(
      method, of: "org.freedesktop.DBus", at: "/org/freedesktop/DBus", on: "org.freedesktop.DBus", arguments)
  }
}

/// Answer to a call.
package struct BusReply: Sendable {
  package var arguments: [Variant]
  /// The descriptors in the answer; a `Variant.handle` is an index into this array.
  package var descriptors: [BusDescriptor]
}

/// Signal of a service.
package struct BusSignal: Sendable {
  /// The unique name of the service; empty on a direct connection to a service.
  package var sender: String
  package var name: String
  package var arguments: [Variant]
}

/// Descriptor from a message, which is closed when this object is released.
package final class BusDescriptor: Sendable {
  package let number: CInt

  /// Takes ownership of a descriptor.
  init(_ number: CInt) {
    self.number = number
  }

  deinit {
    close(number)
  }
}

extension BusConnection {
  /// The owner of a name on the bus.
  package enum Ownership: Equatable, Sendable {
    /// The unique name of the owner.
    case owned(by: String)
    case notOwned
    case connectionLost
  }

  // MARK: - Calls

  /// Calls a method without waiting for the answer; see g_dbus_connection_send_message_with_reply(3).
  ///
  /// If the service is not running, the call does not start it.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - limit: The time limit for the answer; nil to wait as long as the service is on the bus.
  ///   - reply: Called with the answer; not called if this object is released before the answer arrives.
  package func call(
    _ call: BusCall, within limit: Duration? = nil, reply: @escaping (Result<BusReply, BusError>) -> Void
  ) {
    let message = unsafe g_dbus_message_new_method_call(call.destination, call.path, call.interface, call.method)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(message)) }
    unsafe g_dbus_message_set_flags(message, cgio_message_no_auto_start)
    unsafe g_dbus_message_set_body(message, Variant.makeTuple(call.arguments))
    let milliseconds = limit.map { $0.inTimeoutMilliseconds() } ?? gint.max
    let callback = Callback<Result<BusReply, BusError>?> { if let answer = $0 { reply(answer) } }
    unsafe g_dbus_connection_send_message_with_reply(
      connection, message, cgio_send_none, milliseconds, nil, cancellable,
      { source, result, data in
        let answer = unsafe BusConnection.answer(from: OpaquePointer(source), result)
        unsafe Callback<Result<BusReply, BusError>?>.call(data, answer)
        unsafe Callback<Result<BusReply, BusError>?>.release(data)
      }, Unmanaged.passRetained(callback).toOpaque())
  }

  /// Calls a method, and waits for the answer without blocking the thread.
  ///
  /// The caller must be on the thread.
  package func call(_ call: BusCall, within limit: Duration? = nil) async throws(BusError) -> BusReply {
    try await withCheckedContinuation { continuation in
      self.call(call, within: limit) { continuation.resume(returning: $0) }
    }.get()
  }

  /// The answer to a call that has ended; nil if the call was cancelled.
  private static func answer(
    from connection: OpaquePointer?, _ result: OpaquePointer?
  ) -> Result<BusReply, BusError>? {
    var error: UnsafeMutablePointer<GError>? = nil
    let message = unsafe g_dbus_connection_send_message_with_reply_finish(connection, result, &error)
    defer { if let message = unsafe message { unsafe g_object_unref(UnsafeMutableRawPointer(message)) } }
    if let message = unsafe message, unsafe g_dbus_message_to_gerror(message, &error) == 0 {
      return unsafe .success(reply(message))
    }
    if unsafe g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_CANCELLED.rawValue)) != 0 {
      unsafe g_clear_error(&error)
      return nil
    }
    return unsafe .failure(BusError(taking: &error))
  }

  private static func reply(_ message: OpaquePointer) -> BusReply {
    var descriptors: [BusDescriptor] = []
    if let list = unsafe g_dbus_message_get_unix_fd_list(message) {
      var count: gint = 0
      // The call transfers the array and its descriptors to this function; the descriptors are close-on-exec:
      // g_unix_fd_list_steal_fds(3).
      let numbers = unsafe g_unix_fd_list_steal_fds(list, &count)
      defer { unsafe g_free(numbers) }
      descriptors = unsafe UnsafeBufferPointer(start: numbers, count: Int(count)).map { BusDescriptor($0) }
    }
    return unsafe BusReply(arguments: arguments(g_dbus_message_get_body(message)), descriptors: descriptors)
  }

  private static func arguments(_ body: OpaquePointer?) -> [Variant] {
    guard let body = unsafe body, case .structure(let values) = unsafe Variant(body) else { return [] }
    return values
  }

  // MARK: - Signals and names

  /// Calls a handler for each signal with a name; see g_dbus_connection_signal_subscribe(3).
  ///
  /// - Parameters:
  ///   - name: The name of the signal.
  ///   - interface: The interface of the signal.
  ///   - path: The path of the object that sends the signal; nil for any object.
  ///   - sender: The unique name of the service; nil for any service, and on a direct connection to a service.
  ///   - namespace: A name; the first argument of the signal must be this name, or begin with this name and a dot.
  ///   - handler: Called on the thread for each signal.
  package func subscribe(
    to name: String, of interface: String, at path: String?, from sender: String? = nil,
    aboutNamesIn namespace: String? = nil, handler: @escaping (BusSignal) -> Void
  ) {
    let connection = unsafe connection
    let subscription = unsafe g_dbus_connection_signal_subscribe(
      connection, sender, interface, name, path, namespace,
      namespace == nil ? cgio_signal_none : cgio_signal_namespace,
      { _, sender, _, _, name, body, data in
        let texts = unsafe [sender, name].map { unsafe $0.map { unsafe String(cString: $0) } ?? "" }
        let signal = unsafe BusSignal(sender: texts[0], name: texts[1], arguments: BusConnection.arguments(body))
        unsafe Callback<BusSignal>.call(data, signal)
      }, Unmanaged.passRetained(Callback(handler)).toOpaque(), { unsafe Callback<BusSignal>.release($0) })
    cleanUps.append { unsafe g_dbus_connection_signal_unsubscribe(connection, subscription) }
  }

  /// Calls a handler with the owner of a name, and again whenever the owner changes: g_bus_watch_name_on_connection(3).
  package func watch(_ name: String, changed: @escaping (Ownership) -> Void) {
    let watch = unsafe g_bus_watch_name_on_connection(
      connection, name, cgio_watcher_none,
      { _, _, owner, data in
        let owner = unsafe owner.map { unsafe String(cString: $0) } ?? ""
        unsafe Callback<Ownership>.call(data, .owned(by: owner))
      },
      { connection, _, data in
        // After a lost connection, GIO calls this closure only if the name had an owner. Therefore, this closure
        // ignores a lost connection, and `onClose` below reports the loss.
        if let connection = unsafe connection, unsafe g_dbus_connection_is_closed(connection) == 0 {
          unsafe Callback<Ownership>.call(data, .notOwned)
        }
      }, Unmanaged.passRetained(Callback(changed)).toOpaque(), { unsafe Callback<Ownership>.release($0) })
    cleanUps.append { g_bus_unwatch_name(watch) }
    onClose { changed(.connectionLost) }
  }
}

/// Paths of objects on a bus.
package enum ObjectPath {
  /// Escapes any text as one element of a path.
  ///
  /// Each byte except ASCII letters and digits becomes `_` and two hexadecimal digits. An empty text becomes `_`.
  ///
  /// If `firstDigit` is true, a digit at the beginning is also escaped, as systemd does.
  package static func element(_ text: String, escapingFirstDigit firstDigit: Bool = false) -> String {
    let element = text.utf8.enumerated().map { index, byte in
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      let isPlain = byte.isASCIIAlphanumeric && !(firstDigit && index == 0 && isDigit)
      return isPlain ? String(Unicode.Scalar(byte)) : "_" + String(byte, radix: 16).zeroPadded(to: 2)
    }
    return element.isEmpty ? "_" : element.joined()
  }
}
