import Concurrency
package import Logging
import Synchronization

/// A queue between loggers and handlers, so that logging does not block when the journal or a terminal does.
///
/// If more than `capacity` records wait, the oldest are dropped. The log itself reports how many records were dropped
/// and how many the handler could not write, as soon as the handler accepts that report.
package final class QueuedLog: Sendable {
  private let records: MessageQueue<Record>
  private let dropped = LostRecords(because: "the log was slow")
  private let rejected = LostRecords(because: "they could not be written")

  /// The number of lost records that the log has not reported yet.
  package var missing: Int { dropped.number + rejected.number }

  /// The maximum number of records that wait.
  package static let capacity = 256

  private struct Record: Sendable {
    let event: LogEvent
    let handler: any AcknowledgingLogHandler
  }

  package init() {
    records = MessageQueue(label: "org.intervald.log", capacity: Self.capacity) { [dropped, rejected] record in
      // Rejected records are older than dropped ones.
      rejected.report(to: record.handler)
      dropped.report(to: record.handler)
      if !record.handler.write(record.event) { rejected.increment() }
    }
  }

  /// A handler that passes its records to another one through the queue, in order.
  package func handler(over handler: any AcknowledgingLogHandler) -> any LogHandler {
    Handler(handler: handler, log: self)
  }

  /// Waits until all records so far are written, but no longer than the limit.
  package func drain(within limit: Duration) async {
    await records.drain(within: limit)
  }

  private struct Handler: LogHandler {
    var handler: any AcknowledgingLogHandler
    let log: QueuedLog

    var logLevel: Logger.Level {
      get { handler.logLevel }
      set { handler.logLevel = newValue }
    }

    var metadata: Logger.Metadata {
      get { handler.metadata }
      set { handler.metadata = newValue }
    }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
      get { handler[metadataKey: key] }
      set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
      if log.records.send(Record(event: event, handler: handler)) { log.dropped.increment() }
    }
  }
}

/// The number of records that were lost for one reason and not reported yet.
private final class LostRecords: Sendable {
  private let count = Atomic(0)
  private let reason: String

  init(because reason: String) {
    self.reason = reason
  }

  var number: Int { count.load(ordering: .relaxed) }

  func increment() {
    count.add(1, ordering: .relaxed)
  }

  /// Reports the number, and resets it if the handler wrote the report; for the log's queue only.
  func report(to handler: any AcknowledgingLogHandler) {
    let missing = count.load(ordering: .relaxed)
    guard missing > 0, handler.write(.missing(missing, because: reason)) else { return }
    count.subtract(missing, ordering: .relaxed)
  }
}

extension LogEvent {
  /// The record that reports lost records, at their position in the log.
  fileprivate static func missing(
    _ count: Int, because reason: String, file: String = #fileID, function: String = #function, line: UInt = #line
  ) -> LogEvent {
    LogEvent(
      level: .warning, message: "\(count) log \(count == 1 ? "record is" : "records are") missing here: \(reason)",
      metadata: nil, source: nil, file: file, function: function, line: line)
  }
}
