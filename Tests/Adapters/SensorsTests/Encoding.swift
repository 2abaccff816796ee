/// Encodes characteristics field by field, independently of the decoders.
struct Encoding {
  private(set) var bytes: [UInt8] = []

  /// Appends a number, with the least significant byte first.
  mutating func append(_ number: Int, bytes count: Int) {
    for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
  }

  /// Appends the fields whose flags are set.
  ///
  /// - Parameters:
  ///   - fields: The fields in order: the name, the number of bytes, and the bit of its flag.
  ///   - flags: The flags that are set.
  ///   - number: Makes the number of a field from its index and its number of bytes.
  /// - Returns: The appended numbers by the names of their fields.
  mutating func append(
    _ fields: [(name: String, bytes: Int, bit: Int)], flags: Int, number: (Int, Int) -> Int
  ) -> [String: Int] {
    var values: [String: Int] = [:]
    for (index, field) in fields.enumerated() where flags >> field.bit & 1 == 1 {
      values[field.name] = number(index, field.bytes)
      append(number(index, field.bytes), bytes: field.bytes)
    }
    return values
  }
}
