import Text
import Logging

/// A record as the journal keeps it: fields in the form `NAME=value`.
struct JournalRecord: Equatable {
  /// The fields; see `systemd.journal-fields(7)` for those without the identifier as prefix.
  var fields: [String]

  /// Makes the fields of an event, metadata under the identifier's prefix: `lateness-us` is `INTERVALD_LATENESS_US`.
  init(_ event: LogEvent, metadata: [(key: String, value: Logger.MetadataValue)], identifier: String) {
    fields = [
      "MESSAGE=\(event.message.description.escapedToOneLine(limit: 2_000))",
      "PRIORITY=\(event.level.priority)",
      "SYSLOG_IDENTIFIER=\(identifier)",
      "CODE_FILE=\(event.file)",
      "CODE_LINE=\(event.line)",
      "CODE_FUNC=\(event.function)",
    ]
    for (key, value) in metadata {
      fields.append("\(Self.fieldName("\(identifier)_\(key)"))=\(value.description.escapedToOneLine(limit: 2_000))")
    }
  }

  /// The name in the journal's own alphabet: capitals, digits and underscores, 64 of them at most.
  static func fieldName(_ name: String) -> String {
    let characters = name.uppercased().unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "A"..."Z", "0"..."9": Character(scalar)
      default: "_"
      }
    }
    return String(characters.prefix(64))
  }
}

extension Logger.Level {
  /// The level in `syslog(3)`, from 7 for debugging to 2 for what is critical.
  var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
