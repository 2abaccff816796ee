import MessageBus
import Testing

@testable import Sensors

/// The copy of BlueZ's objects, and the device that each change concerns.
struct BlueZObjectsTests {
  private static let adapter = "/org/bluez/hci0"
  private static let pod = "/org/bluez/hci0/dev_1"
  private static let phone = "/org/bluez/hci0/dev_2"

  @Test func `a change names its device, unless only a search reads it or its type is wrong`() {
    var objects = BlueZObjects([
      .array(
        VariantList([
          object(Self.adapter, BlueZ.adapter, ["Powered": .boolean(true)]),
          object(Self.pod, BlueZ.device, ["Adapter": .objectPath(Self.adapter), "Address": .string("1")]),
          object(Self.phone, BlueZ.device, ["Adapter": .objectPath(Self.adapter), "Address": .string("2")]),
          object("\(Self.pod)/service1/char1", BlueZ.characteristic, ["UUID": .string("a")]),
        ]), of: "{oa{sa{sv}}}")
    ])
    let changes: [(String, String, [String: Variant], String?)] = [
      (Self.phone, BlueZ.device, ["RSSI": .int16(-50)], nil),
      (Self.phone, BlueZ.device, ["ServiceData": .dictionary([:]), "ManufacturerData": .dictionary([:])], nil),
      (Self.phone, BlueZ.device, ["Connected": .boolean(true)], Self.phone),
      (Self.phone, BlueZ.device, ["Connected": .boolean(true)], nil),
      (Self.phone, BlueZ.device, ["Connected": .string("false")], nil),
      (Self.pod, BlueZ.battery, ["Percentage": .byte(1)], nil),
      ("\(Self.pod)/service1/char1", BlueZ.characteristic, ["UUID": .string("b")], Self.pod),
      (Self.adapter, BlueZ.adapter, ["Powered": .boolean(false)], Self.adapter),
    ]
    let named = changes.map { objects.change($0.1, at: $0.0, to: $0.2, without: []) }
    #expect(named == changes.map(\.3))
    #expect(objects.device(Self.phone)?.sensor.signal == -50)
    #expect(objects.device(Self.phone)?.isConnected == true)
    #expect(objects.remove([.objectPath(Self.phone), .strings([BlueZ.device])]) == Self.phone)
    #expect(objects.remove([.objectPath(Self.phone), .strings([BlueZ.device])]) == nil)
    #expect(objects.device(Self.phone) == nil)
  }

  private func object(_ path: String, _ interface: String, _ properties: [String: Variant]) -> Variant {
    let interfaces = VariantList([.structure([.string(interface), .dictionary(properties)])])
    return .structure([.objectPath(path), .array(interfaces, of: "{sa{sv}}")])
  }
}
