import ControlInterface
import Glibc
import SystemPackage
import TestSupport
import UserFiles
import Varlink
import VarlinkServer

/// The real daemon in its own process, on the desktop of a test.
struct DaemonProcess {
  let process: TestProcess
  let environment: [String: String]

  /// Starts the daemon, and returns when it is ready.
  ///
  /// If there is a previous daemon, it is ended by SIGTERM, and the new daemon starts as soon as it has ended.
  static func start(
    on desktop: Desktop, _ variables: [String: String] = [:], in place: DaemonPlace = .current,
    after previous: TestProcess? = nil
  ) async throws -> DaemonProcess {
    let environment = desktop.environment.merging(variables) { $1 }
    let started = DaemonProcess(
      process: try await place.start(environment: environment, in: desktop.processes, after: previous),
      environment: environment)
    _ = try await started.log("notice: Ready")
    let daemon = DaemonProcess(
      process: started.process.redirectingSignals(to: try started.identifier), environment: environment)
    desktop.processes.adopt(daemon.process)
    return daemon
  }

  /// The ID of the process that listens on the socket, even if the process runs in a unit: SO_PEERCRED in unix(7).
  private var identifier: pid_t {
    get throws {
      let descriptor = try UnixSocket.make()
      defer { try? descriptor.close() }
      try UnixSocket.connect(descriptor, to: try socket.path)
      var daemon = PeerCredentials(processID: 0, userID: 0, groupID: 0)
      var size = socklen_t(MemoryLayout<PeerCredentials>.size)
      // The kernel writes at most `size` bytes to `daemon`, which outlives the call.
      guard unsafe getsockopt(descriptor.rawValue, SOL_SOCKET, SO_PEERCRED, &daemon, &size) == 0 else {
        throw SystemError("getsockopt", .last)
      }
      return daemon.processID
    }
  }

  var socket: ControlSocket {
    get throws { try ControlSocket(environment: environment) }
  }

  func connect() async throws -> WorkoutClient {
    try await WorkoutClient.connect(to: socket, timeout: generousLimit)
  }

  /// Waits for a line of the daemon's log that contains the text, and returns the line.
  @discardableResult func log(_ text: String, from mark: Int = 0) async throws -> String {
    try await process.errors.first("the log line “\(text)”", from: mark) { $0.contains(text) }
  }

  /// Runs the client and waits until it exits.
  func intervalctl(_ arguments: String...) async throws -> Invocation { try await intervalctl(arguments) }

  /// Runs the client and waits until it exits.
  func intervalctl(_ arguments: [String]) async throws -> Invocation {
    try await Invocation.run(BuiltProgram.path(of: "intervalctl"), arguments, environment: environment)
  }

  /// Starts a workout again and again until its messages match a condition.
  ///
  /// A start waits only a few hundred milliseconds for each service, which may need longer on a busy machine.
  ///
  /// - Returns: The messages of the last start.
  func start(_ arguments: String..., until isExpected: (String) -> Bool) async throws -> String {
    let end = ContinuousClock.now + generousLimit
    while true {
      let start = try await Invocation.run(
        BuiltProgram.path(of: "intervalctl"), ["start", "--replace"] + arguments, environment: environment)
      if start.status != 0 || isExpected(start.errors) || .now > end { return start.errors }
    }
  }
}
