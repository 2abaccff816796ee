/// A FIT message, reduced to fields that contain unsigned integers or texts.
///
/// The message records which fields have been read. The other fields are losses of the import, because no code uses
/// their values.
final class FITMessage {
  /// Number of the message type in the FIT profile.
  let number: UInt16
  /// Offset of the record in the file, in bytes.
  let offset: Int
  /// Number of the fields that have a value but have not been read.
  private(set) var unreadFields: Set<UInt8> = []
  /// Whether the record has a developer field with a value.
  private(set) var hasDeveloperFields = false
  private var numbers: [UInt8: UInt64] = [:]
  private var texts: [UInt8: ForeignText] = [:]
  /// Assumptions about the values that were read.
  private(set) var assumptions: [Loss] = []
  /// Numbers of the fields that contain several values, of which only the first can be read.
  private var arrays: Set<UInt8> = []

  /// Reads the fields of a record.
  ///
  /// - Parameters:
  ///   - definition: The fields of the record.
  ///   - bytes: Content of the record, `definition.size` bytes.
  ///   - offset: Offset of the record in the file.
  init(_ definition: FITDefinition, _ bytes: ArraySlice<UInt8>, offset: Int) {
    number = definition.messageNumber
    self.offset = offset
    var rest = bytes
    for field in definition.fields {
      let content = rest.prefix(field.size)
      rest = rest.dropFirst(field.size)
      let values = field.type.map { content.values($0, isBigEndian: definition.isBigEndian) } ?? []
      if field.type == .string {
        let text = ForeignText(content.prefix { $0 != 0 })
        guard !text.text.isEmpty else { continue }
        texts[field.number] = text
      } else if let type = field.type {
        guard let index = values.firstIndex(where: { $0 != type.invalidValue }) else { continue }
        // No field of a workout has negative numbers, fractions or more than 32 bits.
        if index == 0, type.isUnsigned, values[0] <= UInt32.max { numbers[field.number] = values[0] }
        if values.dropFirst().contains(where: { $0 != type.invalidValue }) { arrays.insert(field.number) }
      } else if content.allSatisfy({ $0 == 0xFF }) {
        continue
      }
      unreadFields.insert(field.number)
    }
    hasDeveloperFields = rest.contains { $0 != 0xFF }
  }

  /// Returns the number in a field, and marks the field as read; nil if the field is missing, or if its number exceeds
  /// 32 bits.
  func number(_ field: UInt8) -> Int? {
    guard let number = numbers[field] else { return nil }
    if !arrays.contains(field) { unreadFields.remove(field) }
    return Int(number)
  }

  /// Returns the text in a field, and marks the field as read; nil if the message does not contain the text.
  func text(_ field: UInt8) -> String? {
    guard let text = texts[field] else { return nil }
    unreadFields.remove(field)
    if let assumption = text.assumption { assumptions.append(assumption) }
    return text.text
  }

  /// Adds an assumption about a value of the message.
  func assume(_ part: String, readAs meaning: String) { assumptions.append(.assumed(part, readAs: meaning)) }

  /// Converts the number in a field, and marks the field as read if the conversion succeeds.
  func read<Value>(_ field: UInt8, _ convert: (Int) -> Value?) -> Value? {
    guard let value = numbers[field].flatMap({ convert(Int($0)) }) else { return nil }
    _ = number(field)
    return value
  }

  /// Marks fields that do not affect a plan as read; the caller documents the reason.
  func ignore(_ fields: UInt8...) { unreadFields.subtract(fields) }

  /// Marks fields as read if their number is 0, because some programs write 0 for an unset value.
  func ignoreZeros(_ fields: UInt8...) {
    for field in fields where numbers[field] == 0 { _ = number(field) }
  }
}

extension ArraySlice<UInt8> {
  /// Splits the content of a field into its values; the bits of a signed or fractional number remain unchanged.
  fileprivate func values(_ type: FITBaseType, isBigEndian: Bool) -> [UInt64] {
    guard type != .string else { return [] }
    return stride(from: startIndex, to: endIndex, by: type.size).map { start in
      let value = self[start..<Swift.min(start + type.size, endIndex)]
      return (isBigEndian ? Array(value) : value.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}

/// Layout of all records that have the same local type.
///
/// A later definition of a local type replaces an earlier definition.
struct FITDefinition {
  let messageNumber: UInt16
  let isBigEndian: Bool
  let fields: [Field]
  /// Size of a record in bytes, without its header.
  let size: Int

  /// Makes a definition.
  ///
  /// `developerSize` is the total size of the developer fields, which follow `fields` in a record.
  init(messageNumber: UInt16, isBigEndian: Bool, fields: [Field], developerSize: Int) {
    self.messageNumber = messageNumber
    self.isBigEndian = isBigEndian
    self.fields = fields
    size = fields.reduce(developerSize) { $0 + $1.size }
  }

  struct Field {
    let number: UInt8
    let size: Int
    /// Type of the field; nil if the type is unknown, or if `size` is not a multiple of the type's size.
    let type: FITBaseType?
  }
}

/// Type of a field in a FIT message; the raw value is the number of the type in a definition.
///
/// Source: Garmin, "FIT Protocol", table "FIT Base Types and Invalid Values".
enum FITBaseType: UInt8 {
  case `enum` = 0x00
  case sint8 = 0x01
  case uint8 = 0x02
  case sint16 = 0x83
  case uint16 = 0x84
  case sint32 = 0x85
  case uint32 = 0x86
  case string = 0x07
  case float32 = 0x88
  case float64 = 0x89
  case uint8z = 0x0A
  case uint16z = 0x8B
  case uint32z = 0x8C
  case byte = 0x0D
  case sint64 = 0x8E
  case uint64 = 0x8F
  case uint64z = 0x90

  /// Size of one value in bytes.
  var size: Int {
    switch self {
    case .enum, .sint8, .uint8, .string, .uint8z, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .float32, .uint32z: 4
    case .float64, .sint64, .uint64, .uint64z: 8
    }
  }

  /// Bits that mark an unset field; nil for a text, which is unset if it is empty.
  var invalidValue: UInt64? {
    switch self {
    case .enum, .uint8, .byte: 0xFF
    case .sint8: 0x7F
    case .uint16: 0xFFFF
    case .sint16: 0x7FFF
    case .uint32, .float32: 0xFFFF_FFFF
    case .sint32: 0x7FFF_FFFF
    case .uint64, .float64: .max
    case .sint64: 0x7FFF_FFFF_FFFF_FFFF
    case .uint8z, .uint16z, .uint32z, .uint64z: 0
    case .string: nil
    }
  }

  /// Whether the type is an unsigned integer.
  var isUnsigned: Bool {
    switch self {
    case .enum, .uint8, .byte, .uint16, .uint32, .uint64, .uint8z, .uint16z, .uint32z, .uint64z: true
    case .sint8, .sint16, .sint32, .sint64, .float32, .float64, .string: false
    }
  }
}
