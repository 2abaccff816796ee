/// A FIT message, reduced to fields that contain unsigned integers or texts.
///
/// Workouts need no other types of fields.
struct FITMessage {
  /// Number of the message type in the FIT profile.
  let number: UInt16
  /// Offset of the record in the file, in bytes.
  let offset: Int
  private var numbers: [UInt8: UInt64] = [:]
  private var texts: [UInt8: String] = [:]

  /// Reads the fields of a record.
  ///
  /// Fields of other types, fields of an invalid size and fields without a value are skipped.
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
      guard let type = field.type else { continue }
      if type == .string {
        let text = String(sanitizing: content.prefix { $0 != 0 })
        if !text.isEmpty { texts[field.number] = text }
      } else if let invalidValue = type.invalidValue, content.count >= type.size {
        // Only the first element of an array is read.
        let first = content.prefix(type.size)
        let value = (definition.isBigEndian ? Array(first) : first.reversed()).reduce(0) { $0 << 8 | UInt64($1) }
        // No field of a workout has more than 32 bits.
        if value != invalidValue, value <= UInt32.max { numbers[field.number] = value }
      }
    }
  }

  /// Returns the number in a field; nil if the field is missing, or if its number exceeds 32 bits.
  func number(_ field: UInt8) -> Int? { numbers[field].map(Int.init) }

  /// Returns the text in a field; nil if the message does not contain the text.
  func text(_ field: UInt8) -> String? { texts[field] }
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
  /// `developerSize` is the total size of the developer fields, which follow `fields` in a record and are ignored.
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

  /// Value that marks an unset field of an unsigned integer type; nil for other types.
  var invalidValue: UInt64? {
    switch self {
    case .enum, .uint8, .byte: 0xFF
    case .uint16: 0xFFFF
    case .uint32: 0xFFFF_FFFF
    case .uint64: .max
    case .uint8z, .uint16z, .uint32z, .uint64z: 0
    case .sint8, .sint16, .sint32, .float32, .float64, .sint64, .string: nil
    }
  }
}
