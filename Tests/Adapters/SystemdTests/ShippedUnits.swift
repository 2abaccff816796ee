import FoundationEssentials
import TestSupport

/// The units of `systemd/`, by file name, with the probe instead of the daemon.
enum ShippedUnits {
  static func running(probe arguments: String) throws -> [String: String] {
    let probe = "\(try BuiltProgram.path(of: "NotifyProbe")) \(arguments)"
    return [
      "intervald.service": try packageFile("systemd/intervald.service")
        .replacing("@BINDIR@/intervald", with: probe),
      "intervald.socket": try packageFile("systemd/intervald.socket"),
    ]
  }
}
