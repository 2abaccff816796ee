import Dates
import Glibc
package import Logging
import SystemPackage
import Text

/// A log handler that writes lines to standard error, for a terminal or a log collector.
///
/// On a terminal, a line begins with the time of day. The level of a warning or an error is coloured, unless the
/// environment forbids colours. In a file, which may contain the lines of days and of several programs, a line begins
/// with the date, the time and the program's name:
///
///     14:05:33 warning: no notification server  server=none
///     2026-11-20T14:05:33+01:00 intervald: warning: no notification server  server=none
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

  /// Makes a handler that writes to `descriptor`, in the style for a terminal or for a file.
  ///
  /// The descriptor must stay open.
  package init(identifier: String, descriptor: CInt = STDERR_FILENO, environment: [String: String]) {
    self.identifier = identifier
    self.descriptor = descriptor
    let isTerminal = isatty(descriptor) == 1
    style =
      isTerminal ? .terminal(colored: mayColour(isTerminal: isTerminal, environment: environment)) : .plain
  }

  package subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes the record with one `write(2)`, so that the lines of several threads do not mix.
  package func write(_ event: LogEvent) -> Bool {
    let line = LogLine(
      level: event.level,
      message: event.message.description,
      metadata: event.metadata(over: metadata, provider: metadataProvider)
        .filter { $0.key != CatalogEntry.key }.map { ($0.key, $0.value.description) })
    let text =
      switch style {
      case .terminal(let colored): "\(LocalTime.now.clockWithSeconds) \(line.text(colored: colored))\n"
      case .plain: "\(LocalTime.now.rfc3339) \(identifier): \(line.text(colored: false))\n"
      }
    return (try? FileDescriptor(rawValue: descriptor).writeAll(text.utf8)) != nil
  }
}

/// A record as one line of text, without the time and the program's name.
private struct LogLine {
  var level: Logger.Level
  var message: String
  var metadata: [(key: String, value: String)]

  /// Makes the text of the line: the level, the message and the metadata.
  ///
  /// The level `info` is omitted. Metadata is written as `key=value`; a value that contains spaces is quoted.
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

  /// Colours the level of an error red, and the level of a warning yellow.
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
