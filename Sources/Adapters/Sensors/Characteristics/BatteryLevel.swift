/// The characteristic Battery Level, 0x2A19.
///
/// Source: Bluetooth SIG, "Battery Service 1.0", section 3.1, and "GATT Specification Supplement", "Battery Level".
package struct BatteryLevel: Equatable, Sendable {
  /// The charge, 0 to 100.
  package let percent: Int

  /// Decodes a value; nil if it is empty or more than 100, which is reserved.
  package init?(_ bytes: [UInt8]) {
    guard let byte = bytes.first, byte <= 100 else { return nil }
    percent = Int(byte)
  }
}
