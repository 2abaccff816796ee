import Dispatch
import Glibc
import MessageBus
import Systemd
import UserFiles

/// The session's speech service as a unit of the user's manager, so that neither the daemon's hardening nor its end is
/// the service's.
struct SpeechUnit: Sendable {
  /// The daemon's own.
  let environment: [String: String]

  /// The name under which newer versions of speech-dispatcher bring units of their own.
  private static let name = "speech-dispatcher"
  /// How long one may take to start: it loads every synthesizer first.
  private static let patience: Duration = .seconds(15)

  /// Whether the program is installed, and the service may be started where none listens: access(2).
  var isKnown: Bool {
    guard environment["SPEECHD_ADDRESS"] == nil else { return false }
    let folders = environment["PATH"]?.split(separator: ":") ?? []
    return folders.contains { SystemCalls.canAccess("\($0)/\(Self.name)", for: .execute) }
  }

  /// Has the manager start the service, and waits until it listens.
  ///
  /// Where there is no manager, or it cannot, nothing is started, nor said: libspeechd goes on to try on its own, and
  /// says what keeps it from it.
  func start() {
    // Who names another address has a service there, or wants none.
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

  /// Starts what the system brings; only where it brings nothing, a unit as libspeechd would start the program.
  ///
  /// A transient one that is about to end is known as well, and started again.
  private static func start(
    by manager: UserManagerConnection, runtimeFolder: String
  ) async throws(SystemdError) {
    for suffix in ["socket", "service"] {
      do throws(SystemdError) {
        return try await manager.start(unitNamed: "\(name).\(suffix)", within: patience)
      } catch {
        guard error.code == .unitUnknown else { throw error }
      }
    }
    // Its synthesizers are orphans as well by then, of which the manager could not tell it without its id.
    let kind = TransientUnit.Kind.forking(processIDFile: "\(runtimeFolder)/\(name)/pid/\(name).pid")
    try await manager.start(
      TransientUnit(
        name: "\(name).service", summary: "Common interface to speech synthesizers", kind: kind, program: name,
        arguments: ["--spawn"]),
      within: patience)
  }
}
