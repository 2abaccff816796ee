/// The lines of an iCalendar file.
///
/// Source: RFC 5545, sections 3.1 and 3.3.11.
struct CalendarLines {
  private(set) var bytes: [UInt8] = []

  /// Maximum number of bytes of a line without its line break.
  private static let maxLineBytes = 75

  /// Adds the first and the last line of a component, and the lines of its content.
  mutating func component(_ name: String, _ content: (inout CalendarLines) -> Void) {
    add("BEGIN", name)
    content(&self)
    add("END", name)
  }

  /// Adds a property with a text of one or more lines.
  ///
  /// Characters that are invisible or that iCalendar forbids are dropped, as in other workout files.
  mutating func add(_ name: String, text: String) {
    add(name, text.escapedForCalendar)
  }

  /// Adds a property, and folds its line if the line is too long.
  ///
  /// A character is not divided, because some applications decode each line separately.
  mutating func add(_ name: String, _ value: String) {
    var count = 0
    for scalar in "\(name):\(value)".unicodeScalars {
      let character = UTF8.encode(scalar).map(Array.init) ?? []
      if count + character.count > Self.maxLineBytes {
        bytes += Array("\r\n ".utf8)
        // The space counts as part of the line.
        count = 1
      }
      bytes += character
      count += character.count
    }
    bytes += Array("\r\n".utf8)
  }
}

extension String {
  /// The text as a value of type TEXT: line breaks of all kinds become `\n`.
  fileprivate var escapedForCalendar: String {
    var result = ""
    var previous: Unicode.Scalar?
    for scalar in sanitized.unicodeScalars {
      switch scalar {
      case "\n" where previous == "\r": break
      case "\n", "\r": result += "\\n"
      case "\\", ";", ",": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return result
  }
}
