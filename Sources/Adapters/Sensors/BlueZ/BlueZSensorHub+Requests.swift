import Concurrency
import MessageBus

extension BlueZSensorHub {
  package func search(for limit: Duration) async throws(SensorError) -> [Sensor] {
    guard requests.begin() else { throw .notResponding }
    defer { requests.end() }
    let client = try await openClient()
    if limit > .zero {
      try await client.startDiscovery(of: SensorKind.allCases)
      _ = try await client.wait(until: .now + limit) { false }
    }
    let devices = client.objects.devices.filter { device in
      let sensor = device.sensor
      return !sensor.kinds.isEmpty && (sensor.isPaired || sensor.signal != nil || device.isConnected)
    }
    if limit > .zero { await client.stopDiscovery() }
    return devices.map(\.sensor).sorted { ($0.name, $0.address) < ($1.name, $1.address) }
  }

  package func pair(_ name: String, within limit: Duration) async throws(SensorError) -> Sensor {
    guard requests.begin() else { throw .notResponding }
    defer { requests.end() }
    let deadline = ContinuousClock.now + limit
    let client = try await openClient()
    let device = try await find(name, with: client, until: deadline)
    let isNew = !device.sensor.isPaired
    claims.claim(device.path)
    do throws(SensorError) {
      try await connect(device, with: client, until: deadline)
      if isNew { try await pair(device, with: client, until: deadline) }
    } catch {
      await disconnect(device, with: client)
      // Another program may use a device that was connected before.
      if isNew, !device.isConnected { _ = try? await client.remove(device) }
      throw error
    }
    let sensor = client.objects.device(device.path)?.sensor ?? device.sensor
    await disconnect(device, with: client)
    return sensor
  }

  package func forget(_ name: String, within limit: Duration) async throws(SensorError) -> Sensor {
    guard requests.begin() else { throw .notResponding }
    defer { requests.end() }
    let client = try await openClient()
    // Other devices must not be removed, such as keyboards.
    let sensors = client.objects.devices.filter { $0.sensor.isPaired && !$0.sensor.kinds.isEmpty }
    guard let device = try sensors.device(named: name) else {
      throw .unknownSensor(name, known: sensors.map(\.sensor.name))
    }
    do throws(BusError) {
      try await client.remove(device)
    } catch {
      throw .failed(device.sensor.name, reason: error.description)
    }
    var sensor = device.sensor
    sensor.isPaired = false
    return sensor
  }

  /// Finds a device by its name or address; starts a discovery if BlueZ does not know the device.
  func find(
    _ name: String, with client: BlueZClient, until deadline: ContinuousClock.Instant
  ) async throws(SensorError) -> BlueZDevice {
    if let device = try client.objects.devices.device(named: name) { return device }
    // Some sensors do not advertise their services, so the discovery is not limited to services.
    try await client.startDiscovery(of: [])
    _ = try await client.wait(until: deadline) { !client.objects.devices.matching(name).isEmpty }
    await client.stopDiscovery()
    let devices = client.objects.devices
    guard let device = try devices.device(named: name) else {
      let known = devices.map(\.sensor).filter { !$0.kinds.isEmpty }.map(\.name)
      throw .unknownSensor(name, known: Array(known.prefix(Self.maxKnown)))
    }
    return device
  }

  /// The maximum number of names in an error.
  private static var maxKnown: Int { 20 }

  /// Connects to a device, and waits until its characteristics are known.
  ///
  /// - Throws: `failed`, or `notASensor` if the device does not have a characteristic that sends values.
  func connect(
    _ device: BlueZDevice, with client: BlueZClient, until deadline: ContinuousClock.Instant
  ) async throws(SensorError) {
    let (path, name) = (device.path, device.sensor.name)
    guard !(device.sensor.isPaired && device.sensor.kinds.isEmpty) else { throw .notASensor(name) }
    if client.objects.device(path)?.isConnected != true {
      let result = await withCheckedContinuation { continuation in
        claims.connect(path, with: client, within: deadline.remaining) {
          continuation.resume(returning: $0)
        }
      }
      // BlueZ reports `InProgress` and `AlreadyConnected` if another program connects to the device.
      let accepted = ["org.bluez.Error.InProgress", "org.bluez.Error.AlreadyConnected"]
      if case .failure(let error) = result, !accepted.contains(error.name) {
        throw .failed(name, reason: error.description)
      }
    }
    guard try await client.wait(until: deadline, for: { client.objects.device(path)?.isReady == true }) else {
      throw .failed(name, reason: BusError(.notResponding).description)
    }
    // BlueZ may report that the services are known before it adds them: https://github.com/bluez/bluez/issues/1489.
    let characteristicLimit = min(deadline, .now + limits.problemPause)
    let isSensor = try await client.wait(until: characteristicLimit) {
      !client.objects.characteristics(of: path).isEmpty
    }
    if !isSensor { throw .notASensor(name) }
  }

  /// Pairs a connected device, and marks it as trusted.
  private func pair(
    _ device: BlueZDevice, with client: BlueZClient, until deadline: ContinuousClock.Instant
  ) async throws(SensorError) {
    do throws(BusError) {
      try await client.registerAgent()
      do throws(BusError) {
        try await client.call(
          "Pair", of: BlueZ.device, at: device.path, within: deadline.remaining)
      } catch {
        // Many sensors do not support pairing, and send their values without it. They stay connected.
        guard client.objects.device(device.path)?.isReady == true else { throw error }
      }
      try await client.call(
        "Set", of: BlueZ.properties, at: device.path,
        [.string(BlueZ.device), .string("Trusted"), .variant(.boolean(true))])
    } catch {
      throw .failed(device.sensor.name, reason: error.description)
    }
    _ = try await client.wait(until: .now + limits.answer) {
      client.objects.device(device.path)?.sensor.isPaired == true
    }
  }

  /// Ends the use of a device by a request, and waits until the device is disconnected or need not be.
  func disconnect(_ device: BlueZDevice, with client: BlueZClient) async {
    await withCheckedContinuation { continuation in
      claims.release(device.path, with: client) { continuation.resume() }
    }
  }
}

extension BlueZDevice {
  /// Whether the device is connected and its services are known.
  var isReady: Bool { isConnected && isResolved }
}

extension [BlueZDevice] {
  /// The devices with a name; otherwise those with the name in other case, or the device with the address.
  ///
  /// A device that several adapters know is contained once.
  func matching(_ name: String) -> [BlueZDevice] {
    let name = (name, name.lowercased())
    let tests: [(Sensor) -> Bool] = [
      { $0.name == name.0 }, { $0.name.lowercased() == name.1 }, { $0.address.lowercased() == name.1 },
    ]
    for test in tests {
      var found: [BlueZDevice] = []
      for device in self
      where test(device.sensor) && !found.contains(where: { $0.sensor.address == device.sensor.address }) {
        found.append(device)
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The device with a name or an address; nil if no device has it.
  ///
  /// - Throws: `ambiguous`.
  func device(named name: String) throws(SensorError) -> BlueZDevice? {
    let found = matching(name)
    if found.count > 1 { throw .ambiguous(name, addresses: found.map(\.sensor.address).sorted()) }
    return found.first
  }
}
