import TestSupport
import Varlink
import WorkoutControl

/// The real daemon as a process of its own, on a desktop of the test's.
struct DaemonProcess {
  let process: TestProcess
  let environment: [String: String]

  /// Starts it, and returns when it is ready.
  static func start(on desktop: Desktop, _ variables: [String: String] = [:]) async throws -> DaemonProcess {
    let environment = desktop.environment.merging(variables) { _, own in own }
    let daemon = DaemonProcess(
      process: try await desktop.processes.start(
        BuiltProgram.path(of: "intervald"), environment: environment),
      environment: environment)
    _ = try await daemon.log("notice: Ready")
    return daemon
  }

  var socket: ControlSocket {
    get throws { try ControlSocket(environment: environment) }
  }

  func connect() async throws -> WorkoutClient {
    try await WorkoutClient.connect(to: socket)
  }

  /// Waits for a line of its log that has a text in it.
  @discardableResult func log(_ text: String, from mark: Int = 0) async throws -> String {
    try await process.errors.first("the log line “\(text)”", from: mark) { $0.contains(text) }
  }

  /// Runs the client to its end.
  func intervalctl(_ arguments: String...) async throws -> Invocation {
    try await Invocation.run(BuiltProgram.path(of: "intervalctl"), arguments, environment: environment)
  }
}
