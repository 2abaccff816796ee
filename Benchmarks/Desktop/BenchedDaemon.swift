import TestSupport
import WorkoutControl

/// The daemon as it ships, on a desktop of the benchmark's, in folders of its own.
struct BenchedDaemon {
  let process: TestProcess
  let environment: [String: String]

  var figures: ProcessFigures { ProcessFigures(identifier: process.identifier) }
  var socket: ControlSocket { get throws { try ControlSocket(environment: environment) } }

  /// Settings that leave nothing to a cue but its notification.
  static let notificationAlone = "sound off\nmpris off\n"

  /// Starts one beside others, told apart by `name`, with these settings, and returns when it is ready.
  ///
  /// It keeps its state in a folder of the desktop's, unless told where else.
  static func start(
    _ name: String = "daemon", on desktop: Desktop, settings: String = "sound off\n", stateFolder: String? = nil
  ) async throws -> BenchedDaemon {
    var environment = try self.environment(name, on: desktop, settings: settings)
    if let stateFolder { environment["XDG_STATE_HOME"] = stateFolder }
    let process = try await desktop.processes.start(
      try BuiltProgram.path(of: "intervald"), environment: environment)
    _ = try await process.errors.first("the daemon") { $0.contains("notice: Ready") }
    return BenchedDaemon(process: process, environment: environment)
  }

  /// The environment of a daemon and its clients; the folders are made.
  static func environment(
    _ name: String, on desktop: Desktop, settings: String
  ) throws -> [String: String] {
    try desktop.folder.write(settings, to: "\(name)/config/intervald/intervald.conf")
    var environment = desktop.environment
    environment["XDG_CONFIG_HOME"] = desktop.folder.path(of: "\(name)/config")
    environment["XDG_RUNTIME_DIR"] = try desktop.folder.folder("\(name)/run")
    environment["XDG_STATE_HOME"] = try desktop.folder.folder("\(name)/state")
    return environment
  }

  /// Waits until it says that a workout is over.
  func end(within limit: Duration) async throws {
    _ = try await process.errors.first("the end of the workout", within: limit) { $0.contains("event=finished") }
  }

  func connect() async throws -> WorkoutClient { try await WorkoutClient.connect(to: socket) }
}
