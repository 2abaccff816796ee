import UserFiles
import Text

/// Where message buses listen, as the D-Bus specification has it.
package enum BusAddress {
  /// That of the machine.
  package static func system(_ environment: [String: String]) -> String {
    environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// That of the user; nil where the environment tells of none.
  package static func session(_ environment: [String: String]) -> String? {
    environment["DBUS_SESSION_BUS_ADDRESS"]
      ?? (try? XDGFolders(environment: environment).runtimePath("bus")).map { "unix:path=\(escaped($0))" }
  }

  /// A path as it stands in an address.
  static func escaped(_ path: String) -> String {
    path.percentEncoded(allowed: "-_/.")
  }
}
