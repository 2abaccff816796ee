import Glibc

/// A desktop of one test's own: a session bus with a monitor, a screen, and what the test starts on them.
package struct Desktop: Sendable {
  package let folder: TemporaryFolder
  package let processes: TestProcesses
  /// All of the environment for programs on this desktop; none of the user's folders and servers are in it.
  package let environment: [String: String]
  package let busAddress: String
  /// The bus as it was started first.
  package let bus: TestProcess
  /// The monitor of that bus.
  package let monitor: BusMonitor

  /// Gives a body a desktop without a notification server and without a sound server.
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
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      "LANG": "C.UTF-8",
      "HOME": try folder.folder("home"),
      "XDG_RUNTIME_DIR": try folder.folderInMemory("run"),
      "XDG_CONFIG_HOME": try folder.folder("config"),
      "XDG_DATA_HOME": try folder.folder("data"),
      "XDG_STATE_HOME": try folder.folder("state"),
      "XDG_CACHE_HOME": try folder.folder("cache"),
      // The sounds of what is not installed.
      "XDG_DATA_DIRS": "\(packageRoot)/share:/usr/local/share:/usr/share",
    ]
    // Without -noreset it starts anew after its last client, and refuses who comes meanwhile.
    let screen = try await processes.start(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp", "-noreset"],
      environment: environment)
    let number = try await screen.output.first("the screen") { !$0.isEmpty }
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

  /// Starts the bus once more, at the same address, after it was killed; the first monitor does not see it.
  package func restartBus() async throws -> (bus: TestProcess, monitor: BusMonitor) {
    let bus = try await Self.startBus(
      folder: folder, processes: processes, environment: environment, address: busAddress)
    return (bus, try await BusMonitor.start(in: processes, environment: environment, address: busAddress))
  }

  /// Gives this process the desktop's environment: for a process that runs one test, before it uses any of it.
  package func adopt() {
    // setenv copies both strings; no other thread of such a process reads the environment yet.
    for (name, value) in environment { unsafe setenv(name, value, 1) }
  }

  /// Runs a program on the desktop to its end, and returns what it printed.
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
