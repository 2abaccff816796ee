/// A service whose messages contain values of wrong types: Tests/foreign/malformed.py, which describes the commands.
package struct MalformedService: Sendable {
  private let name: String
  private let address: String
  private let environment: [String: String]
  private let processes: TestProcesses

  /// Starts a service on a bus, runs the commands, and returns when the service owns its name.
  package static func start(_ name: String, on bus: SystemBus, _ commands: [String]) async throws -> Self {
    let service = Self(name: name, address: bus.address, environment: bus.environment, processes: bus.processes)
    try await service.start(commands, monitor: bus.monitor)
    return service
  }

  /// Starts a service on the session bus.
  package static func start(_ name: String, on desktop: Desktop, _ commands: [String]) async throws -> Self {
    let service = Self(
      name: name, address: desktop.busAddress, environment: desktop.environment, processes: desktop.processes)
    try await service.start(commands, monitor: desktop.monitor)
    return service
  }

  /// Starts a service that accepts connections at a socket, as the user's systemd does.
  package static func listen(at socket: String, on desktop: Desktop, _ commands: [String]) async throws -> Self {
    let service = Self(
      name: "-", address: "unix:path=\(socket)", environment: desktop.environment, processes: desktop.processes)
    let process = try await service.launch(commands)
    _ = try await process.output.first("the socket") { $0 == "listening" }
    return service
  }

  private func start(_ commands: [String], monitor: BusMonitor) async throws {
    let mark = monitor.mark
    _ = try await launch(commands)
    try await monitor.owner(of: name, from: mark)
  }

  private func launch(_ commands: [String]) async throws -> TestProcess {
    try await processes.start(
      "python3", ["\(packageRoot)/Tests/foreign/malformed.py", address, name] + commands, environment: environment)
  }

  /// Runs a command, and returns its answer.
  @discardableResult
  package func run(_ command: String) async throws -> String {
    try await processes.answer(
      to: command, by: name == "-" ? "org.intervald" : name, at: address, environment: environment)
  }

  /// Answers the next calls of a method with each malformed body in turn; calls `call` once for each.
  ///
  /// - Throws: `MalformedBodiesLeft` if the calls did not receive all bodies.
  package func malform(_ method: String, call: () async throws -> Void) async throws {
    for _ in 0..<(Int(try await run("malform \(method)")) ?? 0) { try await call() }
    let left = try await run("left \(method)")
    guard left == "0" else { throw MalformedBodiesLeft(method: method, count: left) }
  }

  /// The error that a method was called less often than it has malformed bodies.
  private struct MalformedBodiesLeft: Error {
    let method: String
    let count: String
  }

  /// The signals and answers of an adapter that are missing in the table of docs/reliability.md.
  package static func undocumented(_ names: [String], of service: String) throws -> [String] {
    let rows = try packageFile("docs/reliability.md").split(separator: "\n").filter { $0.hasPrefix("| \(service) |") }
    return names.filter { name in !rows.contains { $0.contains("`\(name)`") } }
  }
}
