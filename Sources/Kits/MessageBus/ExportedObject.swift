import CGio

/// Behaviour of an object that the process exports on a bus.
package struct ExportedObject {
  /// Returns the value of a property that the interface has.
  package var value: (_ interface: String, _ property: String) -> Variant
  /// Sets a property that the interface declares as writable.
  package var set: (_ property: String, _ value: Variant) -> Void
  /// Calls a method that the interface has; returns an error message if the object does not support the method.
  package var call: (_ method: String) -> String?

  package init(
    value: @escaping (_ interface: String, _ property: String) -> Variant,
    set: @escaping (_ property: String, _ value: Variant) -> Void, call: @escaping (_ method: String) -> String?
  ) {
    self.value = value
    self.set = set
    self.call = call
  }
}

extension BusConnection {
  /// Exports an object, which then answers calls; see g_dbus_connection_register_object(3).
  ///
  /// GDBus refuses calls, properties and types that the description does not contain.
  ///
  /// - Parameters:
  ///   - object: The object. Its closures are called on the GLib thread of the connection.
  ///   - path: The path of the object.
  ///   - interfaces: The names of the interfaces of the object.
  ///   - description: The description of the interfaces, in the introspection format of the D-Bus specification.
  /// - Throws: `refused` if another object has the path.
  package func export(
    _ object: ExportedObject, at path: String, interfaces: [String], description: String
  ) throws(BusError) {
    guard let node = unsafe g_dbus_node_info_new_for_xml(description, nil) else {
      preconditionFailure("the description is malformed")
    }
    defer { unsafe g_dbus_node_info_unref(node) }
    var functions = GDBusInterfaceVTable()
    unsafe functions.method_call = { _, _, _, _, method, _, invocation, data in
      unsafe ObjectBox.answer(invocation, method, data)
    }
    unsafe functions.get_property = { _, _, _, interface, property, _, data in
      unsafe ObjectBox.value(interface, property, data)
    }
    unsafe functions.set_property = { _, _, _, _, property, value, _, data in
      unsafe ObjectBox.set(property, value, data)
    }
    let connection = unsafe connection
    for interface in interfaces {
      var error: UnsafeMutablePointer<GError>? = nil
      // The registration copies `functions`, and owns a reference to the `ObjectBox` until the registration ends.
      let identifier = unsafe g_dbus_connection_register_object(
        connection, path, g_dbus_node_info_lookup_interface(node, interface), &functions,
        Unmanaged.passRetained(ObjectBox(object)).toOpaque(), { data in unsafe ObjectBox.release(data) }, &error)
      guard identifier != 0 else { throw unsafe BusError(taking: &error) }
      cleanUps.append { unsafe g_dbus_connection_unregister_object(connection, identifier) }
    }
  }

  /// Sends a signal to all connections on the bus; see g_dbus_connection_emit_signal(3).
  package func emit(_ signal: String, of interface: String, at path: String, _ arguments: [Variant]) {
    unsafe g_dbus_connection_emit_signal(
      connection, nil, path, interface, signal, Variant.makeTuple(arguments), nil)
  }

  /// Takes a name on the bus, or confirms that this connection has it: RequestName of the D-Bus specification.
  ///
  /// - Returns: Whether this connection has the name; false if another connection has it.
  package func takeName(_ name: String, within limit: Duration) async throws(BusError) -> Bool {
    let reply = try await call(.bus("RequestName", .string(name), .uint32(cgio_name_do_not_queue)), within: limit)
    // The values are DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER and DBUS_REQUEST_NAME_REPLY_ALREADY_OWNER.
    return reply.arguments == [.uint32(1)] || reply.arguments == [.uint32(4)]
  }
}

/// Exported object that a registration owns.
private final class ObjectBox {
  private let object: ExportedObject

  init(_ object: ExportedObject) {
    self.object = object
  }

  /// The `ObjectBox` at `data`; the registration retains the `ObjectBox` during a callback.
  private static func at(_ data: UnsafeMutableRawPointer?) -> ObjectBox? {
    unsafe data.map { unsafe Unmanaged<ObjectBox>.fromOpaque($0).takeUnretainedValue() }
  }

  static func release(_ data: UnsafeMutableRawPointer?) {
    if let data = unsafe data { unsafe Unmanaged<ObjectBox>.fromOpaque(data).release() }
  }

  /// Calls a method, and sends its result or an error.
  ///
  /// Both answers consume the invocation; see g_dbus_method_invocation_return_value(3).
  static func answer(
    _ invocation: OpaquePointer?, _ method: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?
  ) {
    guard let method = unsafe method, let box = unsafe at(data) else { return }
    if let words = box.object.call(unsafe String(cString: method)) {
      unsafe g_dbus_method_invocation_return_dbus_error(
        invocation, "org.freedesktop.DBus.Error.NotSupported", words)
    } else {
      unsafe g_dbus_method_invocation_return_value(invocation, nil)
    }
  }

  /// Returns the value of a property as a floating reference; GDBus has checked that the interface has the property.
  static func value(
    _ interface: UnsafePointer<CChar>?, _ property: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?
  ) -> OpaquePointer? {
    guard let interface = unsafe interface, let property = unsafe property, let box = unsafe at(data) else {
      return nil
    }
    return unsafe box.object.value(String(cString: interface), String(cString: property)).makeGVariant()
  }

  /// Sets a property; GDBus has checked the type of the value, and that the property may be set.
  static func set(
    _ property: UnsafePointer<CChar>?, _ value: OpaquePointer?, _ data: UnsafeMutableRawPointer?
  ) -> gboolean {
    if let property = unsafe property, let value = unsafe value, let box = unsafe at(data) {
      var rest = Variant.maxValues
      if let value = unsafe Variant(value, upTo: &rest) { box.object.set(unsafe String(cString: property), value) }
    }
    return 1
  }
}
