import CLibnotify
import Concurrency

/// The media player's object and name on the session bus, by a connection of its own that closes when this is dropped.
///
/// The connection is not libnotify's, so that closing it gives the name back, and neither waits for the other.
/// It belongs to the GLib thread on which it is made; requests come there.
///
/// `@safe`: the pointer lives as long as the object that holds a reference to it.
@safe
final class MediaObject {
  /// What is done with requests.
  struct Handlers {
    /// The value of a property that the interface has.
    let value: (_ interface: String, _ property: String) -> PropertyValue
    /// Does what a property is set for.
    let set: (_ property: String, _ value: Double) -> Void
    /// Does what a method is called for; answers whether it is supported.
    let call: (_ method: String) -> Bool
  }

  /// How long the bus may take to answer a question.
  private static let patience: gint = 2000

  private let connection: OpaquePointer
  /// Whether what was told last is still on the way, as it is to a bus that hangs.
  private(set) var isBehind = false

  /// Connects, exports the object and takes the name, which waits for the bus: g_dbus_connection_new_for_address_sync.
  init(name: String, handlers: Handlers) throws(MediaPlayerFailure) {
    guard SpareDescriptors.areThere else { throw MediaPlayerFailure(.noDescriptor) }
    unsafe connection = try unsafe Self.connect()
    try export(HandlerBox(handlers))
    try take(name)
  }

  deinit {
    // Closing does not wait for what is still to be sent, and whoever pressed "stop" awaits an answer:
    // g_dbus_connection_flush_sync. The bus frees the name as it sees the connection end.
    unsafe g_dbus_connection_flush_sync(connection, nil, nil)
    if SpareDescriptors.areThere {
      unsafe g_dbus_connection_close_sync(connection, nil, nil)
    } else {
      unsafe g_dbus_connection_close(connection, nil, nil, nil)
    }
    unsafe g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Whether the bus has gone: g_dbus_connection_is_closed.
  var isClosed: Bool {
    unsafe g_dbus_connection_is_closed(connection) != 0
  }

  /// Tells everybody of properties of the player that have changed.
  func tellChanged(_ properties: [String: PropertyValue]) {
    emit(
      "PropertiesChanged", of: "org.freedesktop.DBus.Properties",
      [.string(MediaInterfaces.player), .dictionary(properties), .strings([])])
  }

  /// Tells everybody that the position has jumped, and to how many microseconds.
  func tellSeeked(to position: Int64) {
    emit("Seeked", of: MediaInterfaces.player, [.int64(position)])
  }

  /// Calls back once the bus has taken all that was told, or has gone, and never if this is dropped before:
  /// `org.freedesktop.DBus.Peer.Ping`, g_dbus_connection_call.
  func catchUp(_ done: @escaping () -> Void) {
    isBehind = true
    let answer = PingCallback { [weak self] in
      guard let self else { return }
      isBehind = false
      done()
    }
    unsafe g_dbus_connection_call(
      connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus.Peer", "Ping", nil, nil,
      clibnotify_call_none, gint.max, nil,
      { source, result, data in
        guard let data = unsafe data else { return }
        // That the bus has gone is known to the connection.
        if let reply = unsafe g_dbus_connection_call_finish(OpaquePointer(source), result, nil) {
          unsafe g_variant_unref(reply)
        }
        // The one callback of the call consumes the box that was retained for it.
        unsafe Unmanaged<PingCallback>.fromOpaque(data).takeRetainedValue().body()
      }, Unmanaged.passRetained(answer).toOpaque())
  }

  /// Sends a signal, to nobody if the bus has gone: g_dbus_connection_emit_signal.
  private func emit(_ signal: String, of interface: String, _ arguments: [PropertyValue]) {
    unsafe g_dbus_connection_emit_signal(
      connection, nil, MediaInterfaces.path, interface, signal, PropertyValue.makeTuple(arguments), nil)
  }

  private static func connect() throws(MediaPlayerFailure) -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>? = nil
    guard let address = unsafe g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, nil, &error) else {
      throw MediaPlayerFailure(.noSessionBus, context: unsafe SessionBus.takeMessage(&error))
    }
    defer { unsafe g_free(address) }
    guard
      let connection = unsafe g_dbus_connection_new_for_address_sync(
        address, clibnotify_connection_to_bus, nil, nil, &error)
    else { throw MediaPlayerFailure(.noSessionBus, context: unsafe SessionBus.takeMessage(&error)) }
    return unsafe connection
  }

  /// Answers requests from now on: g_dbus_connection_register_object.
  private func export(_ handlers: HandlerBox) throws(MediaPlayerFailure) {
    guard let node = unsafe g_dbus_node_info_new_for_xml(MediaInterfaces.description, nil) else {
      preconditionFailure("the description is a constant")
    }
    defer { unsafe g_dbus_node_info_unref(node) }
    var functions = GDBusInterfaceVTable()
    unsafe functions.method_call = { _, _, _, _, method, _, invocation, data in
      unsafe HandlerBox.answer(invocation, method, data)
    }
    unsafe functions.get_property = { _, _, _, interface, property, _, data in
      unsafe HandlerBox.value(interface, property, data)
    }
    unsafe functions.set_property = { _, _, _, _, property, value, _, data in
      unsafe HandlerBox.set(property, value, data)
    }
    for interface in [MediaInterfaces.root, MediaInterfaces.player] {
      var error: UnsafeMutablePointer<GError>? = nil
      // The registration copies the functions, and owns a reference to the box until the connection goes.
      let identifier = unsafe g_dbus_connection_register_object(
        connection, MediaInterfaces.path, g_dbus_node_info_lookup_interface(node, interface), &functions,
        Unmanaged.passRetained(handlers).toOpaque(),
        { data in if let data = unsafe data { unsafe Unmanaged<HandlerBox>.fromOpaque(data).release() } }, &error)
      guard identifier != 0 else {
        throw MediaPlayerFailure(.refused, context: unsafe SessionBus.takeMessage(&error))
      }
    }
  }

  /// Takes a name that nobody has, or has the bus confirm that it is taken by this:
  /// `org.freedesktop.DBus.RequestName`, g_dbus_connection_call_sync.
  func take(_ name: String) throws(MediaPlayerFailure) {
    guard SpareDescriptors.areThere else { throw MediaPlayerFailure(.noDescriptor) }
    var error: UnsafeMutablePointer<GError>? = nil
    var fields = unsafe [g_variant_new_string(name), g_variant_new_uint32(clibnotify_name_do_not_queue)]
    guard
      let reply = unsafe g_dbus_connection_call_sync(
        connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        g_variant_new_tuple(&fields, gsize(fields.count)), nil, clibnotify_call_none, Self.patience, nil, &error)
    else {
      let failure = unsafe SessionBus.takeFailure(&error)
      let code: MediaPlayerFailure.Code =
        switch failure.code {
        case .notResponding: .notResponding
        case .noSessionBus: .noSessionBus
        default: .refused
        }
      throw MediaPlayerFailure(code, context: failure.context)
    }
    defer { unsafe g_variant_unref(reply) }
    guard let answer = unsafe g_variant_get_child_value(reply, 0) else { return }
    defer { unsafe g_variant_unref(answer) }
    // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER and _ALREADY_OWNER of the D-Bus specification.
    guard unsafe [1, 4].contains(g_variant_get_uint32(answer)) else { throw MediaPlayerFailure(.nameTaken) }
  }
}

