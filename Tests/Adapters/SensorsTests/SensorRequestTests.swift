import Sensors
import TestSupport
import Testing

/// Requests that find, pair, forget and test sensors.
struct SensorRequestTests {
  private static let pod = SensorScenario.pod
  /// The time for which a request uses the radio; the simulated devices appear much faster, even on a busy machine.
  private static let radioTime = Duration.seconds(3)
  private static let hiddenPod = "device \(pod) 'My Pod' foot-pod hidden"

  @Test func `a search finds the sensors nearby and the paired sensors`() async throws {
    try await SensorScenario.with([
      SensorScenario.adapter, Self.hiddenPod + " late", "device \(SensorScenario.strap) '' heart-rate paired asleep",
      "device \(SensorScenario.other) Headphones none", "device C0:00:00:00:00:04 Cached treadmill asleep",
      "device C0:00:00:00:00:05 Bike treadmill connected battery=80",
    ]) { scenario in
      let sensors = try await scenario.hub.search(for: Self.radioTime)
      #expect(
        sensors == [
          Sensor(
            name: "Bike", address: "C0:00:00:00:00:05", kinds: [.treadmill], battery: 80, signal: -60, isPaired: false),
          Sensor(
            name: SensorScenario.strap, address: SensorScenario.strap, kinds: [.heartRate], isPaired: true),
          Sensor(name: "My Pod", address: Self.pod, kinds: [.footPod], signal: -60, isPaired: false),
        ])
      try await scenario.service.awaitCall("StopDiscovery hci0")
      try await scenario.service.run("sleep C0:00:00:00:00:05")
    }
  }

  /// The machines advertise the bits of FTMS 1.0, table 3.2, or no type.
  @Test func `exercise bikes are not treadmills`() async throws {
    let address = "C0:00:00:00:00:1"
    try await SensorScenario.with([
      SensorScenario.adapter, "device \(address)0 Bike treadmill machine=012000",
      "device \(address)1 Belt treadmill machine=010100", "device \(address)2 Both treadmill machine=012100",
      "device \(address)3 Silent treadmill", "device \(address)4 Short treadmill machine=01",
      "device \(address)5 None treadmill machine=010000", "device \(address)6 'Paired belt' treadmill paired",
      "device \(address)7 'Bike in use' treadmill connected bike",
      "device \(address)8 'Liar in use' treadmill connected machine=012000",
      "device \(address)9 'Bike with pulse' treadmill,heart-rate machine=012000",
    ]) { scenario in
      let sensors = try await scenario.hub.search(for: .milliseconds(300))
      #expect(
        sensors.map { [$0.name] + $0.kinds.map(\.rawValue).sorted() + ($0.isUnknownMachine ? ["?"] : []) } == [
          ["Belt", "treadmill"], ["Bike with pulse", "heart-rate"], ["Both", "treadmill"],
          ["Liar in use", "treadmill"], ["None", "treadmill", "?"], ["Paired belt", "treadmill"],
          ["Short", "treadmill", "?"], ["Silent", "treadmill", "?"],
        ])
      await #expect(throws: SensorError.notASensor("Bike in use")) {
        try await scenario.hub.pair("Bike in use", within: generousLimit)
      }
      for last in [7, 8] { try await scenario.service.run("sleep \(address)\(last)") }
    }
  }

  @Test func `a name from a device is made safe`() async throws {
    let name = "\u{1B}[2JPod\u{202E}\n" + String(repeating: "a", count: 200)
    try await SensorScenario.with([SensorScenario.adapter, "device \(Self.pod) '\(name)' foot-pod"]) { scenario in
      let sensors = try await scenario.hub.search(for: Self.radioTime)
      #expect(sensors.map(\.name) == ["[2JPod " + String(repeating: "a", count: 56) + "…"])
    }
  }

  @Test(arguments: SensorFaultTests.problems.filter { $0.error != .notPaired(.footPod) })
  func `a request reports why the service cannot be used`(problem: SensorFaultTests.Problem) async throws {
    try await SensorScenario.with(problem.commands) { scenario in
      await #expect(throws: problem.error) { try await scenario.hub.search(for: .seconds(3600)) }
      await #expect(throws: problem.error) { try await scenario.hub.forget("My Pod", within: generousLimit) }
    }
  }

  @Test func `a request without a service fails`() async throws {
    try await SensorScenario.with(nil) { scenario in
      await #expect(throws: SensorError.noService("")) {
        try await scenario.hub.search(for: .seconds(3600))
      }
    }
  }

  @Test func `a search fails if the service ends or refuses the discovery`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, "fail StartDiscovery NotReady 'Resource Not Ready'"]) {
      scenario in
      await #expect(throws: SensorError.adapterOff) { try await scenario.hub.search(for: .seconds(3600)) }
      try await scenario.service.run("fail StartDiscovery")
      let mark = try scenario.service.mark
      let search = Task { try await scenario.hub.search(for: .seconds(3600)) }
      try await scenario.service.awaitCall("StartDiscovery hci0", from: mark)
      try await scenario.service.process.killAndWait()
      await #expect(throws: SensorError.noService("")) { try await search.value }
      try await scenario.startService([])
    }
  }

  @Test func `a search uses the discovery of another program`() async throws {
    try await SensorScenario.with([
      SensorScenario.adapter, SensorScenario.pairedPod,
      "fail StartDiscovery InProgress 'Operation already in progress'",
    ]) { scenario in
      let sensors = try await scenario.hub.search(for: .milliseconds(100))
      #expect(sensors.map(\.name) == ["My Pod"])
    }
  }

  @Test func `the number of known objects is limited`() async throws {
    let devices = (0..<1200).map { "device \($0) \($0) foot-pod paired" }
    try await SensorScenario.with([SensorScenario.adapter] + devices) { scenario in
      let sensors = try await scenario.hub.search(for: .milliseconds(100))
      #expect(sensors.count == 999)
    }
  }

  @Test func `a cancelled search stops its discovery`() async throws {
    try await SensorScenario.with([SensorScenario.adapter]) { scenario in
      let search = Task { try await scenario.hub.search(for: .seconds(3600)) }
      try await scenario.service.awaitCall("StartDiscovery hci0")
      search.cancel()
      #expect(try await search.value.isEmpty)
      try await scenario.service.awaitRest()
    }
  }

  @Test(arguments: ["My Pod", "my pod", "c0:00:00:00:00:01"]) func `a sensor nearby is paired and trusted`(
    name: String
  ) async throws {
    try await SensorScenario.with([SensorScenario.adapter, Self.hiddenPod + " battery=70"]) { scenario in
      let sensor = try await scenario.hub.pair(name, within: generousLimit)
      #expect(
        sensor
          == Sensor(
            name: "My Pod", address: Self.pod, kinds: [.footPod], battery: 70, signal: -60, isPaired: true))
      try await scenario.service.awaitRest()
      #expect(try await scenario.service.run("state").hasSuffix("paired=1"))
      try await scenario.service.awaitCall("Disconnect \(Self.pod)")
      let steps = ["StopDiscovery", "Connect", "RegisterAgent", "Pair", "SetTrusted", "Disconnect"]
      let calls = try scenario.service.calls.compactMap { $0.split(separator: " ").first.map(String.init) }
      #expect(calls.filter(steps.contains) == steps)
      #expect(try scenario.service.calls.contains("RegisterAgent NoInputNoOutput"))
    }
  }

  @Test func `a sensor that does not support pairing is trusted`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, Self.hiddenPod + " unbondable"]) { scenario in
      let sensor = try await scenario.hub.pair("My Pod", within: generousLimit)
      #expect(sensor.isPaired)
    }
  }

  @Test func `a sensor is used as soon as it is paired`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, Self.hiddenPod]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.await(.unavailable(.notPaired(.footPod)))
      _ = try await scenario.hub.pair("My Pod", within: generousLimit)
      try await scenario.awaitStart(of: .footPod, "My Pod", at: Self.pod)
    }
  }

  @Test func `a device that is not a sensor is not paired`() async throws {
    try await SensorScenario.with([
      SensorScenario.adapter, "device \(Self.pod) Scale none hidden",
      "device \(SensorScenario.other) Mouse none paired",
    ]) { scenario in
      await #expect(throws: SensorError.notASensor("Scale")) {
        try await scenario.hub.pair("Scale", within: generousLimit)
      }
      await #expect(throws: SensorError.notASensor("Mouse")) {
        try await scenario.hub.pair("Mouse", within: generousLimit)
      }
      try await scenario.service.awaitCall("RemoveDevice \(Self.pod)")
      let calls = try scenario.service.calls
      #expect(!calls.contains { $0.hasPrefix("Pair") || $0 == "RemoveDevice \(SensorScenario.other)" })
    }
  }

  @Test func `a name that no sensor or several sensors have is reported`() async throws {
    try await SensorScenario.with([
      SensorScenario.adapter, Self.hiddenPod, "device \(SensorScenario.strap) Twin heart-rate",
      "device \(SensorScenario.other) Twin heart-rate",
    ]) { scenario in
      await #expect(throws: SensorError.unknownSensor("Pad", known: ["My Pod", "Twin", "Twin"])) {
        try await scenario.hub.pair("Pad", within: Self.radioTime)
      }
      await #expect(
        throws: SensorError.ambiguous("Twin", addresses: [SensorScenario.strap, SensorScenario.other])
      ) { try await scenario.hub.pair("Twin", within: generousLimit) }
    }
  }

  @Test(arguments: ["Connect", "SetTrusted"]) func `a sensor that cannot be paired is removed`(
    method: String
  ) async throws {
    let failure = "fail \(method) Failed 'le-connection-abort-by-local'"
    try await SensorScenario.with([SensorScenario.adapter, Self.hiddenPod, failure]) { scenario in
      await #expect(throws: SensorError.failed("My Pod", reason: "le-connection-abort-by-local")) {
        try await scenario.hub.pair("My Pod", within: generousLimit)
      }
      let state = try await scenario.service.run("state")
      #expect(state.hasSuffix("paired=0"))
    }
  }

  @Test(arguments: ["asleep", "stuck"]) func `a sensor that does not answer fails within the limit`(
    flag: String
  ) async throws {
    try await SensorScenario.with([SensorScenario.adapter, "device \(Self.pod) Pod foot-pod \(flag)"]) { scenario in
      await #expect(throws: SensorError.failed("Pod", reason: "it does not respond")) {
        try await scenario.hub.pair("Pod", within: Self.radioTime)
      }
    }
  }

  @Test func `a paired sensor is forgotten, and other devices are not`() async throws {
    try await SensorScenario.with([
      SensorScenario.adapter, SensorScenario.pairedPod, "device \(SensorScenario.other) Mouse none paired",
    ]) { scenario in
      await #expect(throws: SensorError.unknownSensor("Mouse", known: ["My Pod"])) {
        try await scenario.hub.forget("Mouse", within: generousLimit)
      }
      let sensor = try await scenario.hub.forget("My Pod", within: generousLimit)
      #expect(sensor == Sensor(name: "My Pod", address: Self.pod, kinds: [.footPod], isPaired: false))
      #expect(try await scenario.service.run("state").hasSuffix("paired=1"))
    }
  }

  @Test func `the values of a sensor arrive until the reader stops`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, Self.hiddenPod]) { scenario in
      let reader = Task {
        try await scenario.hub.values(of: "My Pod", within: generousLimit).first { _ in true }
      }
      try await scenario.service.awaitCall("StartNotify foot-pod")
      try await scenario.service.send(SensorScenario.podBytes(speed: 3, total: 1), of: "foot-pod", from: Self.pod)
      #expect(try await reader.value?.metresPerSecond == 3)
      try await scenario.service.awaitRest()
    }
  }

  @Test(arguments: ["sleep \(pod)", "remove hci0"]) func `the values of a sensor end when it disconnects`(
    command: String
  ) async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      let values = try await scenario.hub.values(of: "My Pod", within: generousLimit)
      try await scenario.service.run(command)
      try await withTimeLimit("the end of the values") { for await _ in values {} }
    }
  }

  @Test func `a sensor in use stays connected after a request for its values`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      scenario.hub.use([.footPod])
      try await scenario.awaitStart(of: .footPod, "My Pod", at: Self.pod)
      let reader = Task {
        try await scenario.hub.values(of: "My Pod", within: generousLimit).first { _ in true }
      }
      try await withTimeLimit("the second notification") {
        while try await !scenario.service.run("state").contains("notifications=2") { try Task.checkCancellation() }
      }
      try await scenario.service.send(SensorScenario.podBytes(speed: 5, total: 5), of: "foot-pod", from: Self.pod)
      #expect(try await reader.value?.metresPerSecond == 5)
      try await withTimeLimit("the end of the notification") {
        while try await !scenario.service.run("state").contains("notifications=1") { try Task.checkCancellation() }
      }
      #expect(try await scenario.service.run("state").contains("connections=1"))
    }
  }

  @Test func `shutting down ends the values of a request`() async throws {
    try await SensorScenario.with([SensorScenario.adapter, SensorScenario.pairedPod]) { scenario in
      let values = try await scenario.hub.values(of: "My Pod", within: generousLimit)
      await scenario.hub.shutDown(within: generousLimit)
      try await withTimeLimit("the end of the values") { for await _ in values {} }
    }
  }
}
