import Text
import Logging

/// A record as one line of text, without what stands before it.
struct LogLine {
  var level: Logger.Level
  var message: String
  var metadata: [(key: String, value: String)]

  /// The level, where it is not the usual one, the message, and metadata as `key=value`, quoted where it has spaces.
  func text(colored: Bool) -> String {
    var text = message.escapedToOneLine(limit: 2_000)
    if level != .info {
      text = "\(Self.paint(level.rawValue, for: level, colored: colored)): \(text)"
    }
    for (index, (key, value)) in metadata.enumerated() {
      text += "\(index == 0 ? "  " : " ")\(key)=\(Self.quote(value.escapedToOneLine(limit: 2_000)))"
    }
    return text
  }

  /// Sets red for an error, yellow for a warning, and nothing for the rest.
  private static func paint(_ word: String, for level: Logger.Level, colored: Bool) -> String {
    switch level {
    case .error where colored, .critical where colored: "\u{1B}[31m\(word)\u{1B}[0m"
    case .warning where colored: "\u{1B}[33m\(word)\u{1B}[0m"
    default: word
    }
  }

  private static func quote(_ value: String) -> String {
    guard value.isEmpty || value.contains(where: { $0 == " " || $0 == "\"" }) else { return value }
    return "\"\(value.map { $0 == "\"" ? "\\\"" : String($0) }.joined())\""
  }
}
