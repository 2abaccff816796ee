import ControlInterface
import Text
import UserFiles
import Varlink
import WorkoutReports

/// The result of asking the daemon for its version and findings.
enum DaemonAnswer: Equatable {
  /// The daemon answered both calls.
  case answered(version: String, findings: [Report.Finding])
  /// The daemon sent its version, but rejected the call that returns the findings.
  ///
  /// For example, a daemon of another version may not have this call.
  case refused(VarlinkError, version: String)
  /// The connection failed; the version is nil if the connection failed before the daemon sent the version.
  case failed(TransportError, version: String? = nil)
  /// The path of the socket is unknown.
  case noSocket(XDGFolders.RuntimeError)

  /// The version of the daemon; nil if it is unknown.
  var version: String? {
    switch self {
    case .answered(let version, _), .refused(_, let version): version
    case .failed(_, let version): version
    case .noSocket: nil
    }
  }

  /// Asks the daemon for its version and findings; if no daemon is running, socket activation may start it.
  static func ask(
    _ socket: Result<ControlSocket, XDGFolders.RuntimeError>, environment: [String: String]
  ) async -> DaemonAnswer {
    let client: WorkoutClient
    do {
      client = try await WorkoutClient.connect(
        to: socket.get(), timeout: timeout,
        isRestarting: UnitStates.isRestarting(within: WorkoutClient.restartLimit, environment: environment))
    } catch let error as XDGFolders.RuntimeError {
      return .noSocket(error)
    } catch let error as TransportError {
      return .failed(error)
    } catch {
      return .failed(TransportError(.system, context: "\(error)"))
    }
    return await ask(version: client.version, findings: client.diagnose)
  }

  /// Asks for the version, then for the findings.
  static func ask(
    version: () async throws -> String, findings: () async throws -> [Report.Finding]
  ) async -> DaemonAnswer {
    var known: String?
    do {
      let version = try await version()
      known = version
      return .answered(version: version, findings: try await findings())
    } catch let error as TransportError {
      return .failed(error, version: known)
    } catch {
      if let error = error as? VarlinkError, let known { return .refused(error, version: known) }
      return .failed(TransportError(.malformedMessage, context: "\(error)"), version: known)
    }
  }

  /// The time limit for each answer; every check that the daemon performs ends earlier.
  private static let timeout = Duration.seconds(6)
}

/// The findings about the daemon and its socket.
extension Report.Finding {
  /// The finding about the socket at a path.
  ///
  /// `folder` is the state of the folder that contains the socket, and `user` is the user ID of this process. The remedy
  /// depends on `units` and on `process` (the ID of a daemon that runs outside a unit).
  static func socket(
    _ answer: DaemonAnswer, at path: String, _ state: PathState, in folder: PathState, user: UInt32,
    units: UnitStates, process: Int32? = nil
  ) -> Self {
    if case .noSocket(let error) = answer {
      let failure = Failure(error)
      return Self("socket", .fault, failure.message, remedy: failure.hints.first)
    }
    if case .socket(let owner) = state.kind, owner != user {
      return Self(
        "socket", .fault, "\(path) belongs to another user, with the number \(owner)",
        remedy: foreignRemedy(path, in: folder, user: user))
    }
    if case .failed(let error, _) = answer {
      switch error.code {
      case .noSocket, .connectionRefused:
        let problem = error.code == .noSocket ? "\(path) does not exist" : "no process listens at \(path)"
        let start = units.startCommand
        if units.areListening {
          return Self("socket", .fault, "intervald cannot be reached: \(problem)", remedy: start)
        }
        guard let process else { return Self("socket", .fault, "intervald is not running: \(problem)", remedy: start) }
        return Self(
          "socket", .fault, "intervald runs as process \(process), but \(problem)",
          remedy: "kill \(process); sleep 2; \(start)")
      default: return unreachable(error, at: path, user: user, isUnit: units.areInstalled)
      }
    }
    if case .socket = state.kind, let writers = state.writers {
      return Self("socket", .warning, "\(writers.words) can connect to \(path)", remedy: "chmod go-w \(path.shellWord)")
    }
    return Self("socket", .ok, "intervald answers at \(path)")
  }

  private static func unreachable(_ error: TransportError, at path: String, user: UInt32, isUnit: Bool) -> Self {
    switch error.code {
    case .foreignServer:
      Self(
        "socket", .fault, "\(error), which is another user",
        remedy: "set XDG_RUNTIME_DIR to a folder of your own, such as /run/user/\(user)")
    case .timedOut:
      Self(
        "socket", .fault, "intervald does not respond at \(path)",
        remedy: restart(isUnit: isUnit, user: user, isHung: true))
    case .disconnected, .callUnread:
      Self(
        "socket", .fault, "intervald closes the connection at \(path)",
        remedy: isUnit ? "read the log: journalctl --user --unit intervald" : "run it in a terminal: intervald")
    case .malformedMessage:
      Self(
        "socket", .fault, "the program that answers at \(path) is not intervald",
        remedy: "find the program: fuser -v \(path.shellWord)")
    default: Self("socket", .fault, "\(error)", remedy: "check: ls -l \(path.shellWord)")
    }
  }

  /// The command that restarts the daemon; without systemd, it ends only daemons of this user.
  private static func restart(isUnit: Bool, user: UInt32, isHung: Bool = false) -> String {
    isUnit
      ? "systemctl --user restart intervald"
      : "pkill \(isHung ? "-KILL " : "")-u \(user) -x intervald; intervald &"
  }

  /// The finding about the daemon's version; `version` is nil if the version is unknown.
  static func version(_ version: String?, isUnit: Bool, user: UInt32) -> Self {
    switch version {
    case intervaldVersion?: Self("version", .ok, "intervald and intervalctl are \(intervaldVersion)")
    case let version?:
      Self(
        "version", .warning, "intervald is version \(version), but intervalctl is \(intervaldVersion)",
        remedy: restart(isUnit: isUnit, user: user))
    case nil: Self("version", .unknown, "intervalctl is \(intervaldVersion); intervald could not be asked")
    }
  }

  /// Returns a finding with the verdict `unknown` for each subject that only the daemon can check.
  static func unanswered(_ answer: DaemonAnswer) -> [Self] {
    let words =
      if case .refused(let error, _) = answer {
        "intervald replied \(error.name.split(separator: ".").last ?? "") to the query"
      } else {
        "intervald could not be asked"
      }
    return subjects.map { Self($0, .unknown, words) }
  }
}
