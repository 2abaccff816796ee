import Dates
import Glibc
package import Logging
import SystemPackage
import Text

/// A log handler that writes lines to standard error, for a terminal or a log collector.
///
/// On a terminal a line begins with the time of day, and the level of a warning or an error is coloured if
/// `allowsColours` permits. Elsewhere it begins with the program's name, because a collector adds the time:
///
///     14:05:33 warning: no notification server  server=none
///     intervald: warning: no notification server  server=none
package struct StandardErrorLogHandler: AcknowledgingLogHandler {
  /// The format of a line.
  package enum Style: Equatable, Sendable {
    case terminal(colored: Bool)
    case plain
  }

  package let identifier: String
  package var logLevel = Logger.Level.info
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  private let descriptor: CInt
  private let style: Style

  /// Makes a handler that writes to `descriptor`, which must stay open, in the style that suits it.
  package init(identifier: String, descriptor: CInt = STDERR_FILENO, environment: [String: String]) {
    self.identifier = identifier
    self.descriptor = descriptor
    let isTerminal = isatty(descriptor) == 1
    let isColoured = allowsColours(onTerminal: isTerminal, environment: environment)
    style = isTerminal ? .terminal(colored: isColoured) : .plain
  }

  package subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes the record with one `write(2)`, so that lines of several threads do not mix.
  package func write(_ event: LogEvent) -> Bool {
    let line = LogLine(
      level: event.level,
      message: event.message.description,
      metadata: event.metadata(over: metadata, provider: metadataProvider).map { ($0.key, $0.value.description) })
    let text =
      switch style {
      case .terminal(let colored): "\(LocalTime.now.clockWithSeconds) \(line.text(colored: colored))\n"
      case .plain: "\(identifier): \(line.text(colored: false))\n"
      }
    return (try? FileDescriptor(rawValue: descriptor).writeAll(text.utf8)) != nil
  }
}

/// A record as one line of text, without time and program.
private struct LogLine {
  var level: Logger.Level
  var message: String
  var metadata: [(key: String, value: String)]

  /// The level unless it is `info`, the message, and metadata as `key=value`, quoted if it contains spaces.
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

  /// Colours an error red and a warning yellow.
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
