import Text
import UserFiles

/// The addresses of message buses, as in the D-Bus specification.
package enum BusAddress {
  /// The address of the system bus.
  package static func system(_ environment: [String: String]) -> String {
    environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// The address of the session bus; nil if the environment names none.
  package static func session(_ environment: [String: String]) -> String? {
    environment["DBUS_SESSION_BUS_ADDRESS"]
      ?? (try? XDGFolders(environment: environment).runtimePath("bus")).map(socket)
  }

  /// The address of a Unix socket.
  package static func socket(_ path: String) -> String {
    "unix:path=\(path.percentEncoded(allowed: "-_/."))"
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
      let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      let isPlain = byte.isASCIIAlphanumeric && !(firstDigit && index == 0 && isDigit)
      return isPlain ? String(Unicode.Scalar(byte)) : "_" + String(byte, radix: 16).zeroPadded(to: 2)
    }
    return element.isEmpty ? "_" : element.joined()
  }
}
