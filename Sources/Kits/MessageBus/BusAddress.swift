import Text
import UserFiles

/// The addresses of message buses, as in the D-Bus specification.
package enum BusAddress {
  /// The address of the system bus.
  package static func system(_ environment: [String: String]) -> String {
    environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// The address of the session bus; nil if the environment does not contain one.
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

/// Checks whether buses answer, without blocking.
package actor BusProbe {
  private nonisolated let thread: GLibThread
  private var runningChecks = 0

  /// The maximum number of simultaneous checks, so that they do not accumulate for a bus that hangs; further checks
  /// report that the bus does not respond.
  private static let maxChecks = 8

  package init(on thread: GLibThread = .shared) {
    self.thread = thread
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe thread.asUnownedSerialExecutor()
  }

  /// Connects to a bus, which greets the connection; returns the failure, or nil if the bus answers.
  package func check(_ address: String, within limit: Duration) async -> BusError? {
    guard runningChecks < Self.maxChecks else { return BusError(.notResponding) }
    runningChecks += 1
    defer { runningChecks -= 1 }
    do throws(BusError) {
      _ = try await BusConnection.open(address, on: thread, within: limit)
      return nil
    } catch {
      return error
    }
  }
}
