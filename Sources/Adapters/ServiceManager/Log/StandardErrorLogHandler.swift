import Dates
import Glibc
package import Logging

/// The log handler that writes lines for a person, or for whatever collects a program's standard error.
///
/// On a terminal a line begins with the time of day, and a warning or an error with its level in colour, unless
/// `NO_COLOR` is set and not empty. Elsewhere it begins with the program's name, since whoever collects lines adds the
/// time:
///
///     14:05:33 warning: no notification server  server=none
///     intervald: warning: no notification server  server=none
package struct StandardErrorLogHandler: AnsweringLogHandler {
  /// What a line looks like.
  package enum Style: Equatable, Sendable {
    case terminal(colored: Bool)
    case plain
  }

  package let identifier: String
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  private let descriptor: CInt
  private let style: Style

  /// Makes a handler that writes to `descriptor`, which has to stay open, in the style that suits it.
  package init(identifier: String, logLevel: Logger.Level = .info, descriptor: CInt = STDERR_FILENO) {
    self.identifier = identifier
    self.logLevel = logLevel
    self.descriptor = descriptor
    // Unset or empty; the string is only looked at, and nothing changes the environment meanwhile.
    let colored = unsafe getenv("NO_COLOR").map { unsafe $0.pointee == 0 } ?? true
    style = isatty(descriptor) == 1 ? .terminal(colored: colored) : .plain
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
    // The string outlives the call, and the count is its own.
    return unsafe Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count
  }
}
