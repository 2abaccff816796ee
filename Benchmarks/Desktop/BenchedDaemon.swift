import ControlInterface
import TestSupport
import WorkoutReports

/// A daemon on the desktop of a benchmark, with its own folders.
///
/// The daemon reports its state to a socket of the benchmark, which takes the place of a service manager.
struct BenchedDaemon {
  let process: TestProcess
  let environment: [String: String]

  var figures: ProcessFigures { ProcessFigures(identifier: process.identifier) }
  var socket: ControlSocket { get throws { try ControlSocket(environment: environment) } }

  /// Settings that turn off all channels of a cue except the notification.
  static let notificationOnly = "sound off\nmpris off\n"

  /// Starts a daemon with settings, and returns when the daemon is ready.
  ///
  /// Without `stateFolder`, the state of the daemon is in a folder of the desktop.
  static func start(
    on desktop: Desktop, settings: String = "sound off\n", stateFolder: String? = nil
  ) async throws -> BenchedDaemon {
    var environment = try self.environment(on: desktop, settings: settings)
    if let stateFolder { environment["XDG_STATE_HOME"] = stateFolder }
    return try await start(in: environment, on: desktop)
  }

  /// Starts a daemon in an environment, and returns when the daemon is ready.
  static func start(in environment: [String: String], on desktop: Desktop) async throws -> BenchedDaemon {
    let process = try await desktop.processes.start(
      try BuiltProgram.path(of: "intervald"), environment: environment)
    _ = try await process.errors.first("the daemon") { $0.contains("notice: Ready") }
    return BenchedDaemon(process: process, environment: environment)
  }

  /// Makes the folders of a daemon, and returns the environment of the daemon and its clients.
  ///
  /// The environment contains two variables that a service manager would set: the path of a notification socket, and
  /// the watchdog interval.
  static func environment(
    _ name: String = "daemon", on desktop: Desktop, settings: String
  ) throws -> [String: String] {
    try desktop.folder.write(settings, to: "\(name)/config/intervald/intervald.conf")
    let manager = try NotificationSocket(path: desktop.folder.path(of: "\(name)/notify"), limit: .seconds(3 * 3600))
    Task { for await _ in manager.messages {} }
    var environment = desktop.environment
    environment["XDG_CONFIG_HOME"] = desktop.folder.path(of: "\(name)/config")
    environment["XDG_RUNTIME_DIR"] = try desktop.folder.folderInMemory("\(name)/run")
    environment["XDG_STATE_HOME"] = try desktop.folder.folder("\(name)/state")
    // Without this variable, the daemon would search for the speech service in its own runtime folder.
    environment["SPEECHD_ADDRESS"] = "unix_socket:\(desktop.folder.path(of: "run/speech-dispatcher/speechd.sock"))"
    environment["NOTIFY_SOCKET"] = manager.path
    environment["WATCHDOG_USEC"] = "10000000"
    return environment
  }

  /// Starts a workout.
  ///
  /// - Returns: the end of the lead-in, in nanoseconds; if the plan has no lead-in, the end of the first interval.
  func begin(_ plan: String) async throws -> Int {
    try await connect().begin(plan)
  }

  /// Waits until the daemon logs the end of a workout.
  func end(within limit: Duration) async throws {
    _ = try await process.errors.first("the end of the workout", within: limit) { $0.contains("event=finished") }
  }

  func connect() async throws -> WorkoutClient { try await WorkoutClient.connect(to: socket) }

  /// Connects to the daemon of an environment as soon as the daemon listens.
  static func client(in environment: [String: String]) async throws -> WorkoutClient {
    try await withTimeLimit("the daemon") {
      while true {
        if let client = try? await WorkoutClient.connect(to: ControlSocket(environment: environment)) { return client }
        try await Task.sleep(for: .milliseconds(10))
      }
    }
  }
}

extension WorkoutClient {
  /// The error if a started workout has no deadline.
  private struct NoDeadline: Error {}

  /// Starts a workout.
  ///
  /// - Returns: the end of the lead-in, in nanoseconds; if the plan has no lead-in, the end of the first interval.
  func begin(_ plan: String) async throws -> Int {
    guard let deadline = try await start(plan: plan).status.deadlineNs else { throw NoDeadline() }
    return deadline
  }
}
