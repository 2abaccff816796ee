package import Logging

/// A log handler that says of each record whether it was taken, so that whoever keeps count knows which are missing.
package protocol AnsweringLogHandler: LogHandler {
  /// Writes a record, and returns whether it was taken.
  func write(_ event: LogEvent) -> Bool
}

extension AnsweringLogHandler {
  package func log(event: LogEvent) {
    _ = write(event)
  }
}
