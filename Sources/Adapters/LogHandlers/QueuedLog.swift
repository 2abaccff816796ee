import Concurrency
package import Logging
import Synchronization

/// A queue between loggers and handlers, so that a slow journal or terminal does not block a logger.
///
/// If more than `capacity` records wait, the oldest records are dropped. Extra records in the log report the number of
/// dropped records, and the number of records that the handler could not write.
package final class QueuedLog: Sendable {
  private let records: MessageQueue<Record>
  private let dropped = LostRecords(because: "the log was slow")
  private let rejected = LostRecords(because: "they could not be written")

  /// The number of lost records that the log has not reported yet.
  package var missing: Int { dropped.number + rejected.number }

  /// The maximum number of records in the queue.
  package static let capacity = 256

  private struct Record: Sendable {
    let event: LogEvent
    let handler: any AcknowledgingLogHandler
  }

  package init() {
    records = MessageQueue(label: "org.intervald.log", capacity: Self.capacity) { [dropped, rejected] record in
      // The rejected records are older than the dropped records, so they are reported first.
      rejected.report(to: record.handler)
      dropped.report(to: record.handler)
      if !record.handler.write(record.event) { rejected.increment() }
    }
  }

  /// Makes a handler that passes its records to another handler through the queue, in order.
  package func handler(over handler: any AcknowledgingLogHandler) -> any LogHandler {
    Handler(handler: handler, log: self)
  }

  /// Waits until all records so far are written, or the limit has passed.
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

/// A counter of the lost records that the log has not reported yet; all were lost for the same reason.
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

  /// Reports the lost records, and subtracts them from the count if the handler wrote the report.
  ///
  /// Only the queue of the log calls this function.
  func report(to handler: any AcknowledgingLogHandler) {
    let missing = count.load(ordering: .relaxed)
    guard missing > 0, handler.write(.missing(missing, because: reason)) else { return }
    count.subtract(missing, ordering: .relaxed)
  }
}

extension LogEvent {
  /// Makes a record that reports lost records, and that replaces them in the log.
  fileprivate static func missing(
    _ count: Int, because reason: String, file: String = #fileID, function: String = #function, line: UInt = #line
  ) -> LogEvent {
    LogEvent(
      level: .warning, message: "\(count) log \(count == 1 ? "record is" : "records are") missing here: \(reason)",
      metadata: nil, source: nil, file: file, function: function, line: line)
  }
}
