import Sensors
import TestSupport
import Testing

/// Messages of BlueZ that contain values of wrong types.
struct MalformedMessageTests {
  private static let device = "/org/bluez/hci0/dev_\(SensorScenario.pod.replacing(":", with: "_"))"

  /// The path of an object and the interface of a signal, and the first value of each malformed signal.
  private static let signals = [
    "/ org.freedesktop.DBus.ObjectManager InterfacesAdded", "/ org.freedesktop.DBus.ObjectManager InterfacesRemoved",
    properties("org.bluez.Adapter1", at: "/org/bluez/hci0"), properties("org.bluez.Device1", at: device),
    properties("org.bluez.Battery1", at: device), properties("org.bluez.GattService1", at: "\(device)/service0000"),
    properties("org.bluez.GattCharacteristic1", at: "\(device)/service0000/char0001"),
    properties("org.bluez.Unknown1", at: "/nowhere"),
  ]

  private static func properties(_ interface: String, at path: String) -> String {
    "\(path) org.freedesktop.DBus.Properties PropertiesChanged \(interface)"
  }

  @Test func `malformed signals change nothing, and values arrive after them`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod + " battery=80"]) { scenario in
      scenario.hub.use([.footPod])
      let mark = try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
      let reader = Task {
        try await scenario.hub.values(of: "My Pod", within: generousLimit).first { $0.metresPerSecond == 7 }
      }
      try await withTimeLimit("the second notification") {
        while try await !scenario.service.run("state").contains("notifications=2") { try Task.checkCancellation() }
      }
      for signal in Self.signals { try await scenario.service.run("flood \(signal)") }
      try await scenario.service.send(
        SensorScenario.podBytes(speed: 7, total: 9), of: "foot-pod", from: SensorScenario.pod)
      #expect(try await reader.value != nil)
      _ = try await scenario.events.first("the value", from: mark) {
        if case .values(let values) = $0 { values.metresPerSecond == 7 } else { false }
      }
      let sensors = try await scenario.hub.search(for: .zero)
      #expect(sensors.map(\.name) == ["My Pod"])
      #expect(!scenario.events.elements.contains(.silent(.footPod)))
    }
  }

  @Test func `malformed answers fail a request at most, and later requests succeed`() async throws {
    var limits = SensorScenario.limits
    limits.answer = .milliseconds(300)
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod], limits: limits) { scenario in
      let service = try scenario.service
      for method in ["GetManagedObjects", "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery"] {
        try await service.malform(method) {
          _ = try? await scenario.hub.search(for: method == "GetManagedObjects" ? .zero : .milliseconds(1))
        }
      }
      for method in ["RegisterAgent", "Pair", "Set", "Connect", "Disconnect", "RemoveDevice", "StartNotify"] {
        try await service.run("malform \(method)")
      }
      for _ in 1...3 {
        _ = try? await scenario.hub.pair("My Pod", within: .milliseconds(100))
        _ = try? await scenario.hub.values(of: "My Pod", within: .milliseconds(100))
        _ = try? await scenario.hub.forget("My Pod", within: .milliseconds(100))
      }
      scenario.hub.use([.footPod])
      try await withTimeLimit("the end of the malformed answers to Connect") {
        while try await service.run("left Connect") != "0" { try Task.checkCancellation() }
      }
      for method in ["RegisterAgent", "Pair", "Set", "Disconnect", "RemoveDevice", "StartNotify"] {
        try await service.run("regular \(method)")
      }
      try await service.run("drop \(SensorScenario.pod)")
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
    }
  }

  @Test func `the document contains every signal and answer`() throws {
    let names = [
      "InterfacesAdded", "InterfacesRemoved", "PropertiesChanged", "GetManagedObjects", "SetDiscoveryFilter",
      "StartDiscovery", "StopDiscovery", "RegisterAgent", "Pair", "Set", "Connect", "Disconnect", "RemoveDevice",
      "StartNotify",
    ]
    #expect(try MalformedService.undocumented(names, of: "BlueZ") == [])
  }
}
