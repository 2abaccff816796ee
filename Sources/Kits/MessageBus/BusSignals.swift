import CGio
import Text

/// Signal of a service.
package struct BusSignal: Sendable {
  /// The unique name of the service; empty on a direct connection to a service.
  package var sender: String
  /// The path of the object that has sent the signal.
  package var path: String
  package var name: String
  package var arguments: VariantList
}

/// Subscription to signals, which ends when this object is released: g_dbus_connection_signal_unsubscribe(3).
///
/// The object must be released on the GLib thread of the connection.
///
/// `@safe`: this object holds a reference to the target of the pointer.
@safe
package final class BusSubscription {
  private let identifier: UInt32
  private let connection: OpaquePointer

  fileprivate init(_ identifier: UInt32, on connection: OpaquePointer) {
    unsafe g_object_ref(UnsafeMutableRawPointer(connection))
    self.identifier = identifier
    unsafe self.connection = unsafe connection
  }

  deinit {
    unsafe g_dbus_connection_signal_unsubscribe(connection, identifier)
    unsafe g_object_unref(UnsafeMutableRawPointer(connection))
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

  /// Calls a handler for each signal with a name, until the connection is released.
  ///
  /// The parameters are those of `subscription`.
  package func subscribe(
    to name: String, of interface: String, at path: String?, handler: @escaping (BusSignal) -> Void
  ) {
    subscriptions.append(subscription(to: name, of: interface, at: path, handler: handler))
  }

  /// Calls a handler for each signal with a name, until the result is released: g_dbus_connection_signal_subscribe(3).
  ///
  /// - Parameters:
  ///   - name: The name of the signal.
  ///   - interface: The interface of the signal.
  ///   - path: The path of the object that sends the signal; nil for any object.
  ///   - sender: The unique name of the service, or the name of the bus; nil for any service, and on a direct connection
  ///     to a service.
  ///   - namespace: A name; the first argument of the signal must be this name, or begin with this name and a dot.
  ///   - handler: Called on the thread for each signal.
  /// - Returns: The subscription.
  package func subscription(
    to name: String, of interface: String, at path: String?, from sender: String? = nil,
    aboutNamesIn namespace: String? = nil, handler: @escaping (BusSignal) -> Void
  ) -> BusSubscription {
    let identifier = unsafe g_dbus_connection_signal_subscribe(
      connection, sender, interface, name, path, namespace,
      namespace == nil ? cgio_signal_none : cgio_signal_namespace,
      { _, sender, path, _, name, body, data in
        let texts = unsafe [sender, path, name].map { unsafe $0.map { unsafe String(cString: $0) } ?? "" }
        let signal = unsafe BusSignal(
          sender: texts[0], path: texts[1], name: texts[2], arguments: BusConnection.arguments(body))
        unsafe Callback<BusSignal>.call(data, signal)
      }, Unmanaged.passRetained(Callback(handler)).toOpaque(), { unsafe Callback<BusSignal>.release($0) })
    return unsafe BusSubscription(identifier, on: connection)
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
