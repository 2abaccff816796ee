import Glibc
package import Logging
import SystemPackage

/// The destination of log records.
package enum LogDestination: Equatable, Sendable {
  /// The journal, with a field for each piece of metadata.
  case journal
  /// Standard error, one line for each record.
  case standardError

  /// Finds the destination to which standard error is connected.
  ///
  /// The destination is the journal if `JOURNAL_STREAM` contains the device and the inode of standard error. A process
  /// can inherit the variable from a service even if its own standard error is a terminal; see `systemd.exec(5)`.
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

  /// Makes a handler for the records of a program; `identifier` is the program's name.
  ///
  /// The variables in `environment` may forbid colours.
  package func handler(identifier: String, environment: [String: String]) -> any AcknowledgingLogHandler {
    switch self {
    case .journal: JournalLogHandler(identifier: identifier)
    case .standardError: StandardErrorLogHandler(identifier: identifier, environment: environment)
    }
  }
}

/// A log handler that reports whether each record was written, so that lost records can be counted.
package protocol AcknowledgingLogHandler: LogHandler {
  /// Writes a record, and returns whether the record was written.
  func write(_ event: LogEvent) -> Bool
}

extension AcknowledgingLogHandler {
  package func log(event: LogEvent) {
    _ = write(event)
  }
}

extension LogEvent {
  /// The metadata of the record, the handler and the provider, sorted by key.
  ///
  /// For the same key, the record has precedence over the handler, and the handler over the provider.
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
