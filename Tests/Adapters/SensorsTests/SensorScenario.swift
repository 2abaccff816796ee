import Sensors
import TestSupport
import Testing

/// A BlueZ hub on a system bus with a simulated Bluetooth service.
struct SensorScenario {
  /// The path of a folder in memory.
  let folder: String
  let bus: SystemBus
  let hub: BlueZSensorHub
  /// The events of the hub so far.
  let events = Recording<SensorEvent>()
  /// The services so far; the last one is running at the end of the test.
  private let services = Recording<FakeBlueZ>()

  static let pod = "C0:00:00:00:00:01"
  static let strap = "C0:00:00:00:00:02"
  static let other = "C0:00:00:00:00:03"

  /// Limits that are not reached, with short pauses.
  static var limits: SensorLimits {
    var limits = SensorLimits()
    limits.maxSilence = generousLimit
    limits.answer = generousLimit
    limits.retryPause = .milliseconds(20)
    limits.restartPause = .milliseconds(20)
    limits.problemPause = .milliseconds(20)
    return limits
  }

  /// Runs a body, and checks that nothing is left running in the service and that nothing was written.
  ///
  /// `commands` are the commands of the service, or nil for no service.
  static func with(
    _ commands: [String]?, limits: SensorLimits = limits,
    _ body: @escaping @Sendable (SensorScenario) async throws -> Void
  ) async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      let scenario = SensorScenario(
        folder: desktop.folder.path(of: "run"), bus: bus, hub: BlueZSensorHub(bus: bus.address, limits: limits))
      if let commands { try await scenario.startService(commands) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await event in scenario.hub.events { scenario.events.append(event) } }
        defer { group.cancelAll() }
        try await body(scenario)
        try await withTimeLimit("the end of the hub") { await scenario.hub.shutDown(within: .seconds(3600)) }
        for service in scenario.services.elements {
          #expect(!service.calls.contains { $0.hasPrefix("WriteValue") || $0.hasPrefix("AcquireWrite") })
        }
        try await scenario.services.elements.last?.awaitRest()
      }
    }
  }

  /// The running service.
  var service: FakeBlueZ {
    get throws { try #require(services.elements.last) }
  }

  /// Starts a service, which replaces an earlier one.
  func startService(_ commands: [String]) async throws {
    services.append(try await FakeBlueZ.start(on: bus, commands))
  }

  /// Waits for an event, and returns the number of events up to this event.
  @discardableResult
  func await(_ event: SensorEvent, from mark: Int = 0) async throws -> Int {
    _ = try await events.first("\(event)", from: mark) { $0 == event }
    return (events.elements.dropFirst(mark).firstIndex(of: event) ?? mark) + 1
  }

  /// The bytes of RSC Measurement with a speed in metres per second and a total distance in metres.
  static func podBytes(speed: UInt8, total: UInt8) -> [UInt8] {
    let decimetres = Int(total) * 10
    return [2, 0, speed, 80, UInt8(decimetres % 256), UInt8(decimetres / 256), 0, 0]
  }

  /// The bytes of Heart Rate Measurement.
  static func strapBytes(_ rate: UInt8) -> [UInt8] { [0, rate] }

  /// Waits until a sensor is used: its first values have arrived.
  ///
  /// The value of a foot pod has a speed of 3 m/s and the total `total`.
  @discardableResult
  func awaitStart(
    of kind: SensorKind, _ name: String, at address: String, total: UInt8 = 0, from mark: Int = 0
  ) async throws -> Int {
    let bytes = kind == .footPod ? Self.podBytes(speed: 3, total: total) : Self.strapBytes(70)
    try await service.send(bytes, of: kind.rawValue, from: address)
    return try await self.await(.began(kind, name: name), from: mark)
  }
}

extension SensorValues {
  /// Whether the distance is as given; the decoder also uses the speed, for up to one step of the total.
  func isDistance(_ expected: Double) -> Bool { metres.map { expected...(expected + 0.11) ~= $0 } ?? false }
}

extension SensorScenario {
  static let adapter = "adapter hci0"
  static let pairedPod = "device \(pod) 'My Pod' foot-pod trusted"
}
