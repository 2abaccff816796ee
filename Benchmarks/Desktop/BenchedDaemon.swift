import TestSupport
import ControlInterface

/// The daemon as it ships, on a desktop of the benchmark's, in folders of its own, with a manager that watches it.
struct BenchedDaemon {
  let process: TestProcess
  let environment: [String: String]

  var figures: ProcessFigures { ProcessFigures(identifier: process.identifier) }
  var socket: ControlSocket { get throws { try ControlSocket(environment: environment) } }

  /// Settings that leave nothing to a cue but its notification.
  static let notificationAlone = "sound off\nmpris off\n"

  /// Starts one with these settings, and returns when it is ready.
  ///
  /// It keeps its state in a folder of the desktop's, unless told where else.
  static func start(
    on desktop: Desktop, settings: String = "sound off\n", stateFolder: String? = nil
  ) async throws -> BenchedDaemon {
    var environment = try self.environment(on: desktop, settings: settings)
    if let stateFolder { environment["XDG_STATE_HOME"] = stateFolder }
    let process = try await desktop.processes.start(
      try BuiltProgram.path(of: "intervald"), environment: environment)
    _ = try await process.errors.first("the daemon") { $0.contains("notice: Ready") }
    return BenchedDaemon(process: process, environment: environment)
  }

  /// The environment of a daemon and its clients, told apart from others by a name.
  ///
  /// The folders are made, and there is a manager to tell of its state, which wants a sign of life as often as the unit
  /// says.
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
    // The desktop's own, which would else be looked for below the folder of the daemon.
    environment["SPEECHD_ADDRESS"] = "unix_socket:\(desktop.folder.path(of: "run/speech-dispatcher/speechd.sock"))"
    environment["NOTIFY_SOCKET"] = manager.path
    environment["WATCHDOG_USEC"] = "10000000"
    return environment
  }

  /// Starts a workout: `WorkoutClient.begin(_:)`.
  ///
  /// - Returns: When its first interval ends, or its lead-in, in nanoseconds.
  func begin(_ plan: String) async throws -> Int {
    try await connect().begin(plan)
  }

  /// Waits until it says that a workout is over.
  func end(within limit: Duration) async throws {
    _ = try await process.errors.first("the end of the workout", within: limit) { $0.contains("event=finished") }
  }

  func connect() async throws -> WorkoutClient { try await WorkoutClient.connect(to: socket) }

  /// Connects to a daemon that was started in an environment, as soon as it listens.
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
  /// A workout was started and has nothing to come.
  private struct NoDeadline: Error {}

  /// Starts a workout.
  ///
  /// - Returns: When its first interval ends, or its lead-in, in nanoseconds.
  func begin(_ plan: String) async throws -> Int {
    guard let deadline = try await start(plan: plan).status.deadlineNs else { throw NoDeadline() }
    return deadline
  }
}
