import Glibc

/// A Bluetooth service with simulated adapters and sensors: Tests/foreign/bluez.py, which describes the commands.
package struct FakeBlueZ: Sendable {
  package let process: TestProcess
  private let bus: SystemBus

  package static let name = "org.bluez"

  /// Starts the service, runs the commands, and returns when the service owns its bus name.
  package static func start(on bus: SystemBus, _ commands: [String]) async throws -> FakeBlueZ {
    let mark = bus.monitor.mark
    let process = try await bus.processes.start(
      "python3", ["\(packageRoot)/Tests/foreign/bluez.py"] + commands, environment: bus.environment)
    try await bus.monitor.owner(of: name, from: mark)
    return FakeBlueZ(process: process, bus: bus)
  }

  /// The number of calls so far, for `awaitCall`.
  package var mark: Int { process.output.count }

  /// The calls so far, such as `Connect C0:00:00:00:00:01`.
  package var calls: [String] { process.output.elements }

  /// Runs a command, and returns its answer.
  @discardableResult
  package func run(_ command: String) async throws -> String {
    try await bus.processes.answer(to: command, by: Self.name, at: bus.address, environment: bus.environment)
  }

  /// Sends a value as soon as a client has started notifications.
  package func send(_ bytes: [UInt8], of kind: String, from address: String) async throws {
    try await withTimeLimit("notifications of \(kind)") {
      while try await !sendOnce(bytes, of: kind, from: address) { try Task.checkCancellation() }
    }
  }

  /// Sends a value, and returns whether a client has started notifications.
  @discardableResult
  package func sendOnce(_ bytes: [UInt8], of kind: String, from address: String) async throws -> Bool {
    let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return try await run("send \(address) \(kind) \(hex)") != "no"
  }

  /// Answers the next calls of a method with each malformed body in turn; calls `call` once for each.
  package func malform(_ method: String, call: () async throws -> Void) async throws {
    for _ in 0..<(Int(try await run("malform \(method)")) ?? 0) { try await call() }
    try await run("regular \(method)")
  }

  /// Waits until the service receives a call, such as `Connect C0:00:00:00:00:01`.
  package func awaitCall(_ call: String, from mark: Int = 0) async throws {
    _ = try await process.output.first("the call \(call)", from: mark) { $0 == call }
  }

  /// Waits until no discovery, notification, agent or connection is left.
  package func awaitRest() async throws {
    try await withTimeLimit("the end of all sessions") {
      while try await !run("state").hasPrefix("discoveries=0 notifications=0 agents=0 connections=0") {
        try Task.checkCancellation()
      }
    }
  }

  /// Makes the service hang: SIGSTOP.
  package func hang() {
    process.send(SIGSTOP)
  }

  /// Makes the service continue after a hang: SIGCONT.
  package func resume() {
    process.send(SIGCONT)
  }
}
