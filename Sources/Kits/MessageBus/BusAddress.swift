/// The addresses of message buses, as in the D-Bus specification.
package enum BusAddress {
  /// The address of the system bus.
  package static func system(_ environment: [String: String]) -> String {
    environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// The address of the session bus; nil if the environment names none.
  package static func session(_ environment: [String: String]) -> String? {
    environment["DBUS_SESSION_BUS_ADDRESS"] ?? environment["XDG_RUNTIME_DIR"].map { socket("\($0)/bus") }
  }

  /// The address of a Unix socket.
  package static func socket(_ path: String) -> String {
    "unix:path=\(escaped(path))"
  }

  /// Escapes a path for use in an address.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "/"),
        UInt8(ascii: "."):
        String(UnicodeScalar(byte))
      default: "%" + byte.hexadecimal
      }
    }.joined()
  }
}

/// Paths of objects on a bus.
package enum ObjectPath {
  /// Escapes any text as one element of a path: each byte but letters and digits becomes `_` and two hexadecimal
  /// digits, and an empty text becomes `_`.
  ///
  /// On request a digit at the beginning is escaped as well, as systemd does.
  package static func element(_ text: String, escapingFirstDigit firstDigit: Bool = false) -> String {
    let element = text.utf8.enumerated().map { index, byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9") where index == 0 && firstDigit: "_" + byte.hexadecimal
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        String(Unicode.Scalar(byte))
      default: "_" + byte.hexadecimal
      }
    }
    return element.isEmpty ? "_" : element.joined()
  }
}

extension UInt8 {
  /// Two lower-case hexadecimal digits.
  fileprivate var hexadecimal: String {
    (self < 16 ? "0" : "") + String(self, radix: 16)
  }
}
