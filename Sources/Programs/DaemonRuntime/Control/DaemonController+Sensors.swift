import Concurrency
package import ControlInterface
import Logging
import Sensors
package import WorkoutReports

/// The methods that use sensors.
///
/// They wait for the Bluetooth service on its own executor, so neither a workout nor other clients wait.
extension DaemonController {
  package func sensors(searchMilliseconds: Int) async throws(ControlError) -> [Report.Sensor] {
    let sensors = try await request { (hub) throws(SensorError) in
      try await hub.search(for: .milliseconds(searchMilliseconds))
    }
    return sensors.prefix(Self.maxSensors).map(Report.Sensor.init)
  }

  package func pairSensor(_ name: String) async throws(ControlError) -> Report.Sensor {
    let sensor = try await request { (hub) throws(SensorError) in try await hub.pair(name, within: Self.pairingLimit) }
    logger.info("Paired \(sensor.name) (\(sensor.address))")
    return Report.Sensor(sensor)
  }

  package func forgetSensor(_ name: String) async throws(ControlError) -> Report.Sensor {
    let sensor = try await request { (hub) throws(SensorError) in
      try await hub.forget(name, within: Self.pairingLimit)
    }
    logger.info("Removed the pairing of \(sensor.name) (\(sensor.address))")
    return Report.Sensor(sensor)
  }

  package func testSensor(
    _ name: String
  ) async throws(ControlError) -> AsyncStream<Result<Report.SensorValues, ControlError>> {
    try beginRequest()
    let values: AsyncStream<SensorValues>
    do {
      values = try await sensors.values(of: name, within: Self.pairingLimit)
    } catch {
      sensorRequests.end()
      throw .sensorUnavailable(.init(error, healthCheck.hints))
    }
    let (results, sink) = AsyncStream.makeStream(
      of: Result<Report.SensorValues, ControlError>.self, bufferingPolicy: .bufferingNewest(16))
    let reading = Task(executorPreference: Self.testQueue) { [sensorRequests] in
      defer { sensorRequests.end() }
      var metres: [SensorKind: Double] = [:]
      for await value in values {
        metres[value.kind] = (metres[value.kind] ?? 0) + (value.metres ?? 0)
        sink.yield(.success(Report.SensorValues(value, metres: metres[value.kind])))
      }
      sink.yield(.failure(.sensorUnavailable(.disconnected(name))))
      sink.finish()
    }
    sink.onTermination = { _ in reading.cancel() }
    return results
  }

  /// The maximum number of sensors in a reply.
  static let maxSensors = 100
  /// The time limit for connecting to a sensor, including the search for it and the pairing.
  private static let pairingLimit = Duration.seconds(35)
  private static let testQueue = TaskQueue(label: "org.intervald.sensor-test")

  private func beginRequest() throws(ControlError) {
    guard sensorRequests.begin() else { throw .sensorUnavailable(.busy) }
  }

  private func request<Result: Sendable>(
    _ request: (any SensorHub) async throws(SensorError) -> Result
  ) async throws(ControlError) -> Result {
    try beginRequest()
    defer { sensorRequests.end() }
    do {
      return try await request(sensors)
    } catch {
      throw .sensorUnavailable(.init(error, healthCheck.hints))
    }
  }
}

extension Report.Sensor {
  fileprivate init(_ sensor: Sensor) {
    self.init(
      name: sensor.name, address: sensor.address,
      measures: SensorKind.allCases.filter(sensor.kinds.contains).map { kind in
        kind == .treadmill && sensor.isUnknownMachine ? "fitness-machine" : kind.rawValue
      }, batteryPercent: sensor.battery, signalDbm: sensor.signal, paired: sensor.isPaired)
  }
}

extension Report.SensorValues {
  /// Converts the values; `metres` is the distance since the first values, which a heart-rate sensor does not measure.
  fileprivate init(_ values: SensorValues, metres: Double?) {
    self.init(
      measures: values.kind.rawValue, speedMps: values.metresPerSecond,
      distanceM: values.kind == .heartRate ? nil : metres, cadence: values.cadence, countedFeet: values.countedFeet,
      heartRate: values.heartRate)
  }
}

extension ControlError.SensorUnavailable {
  /// Too many requests are being answered.
  static let busy = Self(
    reason: "busy", message: "four searches, pairings or tests of sensors are in progress",
    hints: ["try again when one of them has ended"])

  /// The sensor has ended its connection.
  static func disconnected(_ name: String) -> Self {
    Self(reason: "disconnected", message: "'\(name)' has disconnected", hints: [Hints.wakeSensor])
  }

  init(_ error: SensorError, _ hints: Hints) {
    let known: [String] =
      switch error {
      case .unknownSensor(_, let names): names
      case .ambiguous(_, let addresses): addresses
      default: []
      }
    self.init(
      reason: error.reason, message: error.words, hints: hints.forSensors(error),
      known: Array(known.prefix(DaemonController.maxSensors)))
  }
}

extension SensorError {
  /// The word for the error in the control interface.
  fileprivate var reason: String {
    switch self {
    case .noService: "noService"
    case .notResponding: "notResponding"
    case .noAdapter: "noAdapter"
    case .adapterOff: "adapterOff"
    case .refused: "refused"
    case .serviceError: "serviceError"
    case .unknownSensor: "unknownSensor"
    case .ambiguous: "ambiguous"
    case .notASensor: "notASensor"
    case .failed: "failed"
    case .notPaired: "notPaired"
    }
  }
}
