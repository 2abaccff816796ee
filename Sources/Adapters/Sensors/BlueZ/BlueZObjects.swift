import MessageBus
import Text

/// Names of BlueZ on the bus; see org.bluez.Adapter(5), org.bluez.Device(5) and org.bluez.GattCharacteristic(5).
enum BlueZ {
  static let service = "org.bluez"
  static let adapter = "org.bluez.Adapter1"
  static let device = "org.bluez.Device1"
  static let battery = "org.bluez.Battery1"
  static let gattService = "org.bluez.GattService1"
  static let characteristic = "org.bluez.GattCharacteristic1"
  static let agentManager = "org.bluez.AgentManager1"
  static let objectManager = "org.freedesktop.DBus.ObjectManager"
  static let properties = "org.freedesktop.DBus.Properties"
}

extension SensorKind {
  /// The identifier of the GATT service, as BlueZ writes it.
  var service: String {
    switch self {
    case .footPod: Self.identifier("1814")
    case .treadmill: Self.identifier("1826")
    case .heartRate: Self.identifier("180d")
    }
  }

  /// The identifier of the characteristic that sends the values: RSC Measurement, Treadmill Data or Heart Rate
  /// Measurement.
  var characteristic: String {
    switch self {
    case .footPod: Self.identifier("2a53")
    case .treadmill: Self.identifier("2acd")
    case .heartRate: Self.identifier("2a37")
    }
  }

  private static func identifier(_ short: String) -> String { "0000\(short)-0000-1000-8000-00805f9b34fb" }
}

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

  init?(_ path: String, _ interfaces: BlueZObjects.Interfaces) {
    guard let properties = interfaces[BlueZ.device], let adapter = properties["Adapter"]?.string,
      let address = properties["Address"]?.string
    else { return nil }
    self.path = path
    self.adapter = adapter
    isConnected = properties["Connected"] == .boolean(true)
    isResolved = properties["ServicesResolved"] == .boolean(true)
    let services = properties["UUIDs"]?.allStrings ?? []
    let alias = (properties["Alias"]?.string ?? "").cleanedToOneLine
      .preparedForDisplay(keepingLines: false, limit: Self.maxName)
    // The alias of a device without a name is its address with dashes.
    let hasName = !alias.isEmpty && alias != address.replacingScalars { $0 == ":" ? "-" : nil }
    sensor = Sensor(
      name: hasName ? alias : address, address: address,
      kinds: Set(SensorKind.allCases.filter { services.contains($0.service) }),
      isPaired: properties["Paired"] == .boolean(true) || properties["Trusted"] == .boolean(true))
    if case .byte(let percentage)? = interfaces[BlueZ.battery]?["Percentage"] { sensor.battery = Int(percentage) }
    if case .int16(let strength)? = properties["RSSI"] { sensor.signal = Int(strength) }
  }
}

/// A copy of BlueZ's objects, with only the properties that are used.
struct BlueZObjects {
  /// The properties of an object, by interface.
  typealias Interfaces = [String: [String: Variant]]

  /// The maximum number of objects; further objects are ignored.
  private static let maxObjects = 1000
  private static let usedInterfaces: Set = [
    BlueZ.adapter, BlueZ.device, BlueZ.battery, BlueZ.gattService, BlueZ.characteristic,
  ]
  private static let usedProperties: Set = [
    "Adapter", "Address", "Alias", "Connected", "Paired", "Percentage", "Powered", "RSSI", "Service",
    "ServicesResolved", "Trusted", "UUID", "UUIDs",
  ]

  private var objects: [String: Interfaces] = [:]

  init() {}

  /// Reads the answer to GetManagedObjects.
  init(_ arguments: [Variant]) {
    guard case .array(let entries, _)? = arguments.first else { return }
    for case .structure(let entry) in entries { add(entry) }
  }

  /// Adds the interfaces of an object: its path, and the properties by interface.
  mutating func add(_ arguments: [Variant]) {
    guard arguments.count == 2, let path = arguments[0].string, case .array(let interfaces, _) = arguments[1],
      objects[path] != nil || objects.count < Self.maxObjects
    else { return }
    for case .structure(let entry) in interfaces {
      guard let interface = entry[0].string, Self.usedInterfaces.contains(interface),
        case .dictionary(let properties) = entry[1]
      else { continue }
      objects[path, default: [:]][interface] = properties.filter { Self.usedProperties.contains($0.key) }
    }
  }

  /// Removes interfaces of an object: its path, and the names of the interfaces.
  mutating func remove(_ arguments: [Variant]) {
    guard let path = arguments.first?.string else { return }
    for interface in arguments.dropFirst().flatMap(\.allStrings) { objects[path]?[interface] = nil }
    if objects[path]?.isEmpty == true { objects[path] = nil }
  }

  /// Changes and removes properties of an interface; returns whether a used property may have changed.
  mutating func change(_ interface: String, at path: String, to changes: [String: Variant], without names: [String])
    -> Bool
  {
    guard objects[path]?[interface] != nil else { return false }
    let used = changes.filter { Self.usedProperties.contains($0.key) }
    objects[path]?[interface]?.merge(used) { _, new in new }
    for name in names { objects[path]?[interface]?[name] = nil }
    return !used.isEmpty || !names.isEmpty
  }

  var hasAdapter: Bool { objects.values.contains { $0[BlueZ.adapter] != nil } }

  /// The paths of the adapters that are switched on.
  var adapters: Set<String> {
    Set(objects.filter { $0.value[BlueZ.adapter]?["Powered"] == .boolean(true) }.keys)
  }

  /// The reason why no sensor can be used; nil if an adapter is switched on.
  var adapterProblem: SensorError? {
    if !hasAdapter { .noAdapter } else if adapters.isEmpty { .adapterOff } else { nil }
  }

  /// The devices of the adapters that are switched on, sorted by name; the paired devices are first.
  var devices: [BlueZDevice] {
    let adapters = adapters
    return objects.compactMap { BlueZDevice($0.key, $0.value) }.filter { adapters.contains($0.adapter) }
      .sorted {
        ($0.sensor.isPaired ? 0 : 1, $0.sensor.name, $0.path) < ($1.sensor.isPaired ? 0 : 1, $1.sensor.name, $1.path)
      }
  }

  func device(_ path: String) -> BlueZDevice? {
    objects[path].flatMap { BlueZDevice(path, $0) }
  }

  /// The characteristics of a device that send values, by their paths.
  func characteristics(of device: String) -> [String: SensorKind] {
    var result: [String: SensorKind] = [:]
    for (path, interfaces) in objects where path.hasPrefix("\(device)/") {
      guard let properties = interfaces[BlueZ.characteristic], let parent = properties["Service"]?.string,
        let service = objects[parent]?[BlueZ.gattService]?["UUID"]
      else { continue }
      result[path] = SensorKind.allCases.first { kind in
        service == .string(kind.service) && properties["UUID"] == .string(kind.characteristic)
      }
    }
    return result
  }
}
