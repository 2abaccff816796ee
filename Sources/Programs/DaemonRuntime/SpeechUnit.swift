import Dispatch
import Glibc
import MessageBus
import Systemd
import UserFiles

/// The session's speech service as a unit of the user's service manager.
///
/// As a unit of its own, the service is not subject to the daemon's hardening and continues after the daemon ends.
struct SpeechUnit: Sendable {
  /// The daemon's environment.
  let environment: [String: String]

  /// The name of the program, and of the units that newer versions of speech-dispatcher install.
  private static let name = "speech-dispatcher"
  /// The time limit of a start, in which the service loads every synthesizer.
  private static let startLimit: Duration = .seconds(15)

  /// Whether the program is installed and the daemon may start it: access(2).
  var isKnown: Bool {
    guard environment["SPEECHD_ADDRESS"] == nil else { return false }
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { SystemCalls.canAccess("\($0)/\(Self.name)", for: .execute) }
  }

  /// Starts the service, and waits until it listens.
  ///
  /// Without a manager, or if the start fails, it returns without an error: libspeechd then tries to start the service
  /// itself, and reports its error.
  func start() {
    // A user who sets another address runs the service there, or does not want one.
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

  /// Starts the installed socket or service unit, else a transient unit with the command line of libspeechd.
  ///
  /// A transient unit that is still stopping counts as installed, and is started again.
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
    // By then the synthesizers are orphans too, so the manager needs the PID file to identify the main process.
    let kind = TransientUnit.Kind.forking(processIDFile: "\(runtimeFolder)/\(name)/pid/\(name).pid")
    try await manager.start(
      TransientUnit(
        name: "\(name).service", summary: "Common interface to speech synthesizers", kind: kind, program: name,
        arguments: ["--spawn"]),
      within: startLimit)
  }
}
