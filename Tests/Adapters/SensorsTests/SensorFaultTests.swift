import Sensors
import TestSupport
import Testing

/// Faults of the Bluetooth service, of its adapters and of its devices while sensors are in use.
struct SensorFaultTests {
  /// A service without a usable sensor, the reported problem, and the command that solves the problem.
  struct Problem: Sendable {
    let commands: [String]
    let error: SensorError
    let solution: String
  }

  static let problems = [
    Problem(commands: [], error: .noAdapter, solution: "adapter hci0"),
    Problem(commands: ["adapter hci0 off"], error: .adapterOff, solution: "power hci0 on"),
    Problem(commands: ["adapter hci0"], error: .notPaired(.footPod), solution: ""),
    Problem(
      commands: ["adapter hci0", "fail GetManagedObjects org.freedesktop.DBus.Error.AccessDenied 'Rejected: rule'"],
      error: .refused("Rejected: rule"), solution: "fail GetManagedObjects"),
  ]

  @Test(arguments: problems) func `a problem is reported once, and its solution is noticed`(
    problem: Problem
  ) async throws {
    try await SensorScenario.with(problem.commands) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.await(.unavailable(problem.error))
      if !problem.solution.isEmpty { try await scenario.service.run(problem.solution) }
      try await scenario.service.run(SensorScenario.pairedPod)
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
      #expect(scenario.events.elements.count { $0 == .unavailable(problem.error) } == 1)
    }
  }

  @Test func `a service that is not running is reported, and used when it starts`() async throws {
    try await SensorScenario.with(nil) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.await(.unavailable(.noService("")))
      try await scenario.startService([SensorScenario.adapter, SensorScenario.pairedPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
    }
  }

  @Test func `a restart of the service is one silence, and the total after it counts`() async throws {
    let commands = [SensorScenario.adapter, SensorScenario.pairedPod]
    try await SensorScenario.with(commands) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod, total: 1)
      try await scenario.service.process.killAndWait()
      let mark = try await scenario.await(.unavailable(.noService("")))
      try await scenario.startService(commands)
      let end = try await scenario.awaitStart(
        of: .footPod, "My Pod", at: SensorScenario.pod, total: 8, from: mark)
      _ = try await scenario.events.first("the values", from: end) {
        if case .values(let values) = $0 { values.isDistance(7) } else { false }
      }
      #expect(scenario.events.elements.count { $0 == .silent(.footPod) } == 1)
    }
  }

  @Test func `a hung service is reported once, and its sensors are used when it resumes`() async throws {
    var limits = SensorScenario.limits
    limits.maxSilence = .seconds(5)
    limits.answer = .seconds(5)
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod], limits: limits) { scenario in
      scenario.hub.use([.footPod])
      // The service hangs before the sensor counts as silent.
      try await scenario.service.send(
        SensorScenario.podBytes(speed: 3, total: 0), of: "foot-pod", from: SensorScenario.pod)
      try scenario.service.hang()
      let mark = try await scenario.await(.unavailable(.notResponding))
      #expect(scenario.events.elements.prefix(mark).contains(.silent(.footPod)))
      for _ in 1...20 {
        scenario.hub.use([])
        scenario.hub.use([.footPod])
      }
      await #expect(throws: SensorError.notResponding) { try await scenario.hub.search(for: .zero) }
      try scenario.service.resume()
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod, from: mark)
    }
  }

  @Test func `a service that hangs while a sensor is waited for is reported`() async throws {
    var limits = SensorScenario.limits
    limits.connect = .milliseconds(500)
    limits.answer = .milliseconds(500)
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod + " asleep"], limits: limits) {
      scenario in
      scenario.hub.use([.footPod])
      try await scenario.service.awaitCall("Connect \(SensorScenario.pod)")
      try scenario.service.hang()
      try await scenario.await(.unavailable(.notResponding))
      try scenario.service.resume()
      try await scenario.service.run("wake \(SensorScenario.pod)")
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
    }
  }

  @Test func `a hub with a hung service shuts down`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
      try scenario.service.hang()
      await scenario.hub.shutDown(within: .milliseconds(100))
      try scenario.service.resume()
    }
  }

  @Test(arguments: [["power hci0 off", "power hci0 on"], ["remove hci0", "adapter hci0"]])
  func `an adapter that disappears silences its sensors until it returns`(commands: [String]) async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
      try await scenario.service.run(commands[0])
      let isOff = commands[0].hasPrefix("power")
      let mark = try await scenario.await(.unavailable(isOff ? .adapterOff : .noAdapter))
      #expect(scenario.events.elements.prefix(mark).contains(.silent(.footPod)))
      try await scenario.service.run(commands[1])
      if !isOff { try await scenario.service.run(SensorScenario.pairedPod) }
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod, from: mark)
    }
  }

  @Test func `a sensor that is forgotten elsewhere is silent and missing`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
      try await scenario.service.run("delete \(SensorScenario.pod)")
      let mark = try await scenario.await(.unavailable(.notPaired(.footPod)))
      #expect(scenario.events.elements.prefix(mark).contains(.silent(.footPod)))
    }
  }

  @Test func `a bus that ends is reported once, and used when it starts again`() async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      let hub = BlueZSensorHub(bus: bus.address, limits: SensorScenario.limits)
      let commands = [SensorScenario.adapter, SensorScenario.pairedPod]
      let service = try await FakeBlueZ.start(on: bus, commands)
      let events = Recording<SensorEvent>()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { for await event in hub.events { events.append(event) } }
        defer { group.cancelAll() }
        hub.use([.footPod])
        try await service.send(SensorScenario.podBytes(speed: 1, total: 1), of: "foot-pod", from: SensorScenario.pod)
        try await bus.process.killAndWait()
        _ = try await events.first("the end of the bus") { if case .unavailable = $0 { true } else { false } }
        let another = try await FakeBlueZ.start(on: try await SystemBus.start(on: desktop), commands)
        let mark = events.count
        try await another.send(SensorScenario.podBytes(speed: 1, total: 1), of: "foot-pod", from: SensorScenario.pod)
        _ = try await events.first("the return", from: mark) { $0 == .began(.footPod, name: "My Pod") }
        await hub.shutDown(within: generousLimit)
        try await another.awaitRest()
      }
    }
  }
}
