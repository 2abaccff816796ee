/// Cuts what a hook prints into lines, so many and so long at most.
struct HookLines {
  private var left: Int
  private var line: [UInt8] = []

  /// How many bytes of a line are kept.
  static let length = 1000

  /// - Parameter limit: How many lines are given out.
  init(limit: Int) {
    left = limit
  }

  /// The lines that these bytes bring to an end.
  mutating func read(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    for byte in bytes where left > 0 {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if line.count < Self.length {
        line.append(byte)
      }
    }
    return lines
  }

  /// The line that no line break ended; nil for none.
  mutating func end() -> String? {
    left > 0 && !line.isEmpty ? take() : nil
  }

  private mutating func take() -> String {
    defer {
      line.removeAll(keepingCapacity: true)
      left -= 1
    }
    return String(decoding: line, as: UTF8.self)
  }
}
