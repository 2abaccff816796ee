/// Where message buses listen, as the D-Bus specification has it.
package enum BusAddress {
  /// That of the machine.
  package static func system(_ environment: [String: String]) -> String {
    environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// That of the user; nil where the environment tells of none.
  package static func session(_ environment: [String: String]) -> String? {
    environment["DBUS_SESSION_BUS_ADDRESS"]
      ?? environment["XDG_RUNTIME_DIR"].map { "unix:path=\(escaped("\($0)/bus"))" }
  }

  /// A path as it stands in an address.
  package static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."):
        String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }.joined()
  }
}
