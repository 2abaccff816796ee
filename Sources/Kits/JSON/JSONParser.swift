/// Strict parser of JSON text (RFC 8259) without duplicate keys, lone surrogates or infinite numbers.
///
/// The time is proportional to the length of the text. JSONDecoder of FoundationEssentials is not used, because it is
/// slow for a value of unknown shape, for which it tries every type. JSONDecoder needs more than a second for one
/// kilobyte that is nested 500 levels deep, and three seconds for a mebibyte of small numbers.
struct JSONParser {
  let bytes: [UInt8]
  var position = 0
  /// The key of a member of the outermost object whose value is null in the result; nil for no such member.
  private let omitted: String?

  private init(_ bytes: [UInt8], omitting key: String?) {
    self.bytes = bytes
    omitted = key
  }

  /// Parses a whole text as one value.
  ///
  /// The member `key` of the outermost object is checked like any other, but its value in the result is null.
  static func parse(_ bytes: [UInt8], omitting key: String? = nil) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes, omitting: key)
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.error(.trailingBytes) }
    return value
  }

  // MARK: Values

  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", as: .bool(true))
    case UInt8(ascii: "f"): return try word("false", as: .bool(false))
    case UInt8(ascii: "n"): return try word("null", as: .null)
    default: return try number()
    }
  }

  /// The number of members of the outermost object for which memory is allocated at once.
  private static let usualMembers = 32

  private mutating func object(depth: Int) throws(JSONError) -> JSONValue.Object {
    var members: [JSONValue.Object.Element] = []
    var offsets: [Int] = []
    // `JSONValue` writes keys in ascending order, and ascending keys have no duplicates.
    var isAscending = true
    try enter(depth)
    if skip(UInt8(ascii: "}")) { return [:] }
    if depth == 1 {
      members.reserveCapacity(Self.usualMembers)
      offsets.reserveCapacity(Self.usualMembers)
    }
    repeat {
      skipSpace()
      offsets.append(position)
      let key = try string()
      if isAscending, let last = members.last { isAscending = last.key.order(key) < 0 }
      try expect(UInt8(ascii: ":"))
      members.append((key, depth == 1 && key == omitted ? try omittedValue(depth: depth) : try value(depth: depth)))
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    guard !isAscending else { return JSONValue.Object(sorted: members) }
    let object = JSONValue.Object(sorting: members)
    guard object.count == members.count else { throw Self.duplicateKey(of: object, in: members, at: offsets) }
    return object
  }

  /// The error for the first key that repeats an earlier key; `object` contains each key once.
  private static func duplicateKey(
    of object: JSONValue.Object, in members: [JSONValue.Object.Element], at offsets: [Int]
  ) -> JSONError {
    var isKnown = [Bool](repeating: false, count: object.count)
    var first = 0
    while case let (index, _) = object.position(of: members[first].key), !isKnown[index] {
      isKnown[index] = true
      first += 1
    }
    return JSONError(reason: .duplicateKey, offset: offsets[first])
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try enter(depth)
    if skip(UInt8(ascii: "]")) { return elements }
    repeat {
      elements.append(try value(depth: depth))
    } while skip(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return elements
  }

  private mutating func word(_ word: StaticString, as value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in word.description.utf8 {
      guard peek == byte else { throw unexpected() }
      position += 1
    }
    return value
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSONValue {
    let start = position
    if peek == UInt8(ascii: "-") { position += 1 }
    guard let first = peek, isDigit(first) else { throw unexpected() }
    let leading = skipDigits()
    guard first != UInt8(ascii: "0") || leading == 1 else {
      throw JSONError(reason: .invalidNumber, offset: start)
    }
    var isWhole = true
    if peek == UInt8(ascii: ".") {
      position += 1
      isWhole = false
      guard skipDigits() > 0 else { throw unexpected() }
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      isWhole = false
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      guard skipDigits() > 0 else { throw unexpected() }
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, let int = Int(text) { return .int(int) }
    if isWhole, let uint = unsigned(bytes[start..<position]) { return .uint(uint) }
    guard let float = Double(text), float.isFinite else {
      throw JSONError(reason: .invalidNumber, offset: start)
    }
    return .float(float)
  }

  /// The value of decimal digits; nil if the value needs more than 64 bits, or the first byte is a sign.
  private func unsigned(_ digits: ArraySlice<UInt8>) -> UInt? {
    var value: UInt = 0
    for digit in digits {
      guard isDigit(digit) else { return nil }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = tens.addingReportingOverflow(UInt(digit - UInt8(ascii: "0")))
      guard !isTooLarge, !isOver else { return nil }
      value = sum
    }
    return value
  }

  mutating func skipDigits() -> Int {
    let start = position
    position = end(from: start, where: isDigit)
    return position - start
  }

  func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    let start = position
    guard peek == UInt8(ascii: "\"") else { throw unexpected() }
    position += 1
    // The array contains the text up to the last escape; it is empty before the first escape.
    var text: [UInt8] = []
    while true {
      let run = position
      position = end(from: run) { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      if peek != UInt8(ascii: "\"") || !text.isEmpty { text += bytes[run..<position] }
      switch peek {
      case UInt8(ascii: "\""):
        let bytes = text.isEmpty ? bytes[run..<position] : text[...]
        position += 1
        guard let string = String(validating: bytes, as: UTF8.self) else {
          throw JSONError(reason: .invalidString, offset: start)
        }
        return string
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &text)
      default:
        throw unexpected()
      }
    }
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
    guard let byte = peek else { throw unexpected() }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += UTF8.encode(try escapedScalar()).map(Array.init) ?? []
    default:
      position -= 1
      throw unexpected()
    }
  }

  /// Parses the digits after `\u`, and a second escape if the digits are the first half of a surrogate pair.
  private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
    let start = position
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), word("\\u"), case let trail = try codeUnit(), UTF16.isTrailSurrogate(trail)
    else {
      throw JSONError(reason: .invalidString, offset: start)
    }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func word(_ prefix: StaticString) -> Bool {
    guard bytes[position...].starts(with: prefix.description.utf8) else { return false }
    position += prefix.utf8CodeUnitCount
    return true
  }

  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw unexpected() }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }

  // MARK: Bytes

  var peek: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// The first position, from `start`, whose byte does not satisfy a condition.
  func end(from start: Int, where isIncluded: (UInt8) -> Bool) -> Int {
    var end = start
    while end < bytes.count, isIncluded(bytes[end]) { end += 1 }
    return end
  }

  private mutating func enter(_ depth: Int) throws(JSONError) {
    guard depth <= JSONValue.maximumDepth else { throw error(.tooDeep) }
    position += 1
  }

  private mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard skip(byte) else { throw unexpected() }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    skipSpace()
    guard peek == byte else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() {
    position = end(from: position) { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }

  private func unexpected() -> JSONError {
    error(peek == nil ? .unexpectedEnd : .unexpectedByte)
  }

  private func error(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason: reason, offset: position)
  }
}

/// Error in JSON text, with its position.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of error.
  package enum Reason: String, Sendable {
    case unexpectedByte = "unexpected byte"
    case unexpectedEnd = "unexpected end"
    case trailingBytes = "bytes after the value"
    case tooDeep = "nested too deeply"
    case duplicateKey = "duplicate key"
    case invalidNumber = "invalid number"
    case invalidString = "invalid string"
  }

  package let reason: Reason

  /// The offset of the byte at which parsing stopped, from 0.
  package let offset: Int

  package var description: String { "\(reason.rawValue) at byte \(offset)" }
}
