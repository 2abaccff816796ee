/// A type that the fields of FIT messages are made of, by its number in a definition.
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

  /// The bytes of one value.
  var size: Int {
    switch self {
    case .enum, .sint8, .uint8, .string, .uint8z, .byte: 1
    case .sint16, .uint16, .uint16z: 2
    case .sint32, .uint32, .float32, .uint32z: 4
    case .float64, .sint64, .uint64, .uint64z: 8
    }
  }

  /// The value that means none, of the types that are whole numbers of no sign; nil for all others.
  var none: UInt64? {
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
