import Dispatch
import Glibc
import MessageBus
import Systemd
import UserFiles

/// The session's speech service as a unit of the user's service manager.
///
/// In a separate unit, the service is not subject to the daemon's hardening, and continues after the daemon ends.
struct SpeechUnit: Sendable {
  /// The daemon's environment.
  let environment: [String: String]

  /// The name of the program; newer versions of speech-dispatcher install units with the same name.
  private static let name = "speech-dispatcher"
  /// The time limit of a start; the service loads every synthesizer before it listens.
  private static let startLimit: Duration = .seconds(15)

  /// Whether the program is installed and the daemon may start it; see access(2).
  var isKnown: Bool {
    guard environment["SPEECHD_ADDRESS"] == nil else { return false }
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { SystemCalls.canAccess("\($0)/\(Self.name)", for: .execute) }
  }

  /// Starts the service, and waits until it listens.
  ///
  /// Without a manager, or if the start fails, this function returns without an error. libspeechd then tries to start
  /// the service, and reports why a start fails.
  func start() {
    // A user who sets another address runs the service at that address, or does not want speech.
    guard environment["SPEECHD_ADDRESS"] == nil, let folder = XDGFolders(environment: environment).runtimeFolder else {
      return
    }
    let done = DispatchSemaphore(value: 0)
    Task(executorPreference: GLibThread.shared) {
      if let manager = try? await UserManagerConnection.open(runtimeFolder: folder) {
        try? await Self.start(by: manager, runtimeFolder: folder)
      }
      done.signal()
    }
    done.wait()
  }

  /// Starts the installed socket or service unit, or, if no unit is installed, a transient unit.
  ///
  /// The transient unit has the command line that libspeechd uses. A transient unit that is still stopping counts as
  /// installed, and is started again.
  private static func start(
    by manager: UserManagerConnection, runtimeFolder: String
  ) async throws(SystemdError) {
    for suffix in ["socket", "service"] {
      do throws(SystemdError) {
        return try await manager.start(unitNamed: "\(name).\(suffix)", within: startLimit)
      } catch {
        guard error.code == .unitUnknown else { throw error }
      }
    }
    // The program forks and exits, which makes the service and its synthesizers orphans. The PID file shows the manager
    // which process is the main process.
    let kind = TransientUnit.Kind.forking(processIDFile: "\(runtimeFolder)/\(name)/pid/\(name).pid")
    try await manager.start(
      TransientUnit(
        name: "\(name).service", summary: "Common interface to speech synthesizers", kind: kind, program: name,
        arguments: ["--spawn"]),
      within: startLimit)
  }
}
