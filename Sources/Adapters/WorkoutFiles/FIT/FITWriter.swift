/// Writes a FIT file: little-endian, with a definition before each message.
///
/// Source: Garmin, "FIT Protocol".
struct FITWriter {
  private var records: [UInt8] = []

  /// The most bytes of a text: its size has to fit one, with the zero at its end.
  static let longestText = 254

  /// A field of a message that is written.
  enum Field {
    case `enum`(UInt8, UInt8)
    case uint16(UInt8, UInt16)
    case uint32(UInt8, UInt32)
    case uint32z(UInt8, UInt32)
    /// Up to `longestText` bytes of UTF-8; what is longer is cut between characters.
    case text(UInt8, String)
  }

  mutating func append(message number: UInt16, _ fields: [Field]) {
    records += [0x40, 0, 0, UInt8(truncatingIfNeeded: number), UInt8(number >> 8), UInt8(fields.count)]
    for field in fields { records += [field.number, UInt8(field.content.count), field.type.rawValue] }
    records.append(0)
    for field in fields { records += field.content }
  }

  /// The whole file.
  var bytes: [UInt8] {
    // A header of 14 bytes, of protocol 1.0, which has all that is used here; and the profile that was read for it.
    var file: [UInt8] = [14, 0x10] + little(UInt16(21_218)) + little(UInt32(records.count)) + ".FIT".utf8
    file += little(fitChecksum(file))
    file += records
    return file + little(fitChecksum(file))
  }
}

private func little(_ value: some FixedWidthInteger) -> [UInt8] {
  stride(from: 0, to: value.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
}

extension FITWriter.Field {
  fileprivate var number: UInt8 {
    switch self {
    case .enum(let number, _), .uint16(let number, _), .uint32(let number, _), .uint32z(let number, _),
      .text(let number, _):
      number
    }
  }

  fileprivate var type: FITBaseType {
    switch self {
    case .enum: .enum
    case .uint16: .uint16
    case .uint32: .uint32
    case .uint32z: .uint32z
    case .text: .string
    }
  }

  fileprivate var content: [UInt8] {
    switch self {
    case .enum(_, let value): [value]
    case .uint16(_, let value): little(value)
    case .uint32(_, let value), .uint32z(_, let value): little(value)
    case .text(_, let text): Array(text.prefix(utf8: FITWriter.longestText).utf8) + [0]
    }
  }
}

extension String {
  /// As many characters from the beginning as fit so many bytes.
  func prefix(utf8 limit: Int) -> String {
    var (size, text) = (0, "")
    for character in self {
      size += character.utf8.count
      guard size <= limit else { break }
      text.append(character)
    }
    return text
  }
}
