/// Checks a value that the result omits, without making the value.
extension JSONParser {
  /// Checks a value as strictly as `value(depth:)`, and returns null.
  mutating func omittedValue(depth: Int) throws(JSONError) -> JSONValue {
    let start = position
    guard !skipUsualValue(depth: depth) else { return .null }
    // The value is unusual or not JSON.
    position = start
    _ = try value(depth: depth)
    return .null
  }

  /// Moves to the end of a value of the form that `JSONValue` writes, with ASCII strings without escapes.
  ///
  /// - Returns: Whether the value has this form; if not, it may still be JSON.
  private mutating func skipUsualValue(depth: Int) -> Bool {
    skipSpace()
    return switch peek {
    case UInt8(ascii: "{"): skipUsualObject(depth: depth + 1)
    case UInt8(ascii: "["): skipUsualArray(depth: depth + 1)
    case UInt8(ascii: "\""): skipUsualString() != nil
    default: skipUsualNumber()
    }
  }

  private mutating func skipUsualObject(depth: Int) -> Bool {
    guard depth <= JSONValue.maximumDepth else { return false }
    position += 1
    // Ascending keys have no duplicates.
    var last: Range<Int>?
    repeat {
      skipSpace()
      guard let key = skipUsualString(), last.map({ isAscending($0, key) }) ?? true,
        skip(UInt8(ascii: ":")), skipUsualValue(depth: depth)
      else { return false }
      last = key
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "}"))
  }

  /// Whether the bytes of one range precede the bytes of another range.
  private func isAscending(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    for place in 0..<min(one.count, other.count) {
      let (byte, next) = (bytes[one.lowerBound + place], bytes[other.lowerBound + place])
      if byte != next { return byte < next }
    }
    return one.count < other.count
  }

  private mutating func skipUsualArray(depth: Int) -> Bool {
    guard depth <= JSONValue.maximumDepth else { return false }
    position += 1
    if skip(UInt8(ascii: "]")) { return true }
    repeat {
      guard skipUsualValue(depth: depth) else { return false }
    } while skip(UInt8(ascii: ","))
    return skip(UInt8(ascii: "]"))
  }

  /// The range of the text between the quotes; nil if the string is not usual.
  private mutating func skipUsualString() -> Range<Int>? {
    guard peek == UInt8(ascii: "\"") else { return nil }
    position += 1
    let start = position
    position = end(from: start) {
      $0 &- 0x20 < 0x5F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    guard peek == UInt8(ascii: "\"") else { return nil }
    defer { position += 1 }
    return start..<position
  }

  /// Skips a number that is not negative, without an exponent, and with at most 15 digits before the point.
  private mutating func skipUsualNumber() -> Bool {
    let first = peek
    let count = skipDigits()
    guard (1...15).contains(count), first != UInt8(ascii: "0") || count == 1 else { return false }
    if peek == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() > 0 else { return false }
    }
    return peek != UInt8(ascii: "e") && peek != UInt8(ascii: "E")
  }
}