/// A closure that one question to the bus can own.
private final class PingCallback {
  let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }
}

/// Handlers that a registration can own.
private final class HandlerBox {
  let handlers: MediaObject.Handlers

  init(_ handlers: MediaObject.Handlers) {
    self.handlers = handlers
  }

  /// The box that `data` points to, alive as the registration holds a reference while it calls back.
  private static func at(_ data: UnsafeMutableRawPointer?) -> HandlerBox? {
    unsafe data.map { unsafe Unmanaged<HandlerBox>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Calls a method and answers: g_dbus_method_invocation_return_value, which consumes the invocation.
  static func answer(
    _ invocation: OpaquePointer?, _ method: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?
  ) {
    if let method = unsafe method, unsafe at(data)?.handlers.call(String(cString: method)) == true {
      unsafe g_dbus_method_invocation_return_value(invocation, nil)
    } else {
      unsafe g_dbus_method_invocation_return_dbus_error(
        invocation, "org.freedesktop.DBus.Error.NotSupported", "This media player opens nothing.")
    }
  }

  /// A property's value, floating; GDBus has made sure that the interface has the property.
  static func value(
    _ interface: UnsafePointer<CChar>?, _ property: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?
  ) -> OpaquePointer? {
    guard let interface = unsafe interface, let property = unsafe property, let box = unsafe at(data) else {
      return nil
    }
    return unsafe box.handlers.value(String(cString: interface), String(cString: property)).makeVariant()
  }

  /// Sets a property; GDBus has made sure that it may be set, and to such a value: those that may be are doubles.
  static func set(
    _ property: UnsafePointer<CChar>?, _ value: OpaquePointer?, _ data: UnsafeMutableRawPointer?
  ) -> gboolean {
    if let property = unsafe property, let box = unsafe at(data) {
      unsafe box.handlers.set(String(cString: property), g_variant_get_double(value))
    }
    return 1
  }
}
