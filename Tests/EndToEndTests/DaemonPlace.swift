import FoundationEssentials
import Glibc
import TestSupport

/// Where end-to-end tests start a daemon; the environment variable `INTERVALD_TEST_PLACE` selects the place.
enum DaemonPlace: String {
  /// An ordinary process (the default).
  case process
  /// A unit with the shipped hardening, in a user manager that all tests of a run share.
  ///
  /// The unit is not restarted after a kill, and has no socket unit. `UserManagerTests` covers restarts and the socket.
  case unit

  static let current =
    ProcessInfo.processInfo.environment["INTERVALD_TEST_PLACE"].flatMap(DaemonPlace.init(rawValue:)) ?? .process

  /// Starts the daemon, after a previous daemon has been ended by SIGTERM.
  ///
  /// The returned process can be a wrapper that does not forward signals.
  func start(
    environment: [String: String], in processes: TestProcesses, after previous: TestProcess?
  ) async throws -> TestProcess {
    let program = try BuiltProgram.path(of: "intervald")
    switch self {
    case .process:
      guard let previous else { return try await processes.start(program, environment: environment) }
      // A shell starts the daemon, because clients wait only three seconds, and the threads of the tests may be busy.
      let next = try await processes.start(
        "sh", ["-c", "while [ -e /proc/$1/exe ]; do sleep 0.01; done; exec \"$0\"", program, "\(previous.identifier)"],
        environment: environment)
      previous.send(SIGTERM)
      return next
    case .unit:
      previous?.send(SIGTERM)
      try await previous?.end()
      return try await Self.manager.value.start(
        program, properties: try Self.properties(), environment: environment, in: processes)
    }
  }

  /// The `[Service]` settings of the shipped unit, except the settings that start and restart the unit.
  private static func properties() throws -> [String] {
    let unit = try packageFile("systemd/intervald.service")
    let service = unit.split(separator: "\n").drop { $0 != "[Service]" }.dropFirst().prefix { !$0.hasPrefix("[") }
    return service.filter { !["#", "Exec", "Restart"].contains(where: $0.hasPrefix) }.map(String.init)
  }

  /// The shared user manager, which runs until the process of the tests ends.
  private static let manager = Task {
    let (managers, started) = AsyncThrowingStream<UserManager, any Error>.makeStream()
    Task {
      do {
        try await UserManager.run { manager in
          started.yield(manager)
          let (ends, end) = AsyncStream<Never>.makeStream()
          for await _ in ends {}
          extendLifetime(end)
        }
      } catch {
        started.finish(throwing: error)
      }
    }
    for try await manager in managers { return manager }
    throw CancellationError()
  }
}
