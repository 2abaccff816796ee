import Glibc
package import Logging
import SystemPackage

/// The destination of log records.
package enum LogDestination: Equatable, Sendable {
  /// The journal, with a field for each piece of metadata.
  case journal
  /// Standard error, one line for each record.
  case standardError

  /// The destination that a process's standard error is connected to.
  ///
  /// It is the journal if the device and inode in `JOURNAL_STREAM` are those of standard error. The variable alone is
  /// not enough, because a program whose output goes elsewhere may inherit it from a service; see `systemd.exec(5)`.
  ///
  /// - Parameters:
  ///   - journalStream: The value of `JOURNAL_STREAM`, such as `8:2131`.
  ///   - descriptor: Standard error.
  package init(journalStream: String?, descriptor: CInt = STDERR_FILENO) {
    guard let journalStream, let status = try? Stat(FileDescriptor(rawValue: descriptor)) else {
      self = .standardError
      return
    }
    let stream = "\(status.deviceID.rawValue):\(status.inode.rawValue)"
    self = journalStream == stream ? .journal : .standardError
  }

  /// A handler for records of the program `identifier`, whose environment may forbid colours.
  package func handler(identifier: String, environment: [String: String]) -> any AcknowledgingLogHandler {
    switch self {
    case .journal: JournalLogHandler(identifier: identifier)
    case .standardError: StandardErrorLogHandler(identifier: identifier, environment: environment)
    }
  }
}

/// A log handler that reports whether each record was written, so that lost records can be counted.
package protocol AcknowledgingLogHandler: LogHandler {
  /// Writes a record, and returns whether that succeeded.
  func write(_ event: LogEvent) -> Bool
}

extension AcknowledgingLogHandler {
  package func log(event: LogEvent) {
    _ = write(event)
  }
}

extension LogEvent {
  /// The record's metadata sorted by key; it overrides the handler's, which overrides the provider's.
  func metadata(
    over handler: Logger.Metadata, provider: Logger.MetadataProvider?
  ) -> [(key: String, value: Logger.MetadataValue)] {
    var merged = provider?.get() ?? [:]
    merged.merge(handler) { $1 }
    merged.merge(metadata ?? [:]) { $1 }
    if let error { merged["error"] = "\(error)" }
    return merged.sorted { $0.key < $1.key }
  }
}
