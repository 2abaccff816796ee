import Glibc
package import Logging

/// Where the records of a log go.
package enum LogDestination: Equatable, Sendable {
  /// The journal, with fields of their own for metadata.
  case journal
  /// Standard error, in lines.
  case standardError

  /// The destination that a process's standard error is connected to.
  ///
  /// It is the journal where the device and inode in `JOURNAL_STREAM` are those of standard error: the variable alone
  /// may be inherited from a service by a program whose output goes elsewhere, see `systemd.exec(5)`.
  ///
  /// - Parameters:
  ///   - journalStream: The value of `JOURNAL_STREAM`, as in `8:2131`.
  ///   - descriptor: Standard error.
  package init(journalStream: String?, descriptor: CInt = STDERR_FILENO) {
    var status = stat()
    // The variable outlives the call, which keeps no pointer to it.
    guard let journalStream, unsafe fstat(descriptor, &status) == 0 else {
      self = .standardError
      return
    }
    self = journalStream == "\(status.st_dev):\(status.st_ino)" ? .journal : .standardError
  }

  /// A handler for records of the program `identifier`.
  package func handler(identifier: String, level: Logger.Level = .info) -> any AnsweringLogHandler {
    switch self {
    case .journal: JournalLogHandler(identifier: identifier, logLevel: level)
    case .standardError: StandardErrorLogHandler(identifier: identifier, logLevel: level)
    }
  }
}
