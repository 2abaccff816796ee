import Text
import CLibnotify
import Concurrency

/// The session bus connection that libnotify uses too, for what libnotify has no call for.
///
/// It belongs to the GLib thread on which it is made; answers come there. Dropping it gives up the watch, and calls
/// still under way answer nothing.
///
/// `@safe`: both pointers live as long as the object that holds a reference to each.
@safe
final class SessionBus {
  private let connection: OpaquePointer
  private let pendingCalls: UnsafeMutablePointer<GCancellable>
  private var watch: guint = 0

  /// Connects, or takes the connection that there is: g_bus_get_sync.
  init() throws(NotificationFailure) {
    guard SpareDescriptors.areThere else { throw NotificationFailure(.noDescriptor) }
    var error: UnsafeMutablePointer<GError>? = nil
    guard let connection = unsafe g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error) else {
      throw unsafe NotificationFailure(.noSessionBus, context: Self.takeMessage(&error))
    }
    guard unsafe g_dbus_connection_is_closed(connection) == 0 else {
      unsafe g_object_unref(UnsafeMutableRawPointer(connection))
      throw NotificationFailure(.noSessionBus, context: "the connection is closed")
    }
    // GLib would end the process when its bus goes away.
    unsafe g_dbus_connection_set_exit_on_close(connection, 0)
    unsafe self.connection = unsafe connection
    unsafe pendingCalls = unsafe g_cancellable_new()
  }

  deinit {
    if watch != 0 { g_bus_unwatch_name(watch) }
    unsafe g_cancellable_cancel(pendingCalls)
    unsafe g_object_unref(pendingCalls)
    unsafe g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// The bus's own identifier: g_dbus_connection_get_guid.
  var identifier: String {
    // The connection owns the string, which is copied.
    unsafe g_dbus_connection_get_guid(connection).map { unsafe String(cString: $0) } ?? ""
  }

  /// What is told of the owner of a watched name.
  enum Ownership: Equatable {
    /// By its unique name.
    case owned(by: String)
    case notOwned
    case connectionLost
  }

  /// Tells at once and on every change who owns a name, until the bus is dropped: g_bus_watch_name_on_connection.
  ///
  /// One name at a time.
  func watch(_ name: String, changed: @escaping (Ownership) -> Void) {
    precondition(watch == 0, "one name at a time")
    watch = unsafe g_bus_watch_name_on_connection(
      connection, name, clibnotify_watcher_none,
      { _, _, owner, data in
        unsafe OwnershipCallback.call(data, .owned(by: owner.map { unsafe String(cString: $0) } ?? ""))
      },
      { connection, _, data in
        unsafe OwnershipCallback.call(data, connection == nil ? .connectionLost : .notOwned)
      },
      Unmanaged.passRetained(OwnershipCallback(changed)).toOpaque(),
      { data in if let data = unsafe data { unsafe Unmanaged<OwnershipCallback>.fromOpaque(data).release() } })
  }

  /// Calls a method without waiting, and answers all strings of the reply in their order: g_dbus_connection_call.
  ///
  /// No service is started for it. With a name it takes that name, and flags that are 0, as `StartServiceByName` does;
  /// else it takes nothing. Without a time limit it waits for as long as the callee is on the bus.
  func call(
    _ method: String, of interface: String, at path: String, on destination: String, name: String? = nil,
    timeout: Duration?, answer: @escaping (Result<[String], NotificationFailure>) -> Void
  ) {
    var parameters: OpaquePointer?
    if let name {
      var fields = unsafe [g_variant_new_string(name), g_variant_new_uint32(0)]
      unsafe parameters = unsafe g_variant_new_tuple(&fields, gsize(fields.count))
    }
    let milliseconds = timeout.map { gint($0 / .milliseconds(1)) } ?? gint.max
    unsafe g_dbus_connection_call(
      connection, destination, path, interface, method, parameters, nil, clibnotify_call_no_auto_start,
      milliseconds, pendingCalls,
      { source, result, data in
        guard let data = unsafe data else { return }
        // The one callback of the call consumes the box that was retained for it.
        let callback = unsafe Unmanaged<AnswerCallback>.fromOpaque(data).takeRetainedValue()
        var error: UnsafeMutablePointer<GError>? = nil
        if let reply = unsafe g_dbus_connection_call_finish(OpaquePointer(source), result, &error) {
          let strings = unsafe SessionBus.strings(in: reply)
          unsafe g_variant_unref(reply)
          callback.body(.success(strings))
        } else if unsafe g_error_matches(error, g_io_error_quark(), gint(G_IO_ERROR_CANCELLED.rawValue)) != 0 {
          unsafe g_clear_error(&error)
        } else {
          callback.body(.failure(unsafe SessionBus.takeFailure(&error)))
        }
      },
      Unmanaged.passRetained(AnswerCallback(answer)).toOpaque())
  }

  /// Makes a failure of the error of a call, and frees the error.
  static func takeFailure(_ error: inout UnsafeMutablePointer<GError>?) -> NotificationFailure {
    let domain = unsafe error?.pointee.domain
    let code: NotificationFailure.Code =
      switch unsafe error.map({ unsafe UInt32(bitPattern: $0.pointee.code) }) {
      case G_IO_ERROR_TIMED_OUT.rawValue where domain == g_io_error_quark(): .notResponding
      case G_IO_ERROR_CLOSED.rawValue where domain == g_io_error_quark(): .noSessionBus
      // What the bus says of a callee that has gone.
      case G_DBUS_ERROR_NO_REPLY.rawValue where domain == g_dbus_error_quark(): .noServer
      case G_DBUS_ERROR_SERVICE_UNKNOWN.rawValue where domain == g_dbus_error_quark(): .noServer
      case G_DBUS_ERROR_NAME_HAS_NO_OWNER.rawValue where domain == g_dbus_error_quark(): .noServer
      default: .refused
      }
    return unsafe NotificationFailure(code, context: takeMessage(&error))
  }

  /// Takes the words of the error of a call as they were sent, without the name that GLib puts before them, and frees
  /// the error.
  static func takeMessage(_ error: inout UnsafeMutablePointer<GError>?) -> String {
    defer { unsafe g_clear_error(&error) }
    if let error = unsafe error { _ = unsafe g_dbus_error_strip_remote_error(error) }
    guard let message = unsafe error?.pointee.message else { return "" }
    return unsafe String(cString: message).preparedForDisplay(keepingLines: false, limit: 200)
  }

  private static func strings(in value: OpaquePointer) -> [String] {
    if unsafe g_variant_classify(value) == G_VARIANT_CLASS_STRING {
      return unsafe g_variant_get_string(value, nil).map { unsafe [String(cString: $0)] } ?? []
    }
    guard unsafe g_variant_is_container(value) != 0 else { return [] }
    return unsafe (0..<g_variant_n_children(value)).flatMap { index -> [String] in
      guard let child = unsafe g_variant_get_child_value(value, index) else { return [] }
      defer { unsafe g_variant_unref(child) }
      return unsafe strings(in: child)
    }
  }
}

/// A closure that a name watch can own.
private final class OwnershipCallback {
  private let body: (SessionBus.Ownership) -> Void

  init(_ body: @escaping (SessionBus.Ownership) -> Void) {
    self.body = body
  }

  /// Calls the closure in the box that `data` points to, which the watch keeps alive.
  static func call(_ data: UnsafeMutableRawPointer?, _ ownership: SessionBus.Ownership) {
    guard let data = unsafe data else { return }
    unsafe Unmanaged<OwnershipCallback>.fromOpaque(data).takeUnretainedValue().body(ownership)
  }
}

/// A closure that one call can own.
private final class AnswerCallback {
  let body: (Result<[String], NotificationFailure>) -> Void

  init(_ body: @escaping (Result<[String], NotificationFailure>) -> Void) {
    self.body = body
  }
}
