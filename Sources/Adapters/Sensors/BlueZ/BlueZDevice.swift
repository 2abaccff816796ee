import MessageBus
import Text
import WorkoutModel

/// A device that BlueZ knows.
struct BlueZDevice {
  let path: String
  /// The path of the adapter.
  let adapter: String
  var sensor: Sensor
  let isConnected: Bool
  /// Whether the services of the connected device are known.
  let isResolved: Bool

  /// The maximum number of characters of a name.
  private static let maxName = 64

  /// - Parameters:
  ///   - path: The path of the device.
  ///   - objects: The interfaces of the device, and of its services and characteristics, by their paths.
  init?(_ path: String, _ objects: [String: BlueZObjects.Interfaces]) {
    guard let interfaces = objects[path], let properties = interfaces[BlueZ.device],
      let adapter = properties["Adapter"]?.string, let address = properties["Address"]?.string
    else { return nil }
    self.path = path
    self.adapter = adapter
    isConnected = properties["Connected"]?.boolean ?? false
    isResolved = properties["ServicesResolved"]?.boolean ?? false
    let services = properties["UUIDs"]?.allStrings ?? []
    let alias = (properties["Alias"]?.string ?? "").cleanedToOneLine
      .preparedForDisplay(keepingLines: false, limit: Self.maxName)
    // The alias of a device without a name is its address with dashes.
    let hasName = !alias.isEmpty && alias != address.replacingScalars { $0 == ":" ? "-" : nil }
    sensor = Sensor(
      name: hasName ? alias : address, address: address,
      kinds: Set(SensorKind.allCases.filter { services.contains($0.service) }),
      isPaired: properties["Paired"]?.boolean ?? false || properties["Trusted"]?.boolean ?? false)
    if case .byte(let percentage)? = interfaces[BlueZ.battery]?["Percentage"] {
      sensor.battery = Int(percentage).only(in: SensorRange.battery)
    }
    if case .int16(let strength)? = properties["RSSI"] { sensor.signal = Int(strength).only(in: SensorRange.signal) }
    if sensor.kinds.contains(.treadmill) { identifyMachine(properties["ServiceData"]?.dictionary, objects) }
  }

  /// Decides whether a fitness machine is a treadmill, and removes the kind if it is another machine.
  ///
  /// The characteristics of a connected machine decide, or else the type that it advertises. Some bikes advertise no
  /// type (github.com/TrackMyIndoorWorkout/TrackMyIndoorWorkout, issues 188 and 402). A paired machine had the
  /// characteristic when it was paired.
  private mutating func identifyMachine(
    _ serviceData: [String: Variant]?, _ objects: [String: BlueZObjects.Interfaces]
  ) {
    let values = Set(objects.values.compactMap { $0[BlueZ.characteristic]?["UUID"]?.string })
    let isTreadmill: Bool? =
      if values.contains(SensorKind.treadmill.characteristic) {
        true
      } else if !values.isDisjoint(with: Self.otherMachines) {
        false
      } else { FitnessMachineType(advertised: serviceData?[SensorKind.treadmill.service])?.contains(.treadmill) }
    if isTreadmill == false { sensor.kinds.remove(.treadmill) }
    sensor.isUnknownMachine = isTreadmill == nil && !sensor.isPaired
  }

  /// The characteristics with the values of other fitness machines: Cross Trainer Data, Step Climber Data, Stair Climber
  /// Data, Rower Data and Indoor Bike Data.
  private static let otherMachines = Set(["2ace", "2acf", "2ad0", "2ad1", "2ad2"].map(SensorKind.identifier))

  /// The characteristics that send values, by their paths, among the services and characteristics of a device.
  static func characteristics(in objects: [String: BlueZObjects.Interfaces]) -> [String: SensorKind] {
    objects.compactMapValues { interfaces in
      guard let properties = interfaces[BlueZ.characteristic], let parent = properties["Service"]?.string,
        let service = objects[parent]?[BlueZ.gattService]?["UUID"]?.string
      else { return nil }
      return SensorKind.allCases.first { $0.service == service && $0.characteristic == properties["UUID"]?.string }
    }
  }
}

extension BlueZDevice: Comparable {
  /// Sorts the paired devices before the others, and then by name.
  static func < (one: Self, other: Self) -> Bool {
    (one.sensor.isPaired ? 0 : 1, one.sensor.name, one.path)
      < (other.sensor.isPaired ? 0 : 1, other.sensor.name, other.path)
  }

  static func == (one: Self, other: Self) -> Bool {
    (one.path, one.sensor, one.isConnected, one.isResolved)
      == (other.path, other.sensor, other.isConnected, other.isResolved)
  }
}

/// The types of a fitness machine, which it advertises in its service data.
///
/// Source: Bluetooth SIG, "Fitness Machine Service 1.0", section 3.1: a byte of flags, and two bytes with a bit for each
/// type.
struct FitnessMachineType: OptionSet {
  let rawValue: Int

  static let treadmill = Self(rawValue: 1)

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Reads the service data; nil if they contain no type.
  init?(advertised data: Variant?) {
    guard case .bytes(let bytes)? = data else { return nil }
    var reader = FieldReader(bytes)
    _ = reader.unsigned(1)
    rawValue = reader.unsigned(2)
    if reader.isTooShort || rawValue == 0 { return nil }
  }
}
