import Glibc

/// A private desktop for one test: a session bus with a monitor, a screen, and the programs that the test starts.
package struct Desktop: Sendable {
  package let folder: TemporaryFolder
  package let processes: TestProcesses
  /// Complete environment of programs on this desktop, without the user's folders and servers.
  package let environment: [String: String]
  package let busAddress: String
  /// The process of the session bus that `with` starts.
  package let bus: TestProcess
  /// The monitor of the session bus that `with` starts.
  package let monitor: BusMonitor

  /// Value of `PATH` for programs in tests.
  ///
  /// The last folder contains the servers that are not installed; `.ci/packages` unpacks them.
  package static let programPath = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:\(packageRoot)/.build/servers/bin"

  /// Runs a body with a desktop that has neither a notification server nor a sound server.
  package static func with<Value: Sendable>(
    _ body: @escaping @Sendable (Desktop) async throws -> Value
  ) async throws -> Value {
    let folder = try TemporaryFolder()
    return try await TestProcesses.with { processes in
      try await body(try await Desktop(folder: folder, processes: processes))
    }
  }

  private init(folder: TemporaryFolder, processes: TestProcesses) async throws {
    self.folder = folder
    self.processes = processes
    var environment = [
      "PATH": Self.programPath,
      "LANG": "C.UTF-8",
      "HOME": try folder.folder("home"),
      "XDG_RUNTIME_DIR": try folder.folderInMemory("run"),
      "XDG_CONFIG_HOME": try folder.folder("config"),
      "XDG_DATA_HOME": try folder.folder("data"),
      "XDG_STATE_HOME": try folder.folder("state"),
      "XDG_CACHE_HOME": try folder.folder("cache"),
      // The programs are not installed, so their sounds are in the source tree.
      "XDG_DATA_DIRS": "\(packageRoot)/share:/usr/local/share:/usr/share",
    ]
    // Without -noreset, Xvfb resets itself when its last client disconnects, and refuses connections during the reset.
    let screen = try await processes.start(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset"],
      environment: environment)
    let number = try await screen.output.first("the display number") { !$0.isEmpty }
    environment["DISPLAY"] = ":\(number)"

    busAddress = "unix:path=\(folder.path)/run/bus"
    environment["DBUS_SESSION_BUS_ADDRESS"] = busAddress
    environment["PULSE_SERVER"] = "unix:\(folder.path(of: SoundServer.socket))"
    environment.merge(SanitizerOptions.environment) { own, _ in own }
    self.environment = environment

    bus = try await Self.startBus(
      folder: folder, processes: processes, environment: environment, address: busAddress)
    monitor = try await BusMonitor.start(in: processes, environment: environment, address: busAddress)
  }

  /// Starts the bus again at the same address after it was killed.
  ///
  /// The desktop's `monitor` does not record the messages of the new bus.
  package func restartBus() async throws -> (bus: TestProcess, monitor: BusMonitor) {
    let bus = try await Self.startBus(
      folder: folder, processes: processes, environment: environment, address: busAddress)
    return (bus, try await BusMonitor.start(in: processes, environment: environment, address: busAddress))
  }

  /// Sets the desktop's environment and `additions` in this process.
  ///
  /// The process must run only one test, and must not have used the environment before.
  package func adopt(_ additions: [String: String] = [:]) {
    // setenv(3) copies `name` and `value`, and no other thread of this process reads the environment yet.
    for (name, value) in environment.merging(additions, uniquingKeysWith: { _, added in added }) {
      unsafe setenv(name, value, 1)
    }
  }

  /// Runs a program on the desktop until it ends, and returns its standard output.
  @discardableResult
  package func run(_ program: String, _ arguments: [String] = []) async throws -> [String] {
    let process = try await processes.start(program, arguments, environment: environment)
    try await process.end()
    return process.output.elements
  }

  private static func startBus(
    folder: TemporaryFolder, processes: TestProcesses, environment: [String: String], address: String
  ) async throws -> TestProcess {
    try await processes.startBus(
      "session", at: address, services: try folder.folder("services"), in: folder, environment: environment)
  }
}
