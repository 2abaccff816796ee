import Concurrency
package import Logging
package import ServiceManager
import Synchronization

/// The way of a log's records to handlers that may wait for a journal or a terminal, while whoever logs never does.
///
/// Of more than `capacity` records that wait the oldest are dropped. How many those were, and how many the handler
/// could not write, the log says in their place, as soon as it takes that.
package final class QueuedLog: Sendable {
  private let records: MessageQueue<Record>
  private let dropped = Missing(because: "the log was slow")
  private let refused = Missing(because: "nobody took them")

  /// How many records are missing of which the log has not said so yet.
  package var missing: Int { dropped.number + refused.number }

  /// How many records may wait.
  static let capacity = 256

  private struct Record: Sendable {
    let event: LogEvent
    let handler: any AnsweringLogHandler
  }

  /// How many records are missing for one reason, of which the log has not said so yet.
  private final class Missing: Sendable {
    private let count = Atomic(0)
    private let reason: String

    init(because reason: String) {
      self.reason = reason
    }

    var number: Int { count.load(ordering: .relaxed) }

    func add() {
      count.add(1, ordering: .relaxed)
    }

    /// Says how many there are.
    ///
    /// They count until that is taken. For the log's queue only.
    func tell(_ handler: any AnsweringLogHandler) {
      let missing = count.load(ordering: .relaxed)
      guard missing > 0, handler.write(.missing(missing, because: reason)) else { return }
      count.subtract(missing, ordering: .relaxed)
    }
  }

  package init() {
    records = MessageQueue(label: "org.intervald.log", capacity: Self.capacity) { [dropped, refused] record in
      // Those that were refused were the earlier ones.
      refused.tell(record.handler)
      dropped.tell(record.handler)
      if !record.handler.write(record.event) { refused.add() }
    }
  }

  /// A handler whose records another one writes, in order.
  package func handler(over handler: any AnsweringLogHandler) -> any LogHandler {
    Handler(handler: handler, log: self)
  }

  /// Waits until all records so far are written, but no longer than the limit.
  package func drain(within limit: Duration) async {
    await records.drain(within: limit)
  }

  private struct Handler: LogHandler {
    var handler: any AnsweringLogHandler
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
      if log.records.send(Record(event: event, handler: handler)) { log.dropped.add() }
    }
  }
}

extension LogEvent {
  /// What a log says in the place of records that are not in it.
  fileprivate static func missing(
    _ count: Int, because reason: String, file: String = #fileID, function: String = #function, line: UInt = #line
  ) -> LogEvent {
    LogEvent(
      level: .warning, message: "\(count) log \(count == 1 ? "record is" : "records are") missing here: \(reason)",
      metadata: nil, source: nil, file: file, function: function, line: line)
  }
}
