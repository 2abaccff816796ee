import WorkoutModel

/// The sensors nearby: finds, pairs and forgets them, and delivers the values of those in use.
///
/// Only functions with a time limit wait. `use` returns at once.
package protocol SensorHub: Sendable {
  /// The events of the sensors in use; the stream ends when the hub is shut down.
  var events: AsyncStream<SensorEvent> { get }

  /// Connects to the paired sensors of these kinds, and disconnects from all others.
  ///
  /// While the set is empty, the hub has no connection to the Bluetooth service, and uses no processor time. If several
  /// paired sensors are of the same kind, the hub uses the first one that sends values, until it is silent or disconnects.
  func use(_ kinds: Set<SensorKind>)

  /// Disconnects from the sensors that an earlier process has left connected because it was killed, except the sensors
  /// in use.
  func releaseLeftovers() async

  /// Searches for the limit, and returns the sensors found and the paired sensors, sorted by name.
  func search(for limit: Duration) async throws(SensorError) -> [Sensor]

  /// Pairs a sensor, which must be nearby; `name` is the name or the address of the sensor.
  func pair(_ name: String, within limit: Duration) async throws(SensorError) -> Sensor

  /// Forgets a paired sensor; `name` is the name or the address of the sensor.
  func forget(_ name: String, within limit: Duration) async throws(SensorError) -> Sensor

  /// The values of a sensor, paired or not, until the reader stops.
  ///
  /// The function waits up to the limit for the connection. The stream ends early if the sensor disconnects.
  func values(of name: String, within limit: Duration) async throws(SensorError) -> AsyncStream<SensorValues>

  /// Disconnects from all sensors, and ends the stream of events, within the limit.
  func shutDown(within limit: Duration) async
}

/// A kind of sensor; each kind has its own Bluetooth service.
package enum SensorKind: String, CaseIterable, Sendable {
  /// Running Speed and Cadence, 0x1814.
  case footPod = "foot-pod"
  /// Fitness Machine, 0x1826, with Treadmill Data.
  case treadmill
  /// Heart Rate, 0x180D.
  case heartRate = "heart-rate"
}

/// A sensor that is nearby or paired.
package struct Sensor: Equatable, Sendable {
  /// The name that the sensor advertises, made safe for display; the address if it has no name.
  package var name: String
  /// The Bluetooth address, such as `C0:11:22:33:44:55`.
  package var address: String
  package var kinds: Set<SensorKind>
  /// Whether the sensor is a fitness machine that does not advertise its type, and so may not be a treadmill.
  package var isUnknownMachine: Bool
  /// The charge of the battery in percent, 0 to 100; nil if it is unknown.
  package var battery: Int?
  /// The strength of the signal in dBm, such as -60; nil if the sensor is not nearby.
  package var signal: Int?
  package var isPaired: Bool

  package init(
    name: String, address: String, kinds: Set<SensorKind>, isUnknownMachine: Bool = false, battery: Int? = nil,
    signal: Int? = nil, isPaired: Bool
  ) {
    self.name = name
    self.address = address
    self.kinds = kinds
    self.isUnknownMachine = isUnknownMachine
    self.battery = battery
    self.signal = signal
    self.isPaired = isPaired
  }
}

/// The values that a sensor has sent at once.
package struct SensorValues: Equatable, Sendable {
  package var kind: SensorKind
  /// The speed in metres per second.
  package var metresPerSecond: Double?
  /// The distance since the previous values of the sensor, in metres; nil if it is unknown.
  ///
  /// The distance is unknown for the first values, and after the sensor has restarted its count.
  package var metres: Double?
  /// The time since the previous values of the sensor; zero for the first values.
  package var span: Duration
  /// Steps per minute, of both feet; nil also if it is unknown whether the sensor counts the contacts of both.
  package var cadence: Int?
  /// The number of feet whose contacts a foot pod counts, 1 or 2; nil if it is unknown.
  package var countedFeet: Int?
  /// Heartbeats per minute.
  package var heartRate: Int?

  package init(
    kind: SensorKind, metresPerSecond: Double? = nil, metres: Double? = nil, span: Duration = .zero,
    cadence: Int? = nil, countedFeet: Int? = nil, heartRate: Int? = nil
  ) {
    self.kind = kind
    self.metresPerSecond = metresPerSecond
    self.metres = metres
    self.span = span
    self.cadence = cadence
    self.countedFeet = countedFeet
    self.heartRate = heartRate
  }

  /// The speed in metres per second, or the average speed since the previous values, which is at most
  /// the maximum of `SensorRange.speed`; nil if both are unknown.
  package var speed: Double? {
    metresPerSecond
      ?? metres.flatMap { span > .zero ? min($0 / (span / .seconds(1)), SensorRange.speed.upperBound) : nil }
  }
}

/// An event of the sensors in use.
package enum SensorEvent: Equatable, Sendable {
  /// A sensor sends values; the first values after a connection or a silence.
  case began(SensorKind, name: String)
  case values(SensorValues)
  /// No values of this kind have arrived for `maxSilence`, or the sensor has disconnected.
  case silent(SensorKind)
  /// The Bluetooth service cannot be used, or the sensors that it knows are not enough.
  case unavailable(SensorError)

  /// The time without values after which a sensor counts as silent.
  package static let maxSilence = Duration.seconds(5)
}

/// The reason why sensors cannot be used.
package enum SensorError: Error, Equatable, Sendable {
  /// The Bluetooth service is not running; the text is the reason.
  case noService(String)
  /// The Bluetooth service does not answer in time.
  case notResponding
  /// The computer has no Bluetooth adapter.
  case noAdapter
  /// The adapter is switched off.
  case adapterOff
  /// The Bluetooth service refuses access; the text is the reason.
  case refused(String)
  /// The Bluetooth service reports an error of its own; the text is its message.
  case serviceError(String)
  /// No sensor with this name is nearby or paired; the array contains the names of the known sensors.
  case unknownSensor(String, known: [String])
  /// Several sensors have this name; the array contains their addresses.
  case ambiguous(String, addresses: [String])
  /// The device has none of the services of `SensorKind`.
  case notASensor(String)
  /// The sensor did not accept the connection or the pairing; the text is the reason.
  case failed(String, reason: String)
  /// No sensor of this kind is paired.
  case notPaired(SensorKind)
}
