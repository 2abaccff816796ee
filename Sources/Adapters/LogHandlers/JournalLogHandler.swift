import CSystemd
import Glibc
package import Logging
import Text
import UserFiles

/// A log handler that writes to systemd's journal, with one field for each piece of metadata.
///
/// `write` blocks while the socket of the journal is full.
package struct JournalLogHandler: AcknowledgingLogHandler {
  package let identifier: String
  package var logLevel = Logger.Level.info
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  /// Makes a handler; `identifier` is the program's name, and the prefix of the metadata fields.
  package init(identifier: String) {
    self.identifier = identifier
  }

  package subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func write(_ event: LogEvent) -> Bool {
    let metadata = event.metadata(over: metadata, provider: metadataProvider)
    return Self.send(JournalRecord(event, metadata: metadata, identifier: identifier))
  }

  /// The socket on which the journal receives records; see `systemd-journald.service(8)`.
  private static let socket = "/run/systemd/journal/socket"

  /// Sends a record to the journal: `sd_journal_sendv(3)`.
  ///
  /// The C function reports success even if the journal's socket does not exist, so the socket is checked as well.
  ///
  /// - Returns: Whether the record was sent.
  private static func send(_ record: JournalRecord) -> Bool {
    var bytes: [UInt8] = []
    let ends = record.fields.map { field in
      bytes.append(contentsOf: field.utf8)
      return bytes.count
    }
    // Each vector points to one field in the buffer. The vectors and the buffer outlive the call.
    return unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      let vectors = unsafe zip([0] + ends, ends).map { start, end in
        unsafe iovec(iov_base: base + start, iov_len: end - start)
      }
      return unsafe sd_journal_sendv(vectors, CInt(vectors.count)) == 0 && SystemCalls.canAccess(Self.socket)
    }
  }
}

/// A record in the journal's format: fields in the form `NAME=value`.
struct JournalRecord: Equatable {
  /// The fields; `systemd.journal-fields(7)` describes the fields that do not begin with the identifier.
  var fields: [String]

  /// Makes the fields of an event.
  ///
  /// The name of a metadata field begins with the identifier: `lateness-us` becomes `INTERVALD_LATENESS_US`.
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
      let name = key == CatalogEntry.key ? "MESSAGE_ID" : Self.fieldName("\(identifier)_\(key)")
      fields.append("\(name)=\(value.description.escapedToOneLine(limit: 2_000))")
    }
  }

  /// Converts a name to a field name of the journal: at most 64 capital letters, digits and underscores.
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

/// An event that the catalog of the journal explains, with its causes and the ways to fix them.
///
/// The raw value is the event's MESSAGE_ID in systemd.journal-fields(7). The texts are in systemd/intervald.catalog.
package enum CatalogEntry: String, CaseIterable, Sendable {
  /// The daemon did not start.
  case startFailed = "0fdd8f3e65a949c1a71d247130d11392"
  /// The workout and the history are not saved to disk.
  case stateNotSaved = "9f1de1f9e26d4454b8d060cd135c9442"
  /// A workout, or its position, is lost at a restart of the daemon.
  case workoutLost = "5f316ba25ea4431bb21285b94b0a0fa6"
  /// Notifications are not shown.
  case notificationsNotShown = "96ed6e3259154bec90a3e7120b8c6fb7"
  /// Cues are not heard.
  case cuesNotHeard = "407d1d9fae1f4225971cbecd3a96cb68"

  /// The metadata of each log record of this event.
  ///
  /// The destination `standardError` omits this metadata.
  package var metadata: Logger.Metadata { [Self.key: "\(rawValue)"] }

  /// The key of the metadata.
  static let key = "message-id"
}

extension Logger.Level {
  /// The priority in `syslog(3)`, from 7 for debug messages to 2 for critical ones.
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
