import MessageBus
import Text

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
  }

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
