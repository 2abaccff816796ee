/// A FIT file that is built record by record, and can have features that `FITWriter` does not use.
struct FITBytes {
  var isBigEndian = false
  /// Size of the header in bytes: 12 without a checksum of the header, or 14 with a checksum.
  var headerSize = 14
  private(set) var records: [UInt8] = []

  /// A field: its number, its base type and its bytes; the bytes of a number are little-endian.
  struct Field {
    let number: UInt8
    let type: UInt8
    let bytes: [UInt8]

    static func byte(_ number: UInt8, _ value: UInt8) -> Field { Field(number: number, type: 0x00, bytes: [value]) }

    static func short(_ number: UInt8, _ value: UInt16) -> Field {
      Field(number: number, type: 0x84, bytes: [UInt8(value & 0xFF), UInt8(value >> 8)])
    }

    static func long(_ number: UInt8, _ value: UInt32) -> Field {
      Field(number: number, type: 0x86, bytes: (0..<4).map { UInt8(value >> ($0 * 8) & 0xFF) })
    }

    static func text(_ number: UInt8, _ text: String) -> Field {
      Field(number: number, type: 0x07, bytes: Array(text.utf8) + [0])
    }
  }

  /// Appends a definition and a message of local type 0.
  ///
  /// - Parameters:
  ///   - message: Number of the message type.
  ///   - fields: Fields of the message.
  ///   - compressed: Whether the record has a compressed timestamp.
  ///   - developer: Content of a developer field; empty if the record has no developer field.
  mutating func append(_ message: UInt16, _ fields: [Field], compressed: Bool = false, developer: [UInt8] = []) {
    let number = [UInt8(message & 0xFF), UInt8(message >> 8)]
    records += [developer.isEmpty ? 0x40 : 0x60, 0, isBigEndian ? 1 : 0] + (isBigEndian ? number.reversed() : number)
    records.append(UInt8(fields.count))
    for field in fields { records += [field.number, UInt8(field.bytes.count), field.type] }
    if !developer.isEmpty { records += [1, 0, UInt8(developer.count), 0] }
    records.append(compressed ? 0x80 : 0)
    for field in fields { records += isBigEndian && field.type & 0x80 != 0 ? field.bytes.reversed() : field.bytes }
    records += developer
  }

  mutating func append(raw bytes: [UInt8]) { records += bytes }

  /// Makes a file with a workout named `Hills`.
  init(steps: [[Field]], sport: UInt8 = 1, isBigEndian: Bool = false) {
    self.isBigEndian = isBigEndian
    append(0, [.byte(0, 5)])
    append(26, [.byte(4, sport), .short(6, UInt16(steps.count)), .text(8, "Hills")])
    for (index, step) in steps.enumerated() { append(27, [.short(254, UInt16(index))] + step) }
  }

  init() {}

  /// Content of the file.
  var bytes: [UInt8] {
    var file: [UInt8] = [UInt8(headerSize), 0x20, 0, 0] + (0..<4).map { UInt8(records.count >> ($0 * 8) & 0xFF) }
    file += ".FIT".utf8
    if headerSize == 14 { file += [0, 0] }
    file += records
    let checksum = Self.checksum(file)
    return file + [UInt8(checksum & 0xFF), UInt8(checksum >> 8)]
  }

  /// Computes the checksum with the table in Garmin's "FIT Protocol", independently of `fitChecksum`.
  private static func checksum(_ bytes: [UInt8]) -> UInt16 {
    let table: [UInt16] = [
      0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01,
      0x8801, 0x4400,
    ]
    var checksum: UInt16 = 0
    for byte in bytes {
      for nibble in [byte & 0xF, byte >> 4] {
        checksum = checksum >> 4 ^ table[Int(checksum & 0xF)] ^ table[Int(nibble)]
      }
    }
    return checksum
  }
}
