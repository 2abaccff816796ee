import Sensors
import TestSupport
import Testing

/// The values of the sensors in use.
struct SensorsInUseTests {
  @Test func `a hub without sensors in use makes no connection`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      scenario.hub.use([])
      await scenario.hub.shutDown(within: generousLimit)
      let service = try scenario.service
      let state = try await service.run("state")
      #expect(state.hasSuffix("connections=0 paired=1"))
      #expect(service.calls.isEmpty)
    }
  }

  @Test func `the values of a paired sensor arrive until it is no longer used`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod, total: 5)
      try await scenario.service.send(
        SensorScenario.podBytes(speed: 4, total: 9), of: "foot-pod", from: SensorScenario.pod)
      let second = try await scenario.events.first("the second values") {
        if case .values(let values) = $0 { values.metres != nil } else { false }
      }
      guard case .values(let values) = second else { return }
      #expect(values.isDistance(4))
      #expect(values.metresPerSecond == 4)
      #expect(values.span > .zero)
      scenario.hub.use([])
      try await scenario.service.awaitRest()
      let calls = try scenario.service.calls
      #expect(!calls.contains { $0.hasPrefix("StartDiscovery") })
      #expect(scenario.events.count == 3)
    }
  }

  @Test func `a change of the kinds disconnects only the sensors that are no longer used`() async throws {
    try await SensorScenario.with([
      SensorScenario.adapter, SensorScenario.pairedPod,
      "device \(SensorScenario.strap) Strap heart-rate paired",
    ]) { scenario in
      scenario.hub.use([.footPod, .heartRate])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
      try await scenario.awaitStart(of: .heartRate, "Strap", at: SensorScenario.strap)
      scenario.hub.use([.heartRate])
      try await scenario.service.awaitCall("Disconnect \(SensorScenario.pod)")
      let mark = scenario.events.count
      try await scenario.service.send(SensorScenario.strapBytes(71), of: "heart-rate", from: SensorScenario.strap)
      _ = try await scenario.events.first("values", from: mark) { if case .values = $0 { true } else { false } }
      #expect(!scenario.events.elements.contains(.silent(.footPod)))
    }
  }

  @Test func `a sensor that sleeps is used as soon as it wakes`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod + " asleep"]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.service.awaitCall("Connect \(SensorScenario.pod)")
      try await scenario.service.run("wake \(SensorScenario.pod)")
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
    }
  }

  @Test func `a sensor that is waited for is not connected after the end of the use`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod + " asleep"]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.service.awaitCall("Connect \(SensorScenario.pod)")
      scenario.hub.use([])
      try await scenario.service.awaitCall("Disconnect \(SensorScenario.pod)")
      try await scenario.service.run("wake \(SensorScenario.pod)")
      #expect(try await scenario.service.run("state").contains("connections=0"))
    }
  }

  @Test func `a sensor that disconnects is silent, and its late total counts after the next connection`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod, total: 10)
      try await scenario.service.run("drop \(SensorScenario.pod)")
      let mark = try await scenario.await(.silent(.footPod))
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod, total: 18, from: mark)
      _ = try await scenario.events.first("the late total", from: mark) {
        if case .values(let values) = $0 { values.isDistance(8) } else { false }
      }
    }
  }

  @Test func `a sensor without values is silent once`() async throws {
    var limits = SensorScenario.limits
    limits.maxSilence = .milliseconds(100)
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod], limits: limits) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
      let mark = try await scenario.await(.silent(.footPod))
      let end = try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod, from: mark)
      #expect(scenario.events.elements.prefix(end).count { $0 == .silent(.footPod) } == 1)
    }
  }

  @Test func `of two sensors of a kind, the first that sends values is used until it is silent`() async throws {
    try await SensorScenario.with([
      SensorScenario.adapter, SensorScenario.pairedPod,
      "device \(SensorScenario.other) Spare foot-pod trusted",
    ]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "Spare", at: SensorScenario.other)
      try await scenario.service.send(
        SensorScenario.podBytes(speed: 9, total: 9), of: "foot-pod", from: SensorScenario.pod)
      try await scenario.service.run("sleep \(SensorScenario.other)")
      let mark = try await scenario.await(.silent(.footPod))
      #expect(
        !scenario.events.elements.contains {
          if case .values(let values) = $0 { values.metresPerSecond == 9 } else { false }
        })
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod, from: mark)
    }
  }

  @Test(arguments: ["Connect", "StartNotify"]) func `an attempt that fails is repeated`(method: String) async throws {
    let failure = "fail \(method) Failed 'le-connection-abort-by-local'"
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod, failure]) { scenario in
      scenario.hub.use([.footPod])
      for _ in 1...3 {
        let mark = try scenario.service.mark
        _ = try await scenario.service.process.output.first("an attempt", from: mark) { $0.hasPrefix(method) }
      }
      try await scenario.service.run("fail \(method)")
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
    }
  }

  @Test func `a sensor that another program has connected stays connected`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod + " connected"]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: SensorScenario.pod)
      await scenario.hub.shutDown(within: generousLimit)
      #expect(try await scenario.service.run("state").contains("connections=1"))
      try await scenario.service.run("sleep \(SensorScenario.pod)")
    }
  }
}
