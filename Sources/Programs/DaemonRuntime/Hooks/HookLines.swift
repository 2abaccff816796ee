/// Splits the output of a hook into lines, and limits the number and the length of the lines.
struct HookLines {
  private var remaining: Int
  private var line: [UInt8] = []

  /// The maximum number of bytes of a line; longer lines are cut.
  static let maxLength = 1000

  /// - Parameter maxLines: The maximum number of lines that are returned.
  init(maxLines: Int) {
    remaining = maxLines
  }

  /// Reads bytes, and returns the lines that they complete.
  mutating func read(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes where remaining > 0 {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if line.count < Self.maxLength {
        line.append(byte)
      }
    }
    return lines
  }

  /// Returns the rest of the output after the last line break; nil if the rest is empty.
  mutating func end() -> String? {
    remaining > 0 && !line.isEmpty ? take() : nil
  }

  private mutating func take() -> String {
    defer {
      line.removeAll(keepingCapacity: true)
      remaining -= 1
    }
    return String(decoding: line, as: UTF8.self)
  }
}
