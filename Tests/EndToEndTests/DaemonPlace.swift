import FoundationEssentials
import TestSupport

/// Where the daemons of end-to-end tests run: `INTERVALD_TEST_PLACE`.
enum DaemonPlace: String {
  /// A process like any other; also where nothing is said.
  case process
  /// A unit hardened like the shipped one, in a user manager that all tests of a run share.
  ///
  /// It is not started anew when it is killed, and binds its socket itself: `UserManagerTests` have that.
  case unit

  static let current =
    ProcessInfo.processInfo.environment["INTERVALD_TEST_PLACE"].flatMap(DaemonPlace.init(rawValue:)) ?? .process

  /// Starts the daemon there; signals to the process that is returned may miss it.
  func start(environment: [String: String], in processes: TestProcesses) async throws -> TestProcess {
    let program = try BuiltProgram.path(of: "intervald")
    switch self {
    case .process: return try await processes.start(program, environment: environment)
    case .unit:
      return try await Self.manager.value.start(
        program, properties: try Self.properties(), environment: environment, in: processes)
    }
  }

  /// The shipped unit's settings, but for what is started, and when again.
  private static func properties() throws -> [String] {
    let unit = try packageFile("systemd/intervald.service")
    let service = unit.split(separator: "\n").drop { $0 != "[Service]" }.dropFirst().prefix { !$0.hasPrefix("[") }
    return service.filter { !["#", "Exec", "Restart"].contains(where: $0.hasPrefix) }.map(String.init)
  }

  /// The manager, which ends with the process of the tests.
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
