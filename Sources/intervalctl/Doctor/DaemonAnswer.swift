import Varlink
import WorkoutControl

/// What came of asking the daemon how things stand.
enum DaemonAnswer: Equatable {
  case told(version: String, findings: [Wire.Finding])
  /// It has no answer to what it was asked, as one of another version.
  case refused(VarlinkError, version: String)
  case failed(TransportError)
  case noSocket(ControlSocket.PlaceError)

  /// Nil where it is not known.
  var version: String? {
    switch self {
    case .told(let version, _), .refused(_, let version): version
    case .failed, .noSocket: nil
    }
  }

  /// Asks it, which starts it where a service manager listens for it.
  static func ask(_ socket: Result<ControlSocket, ControlSocket.PlaceError>) async -> DaemonAnswer {
    let client: WorkoutClient
    do {
      client = try await WorkoutClient.connect(to: socket.get(), timeout: timeout)
    } catch let error as ControlSocket.PlaceError {
      return .noSocket(error)
    } catch let error as TransportError {
      return .failed(error)
    } catch {
      return .failed(TransportError(.system, context: "\(error)"))
    }
    return await ask(client)
  }

  private static func ask(_ client: WorkoutClient) async -> DaemonAnswer {
    do {
      let version = try await client.version()
      do {
        return .told(version: version, findings: try await client.diagnose())
      } catch let error as VarlinkError {
        return .refused(error, version: version)
      }
    } catch let error as TransportError {
      return .failed(error)
    } catch {
      return .failed(TransportError(.malformedMessage, context: "\(error)"))
    }
  }

  /// More than the daemon takes for each answer.
  private static let timeout = Duration.seconds(6)
}
