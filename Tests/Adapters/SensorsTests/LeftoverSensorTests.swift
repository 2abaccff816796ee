import Sensors
import TestSupport
import Testing
import UserFiles

/// Sensors that a killed process has left connected; a file records them.
struct LeftoverSensorTests {
  /// The owner of the connection according to the file, and the sensors in use.
  struct Case: Sendable {
    /// Whether the file belongs to the BlueZ process that is running.
    var isSameProcess = true
    var uses: Set<SensorKind> = []
    let staysConnected: Bool
  }

  @Test(
    arguments: [
      Case(staysConnected: false), Case(uses: [.heartRate], staysConnected: false),
      Case(uses: [.footPod], staysConnected: true), Case(isSameProcess: false, staysConnected: true),
    ])
  func `the next process disconnects the sensors that it does not use`(leftover: Case) async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod + " connected"]) { scenario in
      let owner = scenario.bus.monitor.messages.last {
        $0.member == "NameOwnerChanged" && $0.arguments.first?.string == FakeBlueZ.name
      }?.arguments.last
      let device = "/org/bluez/hci0/dev_\(SensorScenario.pod.replacing(":", with: "_"))"
      let path = "\(scenario.folder)/connected-sensors"
      let name = leftover.isSameProcess ? owner?.string ?? "" : ":1.999"
      try AtomicFile.write("\(name)\n\(device)\n/no path\n", to: path)
      let hub = BlueZSensorHub(bus: scenario.bus.address, recordPath: path, limits: SensorScenario.limits)
      if !leftover.uses.isEmpty { hub.use(leftover.uses) }
      await hub.releaseLeftovers()
      if leftover.staysConnected {
        #expect(try await scenario.service.run("state").contains("connections=1"))
      } else {
        try await scenario.service.awaitCall("Disconnect \(SensorScenario.pod)")
      }
      if leftover.uses == [.footPod] {
        try await scenario.service.send(
          SensorScenario.podBytes(speed: 3, total: 0), of: "foot-pod", from: SensorScenario.pod)
      }
      await hub.shutDown(within: generousLimit)
      #expect(!SystemCalls.canAccess(path))
      if !leftover.isSameProcess { try await scenario.service.run("sleep \(SensorScenario.pod)") }
    }
  }

  @Test func `a file records the connected sensors`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      let path = "\(scenario.folder)/connected-sensors"
      let hub = BlueZSensorHub(bus: scenario.bus.address, recordPath: path, limits: SensorScenario.limits)
      hub.use([.footPod])
      try await scenario.service.send(
        SensorScenario.podBytes(speed: 3, total: 0), of: "foot-pod", from: SensorScenario.pod)
      let lines = try textFile(path).split(separator: "\n")
      #expect(lines.first?.hasPrefix(":1.") == true)
      #expect(lines.dropFirst() == ["/org/bluez/hci0/dev_C0_00_00_00_00_01"])
      await hub.shutDown(within: generousLimit)
      #expect(!SystemCalls.canAccess(path))
    }
  }
}
