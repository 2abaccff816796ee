import Text

/// JSON value of any shape.
///
/// A whole number that fits in 64 bits is an `int`, or a `uint` if it fits only without a sign; any other number is a
/// `float`. A Varlink interface that declares a float accepts any number.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int)
  /// A whole number above the maximum of an `int`.
  case uint(UInt)
  case float(Double)
  case string(String)
  case array([JSONValue])
  case object(Object)

  /// The maximum nesting depth of arrays and objects; deeper text is rejected, because it could exhaust the stack.
  package static let maximumDepth = 128
}

extension JSONValue {
  /// The members of an object; nil if the value is not an object.
  package var object: Object? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The text of a string; nil if the value is not a string.
  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The truth value of a Boolean; nil if the value is not a Boolean.
  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .int(value) }
  package init(floatLiteral value: Double) { self = .float(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(nilLiteral: ()) { self = .null }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(Object(uniqueKeysWithValues: elements))
  }
}

// MARK: Text

extension JSONValue {
  /// Parses JSON text.
  ///
  /// The member `key` of the outermost object is checked, but null replaces its value, which saves time for a long value.
  ///
  /// - Throws: `JSONError` if the text is not JSON, is nested deeper than `maximumDepth`, or contains an object with a
  ///   duplicate key.
  package init(parsing bytes: [UInt8], omitting key: String? = nil) throws(JSONError) {
    self = try JSONParser.parse(bytes, omitting: key)
  }

  /// The value as compact UTF-8 text on one line, with the keys of each object in ascending order.
  ///
  /// A float that is not finite is written as null, because JSON has no infinities. Characters that a terminal would
  /// interpret are escaped in strings, so that the text can be printed anywhere.
  package var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(512)
    write(to: &text)
    return text
  }

  /// Appends the text of the value.
  package func write(to text: inout [UInt8]) {
    switch self {
    case .null: text.append(contentsOf: "null".utf8)
    case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
    case .int(let value): text.append(contentsOf: String(value).utf8)
    case .uint(let value): text.append(contentsOf: String(value).utf8)
    case .float(let value): text.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    case .string(let value): Self.write(value, to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      var separator = false
      for element in elements {
        if separator { text.append(UInt8(ascii: ",")) }
        separator = true
        element.write(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      var separator = false
      for (key, value) in members {
        if separator { text.append(UInt8(ascii: ",")) }
        separator = true
        Self.write(key, to: &text)
        text.append(UInt8(ascii: ":"))
        value.write(to: &text)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  private static func writeEscape(of unit: UInt16, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\\"))
    text.append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] {
      let digit = UInt8(unit >> UInt16(shift) & 0xF)
      text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }

  private static func write(_ string: String, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    defer { text.append(UInt8(ascii: "\"")) }
    guard !string.isPlain else {
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
        for unit in scalar.utf16 { writeEscape(of: unit, to: &text) }
      default: if let bytes = UTF8.encode(scalar) { text.append(contentsOf: bytes) }
      }
    }
  }
}

extension String {
  /// Whether each character is printable ASCII that JSON does not escape.
  ///
  /// A plain string is copied as a whole, because most strings are plain and some are long.
  fileprivate var isPlain: Bool {
    let bytes = utf8Span.span
    for index in bytes.indices {
      let byte = bytes[index]
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return false }
    }
    return true
  }
}
