import CSystemd
import Glibc
package import Logging

/// The log handler that writes to systemd's journal, each piece of metadata a field of its own.
///
/// A call returns once the journal's socket has taken the record, and waits where that is full.
package struct JournalLogHandler: AnsweringLogHandler {
  package let identifier: String
  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?

  /// Makes a handler whose records and metadata fields carry `identifier`, the program's name.
  package init(identifier: String, logLevel: Logger.Level = .info) {
    self.identifier = identifier
    self.logLevel = logLevel
  }

  package subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func write(_ event: LogEvent) -> Bool {
    let metadata = event.metadata(over: metadata, provider: metadataProvider)
    return Self.send(JournalRecord(event, metadata: metadata, identifier: identifier))
  }

  /// Where the journal takes records; see `systemd-journald.service(8)`.
  private static let socket = "/run/systemd/journal/socket"

  /// Wraps `sd_journal_sendv(3)`, which passes for done what has no socket to go to; says whether the journal took the
  /// record.
  private static func send(_ record: JournalRecord) -> Bool {
    var bytes: [UInt8] = []
    let ends = record.fields.map { field in
      bytes.append(contentsOf: field.utf8)
      return bytes.count
    }
    // Each vector covers its own field inside the buffer, and both outlive the call.
    return unsafe bytes.withUnsafeMutableBytes { buffer in
      guard let base = buffer.baseAddress else { return false }
      let vectors = unsafe zip([0] + ends, ends).map { start, end in
        unsafe iovec(iov_base: base + start, iov_len: end - start)
      }
      return unsafe sd_journal_sendv(vectors, CInt(vectors.count)) == 0 && access(Self.socket, F_OK) == 0
    }
  }
}
