import Text

extension JSONValue {
  /// Reads a value from its text.
  ///
  /// - Throws: `JSONError` for what is no JSON, is nested deeper than `maximumDepth` or has an object name a key twice.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    self = try JSONParser.parse(bytes)
  }

  /// The value as compact UTF-8 text on one line, keys in the order of their UTF-8 bytes.
  ///
  /// JSON has no infinities: a float that is not finite is written as null. Scalars that a terminal acts on are escaped,
  /// so that the text can be printed anywhere.
  package var text: [UInt8] {
    var text: [UInt8] = []
    write(to: &text)
    return text
  }

  private func write(to text: inout [UInt8]) {
    switch self {
    case .null: text.append(contentsOf: "null".utf8)
    case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
    case .int(let value): text.append(contentsOf: String(value).utf8)
    case .float(let value): text.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
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
    defer { text.append(UInt8(ascii: "\"")) }
    // Most strings are written as they are, and some are long.
    let isPlain = string.utf8.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    guard !isPlain else {
      text.append(contentsOf: string.utf8)
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": text += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "\n": text += Array("\\n".utf8)
      case "\r": text += Array("\\r".utf8)
      case "\t": text += Array("\\t".utf8)
      case " "..."~": text.append(UInt8(ascii: scalar))
      case _ where scalar.affectsTerminal:
        for unit in scalar.utf16 { text += Array("\\u\(String(unit, radix: 16).zeroPadded(to: 4))".utf8) }
      default: text += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
  }
}
