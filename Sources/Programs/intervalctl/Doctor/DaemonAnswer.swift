import UserFiles
import Varlink
import ControlInterface

/// What came of asking the daemon how things stand.
enum DaemonAnswer: Equatable {
  case told(version: String, findings: [Wire.Finding])
  /// It has no answer to what it was asked, as one of another version.
  case refused(VarlinkError, version: String)
  /// The version is nil where not even that was told.
  case failed(TransportError, version: String? = nil)
  case noSocket(XDGFolders.RuntimeError)

  /// Nil where it is not known.
  var version: String? {
    switch self {
    case .told(let version, _), .refused(_, let version): version
    case .failed(_, let version): version
    case .noSocket: nil
    }
  }

  /// Asks it, which starts it where a service manager listens for it.
  static func ask(_ socket: Result<ControlSocket, XDGFolders.RuntimeError>) async -> DaemonAnswer {
    let client: WorkoutClient
    do {
      client = try await WorkoutClient.connect(to: socket.get(), timeout: timeout)
    } catch let error as XDGFolders.RuntimeError {
      return .noSocket(error)
    } catch let error as TransportError {
      return .failed(error)
    } catch {
      return .failed(TransportError(.system, context: "\(error)"))
    }
    return await ask(version: client.version, findings: client.diagnose)
  }

  /// Asks for the version, and then for the findings.
  static func ask(
    version: () async throws -> String, findings: () async throws -> [Wire.Finding]
  ) async -> DaemonAnswer {
    var known: String?
    do {
      let version = try await version()
      known = version
      return .told(version: version, findings: try await findings())
    } catch let error as TransportError {
      return .failed(error, version: known)
    } catch {
      if let error = error as? VarlinkError, let known { return .refused(error, version: known) }
      return .failed(TransportError(.malformedMessage, context: "\(error)"), version: known)
    }
  }

  /// More than the daemon takes for each answer.
  private static let timeout = Duration.seconds(6)
}
