package import Logging

/// The way of a log's records to handlers that may wait for a journal or a terminal, while whoever logs never does.
///
/// Of more than `capacity` records that wait the oldest are dropped.
package final class QueuedLog: Sendable {
  private let records = Mailbox<Record>(label: "org.intervald.log", capacity: QueuedLog.capacity) { record in
    record.handler.log(event: record.event)
  }

  /// How many records may wait.
  static let capacity = 256

  private struct Record: Sendable {
    let event: LogEvent
    let handler: any LogHandler
  }

  package init() {}

  /// A handler whose records another one writes, in order.
  package func handler(over handler: any LogHandler) -> any LogHandler {
    Handler(handler: handler, log: self)
  }

  /// Waits until all records so far are written, but no longer than the limit.
  package func drain(within limit: Duration) async {
    await records.drain(within: limit)
  }

  private struct Handler: LogHandler {
    var handler: any LogHandler
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
      log.records.send(Record(event: event, handler: handler))
    }
  }
}
