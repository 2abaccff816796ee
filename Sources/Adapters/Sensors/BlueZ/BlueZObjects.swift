import MessageBus

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

  static func identifier(_ short: String) -> String { "0000\(short)-0000-1000-8000-00805f9b34fb" }
}

/// A copy of BlueZ's objects, with only the properties that are used.
///
/// The objects are grouped by the device or the adapter that they belong to, so that a change of one device is found
/// without reading the others. A value of another type than BlueZ documents is ignored: the property keeps its value.
struct BlueZObjects {
  /// The properties of an object, by interface.
  typealias Interfaces = [String: [String: Variant]]

  /// The maximum number of objects; further objects are ignored.
  private static let maxObjects = 1000
  private static let usedInterfaces: Set = [
    BlueZ.adapter, BlueZ.device, BlueZ.battery, BlueZ.gattService, BlueZ.characteristic,
  ]
  /// The properties that only a search reads at its end; a device may change them many times a second.
  private static let advertisedProperties: Set = ["RSSI", "ServiceData"]

  /// The objects by their paths, in groups by the paths of the devices and adapters.
  private var groups: [String: [String: Interfaces]] = [:]
  private var count = 0
  /// The paths of the adapters.
  private(set) var adapterPaths: Set<String> = []

  init() {}

  /// Reads the answer to GetManagedObjects.
  init(_ arguments: VariantList) {
    for entry in arguments[0]?.elements ?? [] { add(entry.elements) }
  }

  /// The path of the device that an object belongs to, such as `/org/bluez/hci0/dev_C0_00_00_00_00_01`; the path itself
  /// if the object is not a part of a device.
  private static func group(of path: String) -> String {
    let slashes = path.utf8.indices.filter { path.utf8[$0] == UInt8(ascii: "/") }
    return slashes.count > 4 ? String(path[..<slashes[4]]) : path
  }

  /// Whether a property is used and its value has the type that BlueZ documents.
  private static func isUsed(_ name: String, _ value: Variant) -> Bool {
    switch (name, value) {
    case ("Connected", .boolean), ("Paired", .boolean), ("Powered", .boolean), ("ServicesResolved", .boolean),
      ("Trusted", .boolean), ("Adapter", .objectPath), ("Service", .objectPath), ("Address", .string),
      ("Alias", .string), ("UUID", .string), ("UUIDs", .array(_, of: "s")), ("Percentage", .byte), ("RSSI", .int16),
      ("ServiceData", .dictionary):
      true
    default: false
    }
  }

  /// Adds the interfaces of an object: its path, and the properties by interface.
  ///
  /// - Returns: The path of the device or adapter that has changed; nil if nothing has changed.
  @discardableResult
  mutating func add(_ arguments: VariantList) -> String? {
    guard let path = arguments[0]?.string, let interfaces = arguments[1] else { return nil }
    let group = Self.group(of: path)
    var object = groups[group]?[path] ?? [:]
    let isNew = object.isEmpty
    guard !isNew || count < Self.maxObjects else { return nil }
    for entry in interfaces.elements {
      guard let interface = entry.elements[0]?.string, Self.usedInterfaces.contains(interface),
        let properties = entry.elements[1]?.dictionary
      else { continue }
      object[interface] = properties.filter(Self.isUsed)
    }
    guard !object.isEmpty else { return nil }
    groups[group, default: [:]][path] = object
    if isNew { count += 1 }
    if object[BlueZ.adapter] != nil { adapterPaths.insert(path) }
    return group
  }

  /// Removes interfaces of an object: its path, and the names of the interfaces.
  ///
  /// - Returns: The path of the device or adapter that has changed; nil if nothing has changed.
  mutating func remove(_ arguments: VariantList) -> String? {
    guard let path = arguments[0]?.string, case .array(let names, "s")? = arguments[1] else { return nil }
    let group = Self.group(of: path)
    guard var object = groups[group]?[path] else { return nil }
    for name in names.compactMap(\.string) { object[name] = nil }
    if object[BlueZ.adapter] == nil { adapterPaths.remove(path) }
    groups[group]?[path] = object.isEmpty ? nil : object
    if object.isEmpty { count -= 1 }
    if groups[group]?.isEmpty == true { groups[group] = nil }
    return group
  }

  /// Changes and removes properties of an interface.
  ///
  /// - Returns: The path of the device or adapter that has changed; nil if nothing has changed but what only a search
  ///   reads.
  mutating func change(
    _ interface: String, at path: String, to changes: [String: Variant], without names: [String]
  ) -> String? {
    let group = Self.group(of: path)
    guard var properties = groups[group]?[path]?[interface] else { return nil }
    let former = properties
    properties.merge(changes.filter(Self.isUsed)) { _, new in new }
    for name in names { properties[name] = nil }
    groups[group]?[path]?[interface] = properties
    let isAdvertised = { (name: String) in Self.advertisedProperties.contains(name) }
    return properties.filter { !isAdvertised($0.key) } == former.filter { !isAdvertised($0.key) } ? nil : group
  }

  /// The paths of the adapters that are switched on.
  var adapters: Set<String> {
    adapterPaths.filter { groups[$0]?[$0]?[BlueZ.adapter]?["Powered"] == .boolean(true) }
  }

  /// The reason why no sensor can be used; nil if an adapter is switched on.
  var adapterProblem: SensorError? {
    if adapterPaths.isEmpty { .noAdapter } else if adapters.isEmpty { .adapterOff } else { nil }
  }

  /// The devices of the adapters that are switched on, sorted by name; the paired devices are first.
  var devices: [BlueZDevice] {
    let adapters = adapters
    return groups.keys.compactMap(device).filter { adapters.contains($0.adapter) }.sorted()
  }

  func device(_ path: String) -> BlueZDevice? {
    groups[path].flatMap { BlueZDevice(path, $0) }
  }

  /// The characteristics of a device that send values, by their paths.
  func characteristics(of device: String) -> [String: SensorKind] {
    groups[device].map(BlueZDevice.characteristics(in:)) ?? [:]
  }
}
