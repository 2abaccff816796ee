import Text
import UserFiles

/// Addresses of message buses, in the form of the D-Bus specification.
package enum BusAddress {
  /// The address of the system bus.
  package static func system(_ environment: [String: String]) -> String {
    environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// The address of the session bus; nil if the environment contains neither an address nor a runtime folder.
  package static func session(_ environment: [String: String]) -> String? {
    environment["DBUS_SESSION_BUS_ADDRESS"]
      ?? (try? XDGFolders(environment: environment).runtimePath("bus")).map(socket)
  }

  /// The address of a Unix socket.
  package static func socket(_ path: String) -> String {
    "unix:path=\(path.percentEncoded(allowed: "-_/."))"
  }
}
