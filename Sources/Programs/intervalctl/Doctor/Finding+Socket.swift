import UserFiles
import Text
import Varlink
import ControlInterface

/// What was found of the daemon and its socket.
extension Wire.Finding {
  /// Of what came of connecting to a socket and of what is at its path, for the user who asks.
  ///
  /// Whether the daemon is a unit of systemd's decides on the remedy.
  static func socket(
    _ answer: DaemonAnswer, at path: String, _ state: PathState, user: UInt32, isUnit: Bool
  ) -> Self {
    if case .noSocket(let error) = answer {
      let failure = Failure(error)
      return Self("socket", .fault, failure.message, remedy: failure.hints.first)
    }
    if case .socket(let owner, _) = state.kind, owner != user {
      return Self(
        "socket", .fault, "\(path) belongs to another user, with the number \(owner)",
        remedy: "have it removed: sudo rm \(path.shellWord)")
    }
    if case .failed(let error, _) = answer { return unreachable(error, at: path, isUnit: isUnit) }
    if case .socket(_, let mode) = state.kind, mode & 0o022 != 0 {
      return Self("socket", .warning, "others may connect to \(path)", remedy: "chmod go-w \(path.shellWord)")
    }
    return Self("socket", .ok, "intervald answers at \(path)")
  }

  private static func unreachable(_ error: TransportError, at path: String, isUnit: Bool) -> Self {
    switch error.code {
    case .noSocket:
      Self("socket", .fault, "intervald is not running: there is no \(path)", remedy: start(isUnit: isUnit))
    case .connectionRefused:
      Self("socket", .fault, "intervald is not running: nobody listens at \(path)", remedy: start(isUnit: isUnit))
    case .timedOut:
      Self("socket", .fault, "intervald does not answer at \(path)", remedy: startAnew(isUnit: isUnit, isHung: true))
    case .disconnected:
      Self(
        "socket", .fault, "intervald hangs up at \(path)",
        remedy: isUnit ? "see why: journalctl --user --unit intervald" : "see what it says: intervald")
    case .malformedMessage:
      Self(
        "socket", .fault, "what answers at \(path) is not intervald",
        remedy: "see what it is: fuser -v \(path.shellWord)")
    default: Self("socket", .fault, "\(error)", remedy: "see what it is: ls -l \(path.shellWord)")
    }
  }

  private static func start(isUnit: Bool) -> String {
    isUnit ? "systemctl --user enable --now intervald.socket" : "intervald &"
  }

  private static func startAnew(isUnit: Bool, isHung: Bool) -> String {
    isUnit ? "systemctl --user restart intervald" : "pkill \(isHung ? "-KILL " : "")-x intervald; intervald &"
  }

  static func version(_ version: String?, isUnit: Bool) -> Self {
    switch version {
    case intervaldVersion?: Self("version", .ok, "intervald and intervalctl are \(intervaldVersion)")
    case let version?:
      Self(
        "version", .warning, "intervald is \(version), and intervalctl \(intervaldVersion)",
        remedy: startAnew(isUnit: isUnit, isHung: false))
    case nil: Self("version", .unknown, "intervalctl is \(intervaldVersion); intervald could not be asked")
    }
  }

  /// What only the daemon knows, and did not tell.
  static func untold(_ answer: DaemonAnswer) -> [Self] {
    let words =
      if case .refused(let error, _) = answer {
        "intervald replied \(error.name.split(separator: ".").last ?? "") when it was asked"
      } else {
        "intervald could not be asked"
      }
    return subjects.map { Self($0, .unknown, words) }
  }
}
