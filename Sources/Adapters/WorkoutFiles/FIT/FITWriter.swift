/// Writes a little-endian FIT file.
///
/// A message has a definition before it, unless the previous message has the same definition.
///
/// Source: Garmin, "FIT Protocol".
struct FITWriter {
  private var records: [UInt8] = []
  /// Definition of the last message.
  private var definition: [UInt8] = []

  /// Maximum size of a text in bytes.
  ///
  /// The size of a field is at most 255 bytes, which include the zero byte at the end of a text.
  static let maxTextBytes = 254

  /// A field of a message: its number and its value.
  enum Field {
    case `enum`(UInt8, UInt8)
    case uint8(UInt8, UInt8)
    case uint16(UInt8, UInt16)
    case uint32(UInt8, UInt32)
    case uint32z(UInt8, UInt32)
    /// A text in UTF-8, cut at the end of a character so that at most `maxTextBytes` bytes remain.
    case text(UInt8, String)
  }

  mutating func append(_ message: FITProfile.Message, _ fields: [Field]) {
    var definition = [0x40, 0, 0] + littleEndian(message.rawValue) + [UInt8(fields.count)]
    let contents = fields.map(\.content)
    for (field, content) in zip(fields, contents) {
      definition += [field.number, UInt8(content.count), field.type.rawValue]
    }
    if definition != self.definition {
      records += definition
      self.definition = definition
    }
    records.append(0)
    for content in contents { records += content }
  }

  /// A hash of the messages: FNV-1a with 32 bits.
  var contentHash: UInt32 { records.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 } }

  /// Content of the file.
  var bytes: [UInt8] {
    // The header has 14 bytes: its size, protocol version 1.0, profile version 21.218, the size of the records, the
    // signature and a checksum.
    var file: [UInt8] = [14, 0x10] + littleEndian(UInt16(21_218)) + littleEndian(UInt32(records.count)) + ".FIT".utf8
    file += littleEndian(fitChecksum(file))
    file += records
    return file + littleEndian(fitChecksum(file))
  }
}

/// Computes the checksum of FIT: CRC-16 with the polynomial x¹⁶ + x¹⁵ + x² + 1, reflected, with the initial value 0.
///
/// Source: Garmin, "FIT Protocol", section "CRC".
package func fitChecksum(_ bytes: some Sequence<UInt8>) -> UInt16 {
  bytes.reduce(into: 0) { checksum, byte in
    checksum ^= UInt16(byte)
    for _ in 0..<8 {
      checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xA001 : checksum >> 1
    }
  }
}

private func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
  stride(from: 0, to: value.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
}

extension FITWriter.Field {
  fileprivate var number: UInt8 {
    switch self {
    case .enum(let number, _), .uint8(let number, _), .uint16(let number, _), .uint32(let number, _),
      .uint32z(let number, _), .text(let number, _):
      number
    }
  }

  fileprivate var type: FITBaseType {
    switch self {
    case .enum: .enum
    case .uint8: .uint8
    case .uint16: .uint16
    case .uint32: .uint32
    case .uint32z: .uint32z
    case .text: .string
    }
  }

  fileprivate var content: [UInt8] {
    switch self {
    case .enum(_, let value), .uint8(_, let value): [value]
    case .uint16(_, let value): littleEndian(value)
    case .uint32(_, let value), .uint32z(_, let value): littleEndian(value)
    case .text(_, let text): Array(text.prefix(maxUTF8Bytes: FITWriter.maxTextBytes).utf8) + [0]
    }
  }
}

extension String {
  /// Returns the longest prefix of whole characters that has at most `limit` bytes in UTF-8.
  fileprivate func prefix(maxUTF8Bytes limit: Int) -> String {
    var (size, text) = (0, "")
    for character in self {
      size += character.utf8.count
      guard size <= limit else { break }
      text.append(character)
    }
    return text
  }
}
