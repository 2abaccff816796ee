extension JSONValue {
  /// Reads a value from its text.
  ///
  /// - Throws: `JSONError` for what is no JSON, is nested deeper than `maximumDepth` or has an object name a key twice.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    self = try JSONParser.parse(bytes)
  }

  /// The value as compact UTF-8 text on one line, keys in the order of their UTF-8 bytes.
  ///
  /// JSON has no infinities: a float that is not finite is written as null.
  package var text: [UInt8] {
    var text: [UInt8] = []
    write(to: &text)
    return text
  }

  private func write(to text: inout [UInt8]) {
    switch self {
    case .null: text += Array("null".utf8)
    case .bool(let value): text += Array((value ? "true" : "false").utf8)
    case .int(let value): text += Array(String(value).utf8)
    case .float(let value): text += Array((value.isFinite ? "\(value)" : "null").utf8)
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &text)
        text.append(UInt8(ascii: ":"))
        member.value.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): text += [UInt8(ascii: "\\"), UInt8(ascii: "\"")]
      case UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
      case 0x0A: text += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case 0x0D: text += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case 0x09: text += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      case ..<0x20:
        let digits = String(byte, radix: 16)
        text += Array("\\u00\(digits.count == 1 ? "0" : "")\(digits)".utf8)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }
}
