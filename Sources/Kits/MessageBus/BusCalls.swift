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
  package var arguments: VariantList
  /// The descriptors in the answer; a `Variant.handle` is an index into this array.
  package var descriptors: [BusDescriptor]
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
  /// Calls a method without waiting for the answer; see g_dbus_connection_send_message_with_reply(3).
  ///
  /// If the service is not running, the call does not start it. A call with a malformed name or path fails at once.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - limit: The time limit for the answer; nil to wait as long as the service is on the bus.
  ///   - reply: Called with the answer; not called if this object is released before the answer arrives.
  package func call(
    _ call: BusCall, within limit: Duration? = nil, reply: @escaping (Result<BusReply, BusError>) -> Void
  ) {
    // GLib requires valid names and paths, and another process may have sent them.
    guard call.destination.map({ unsafe g_dbus_is_name($0) != 0 }) ?? true,
      unsafe g_variant_is_object_path(call.path) != 0
    else { return reply(.failure(BusError(.refused, reason: "the name or the path of the service is malformed"))) }
    let message = unsafe g_dbus_message_new_method_call(call.destination, call.path, call.interface, call.method)
    defer { unsafe g_object_unref(UnsafeMutableRawPointer(message)) }
    unsafe g_dbus_message_set_flags(message, cgio_message_no_auto_start)
    unsafe g_dbus_message_set_body(message, Variant.makeTuple(call.arguments))
    let timeLimit = limit.map { CallTimeLimit($0, on: thread) }
    let callback = Callback<Result<BusReply, BusError>?> { [weak self] answer in
      let hasPassed = timeLimit?.end() == true
      if self != nil, let answer = hasPassed ? .failure(BusError(.notResponding)) : answer { reply(answer) }
    }
    unsafe g_dbus_connection_send_message_with_reply(
      connection, message, cgio_send_none, gint.max, nil, timeLimit?.cancellable ?? cancellable,
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

  /// The arguments of a message; empty if the message has no arguments, or more than `Variant.maxValues` values.
  static func arguments(_ body: OpaquePointer?) -> VariantList {
    var rest = Variant.maxValues
    return unsafe body.flatMap { unsafe Variant($0, upTo: &rest) }?.elements ?? []
  }
}

/// Time limit of a call.
///
/// The time limits of GDBus are not used, because GDBus removes the timer of a call on another thread, after the answer
/// has arrived. If the GLib thread is already waiting for the next event, the removed timer still wakes it
/// (`send_message_with_reply_cleanup`, gio/gdbusconnection.c).
///
/// `@safe`: this object holds a reference to the target of the pointer.
@safe
private final class CallTimeLimit {
  /// Cancels the call when the limit has passed.
  let cancellable: UnsafeMutablePointer<GCancellable>
  private var timer: GLibSource?
  private var hasPassed = false

  init(_ limit: Duration, on thread: GLibThread) {
    guard let cancellable = unsafe g_cancellable_new() else {
      preconditionFailure("GLib ends the process if memory runs out")
    }
    unsafe self.cancellable = unsafe cancellable
    timer = thread.after(limit) { [weak self] in self?.pass() }
  }

  deinit {
    unsafe g_object_unref(cancellable)
  }

  private func pass() {
    hasPassed = true
    unsafe g_cancellable_cancel(cancellable)
  }

  /// Ends the limit because the call has ended; returns whether the limit has passed.
  func end() -> Bool {
    timer = nil
    return hasPassed
  }
}
