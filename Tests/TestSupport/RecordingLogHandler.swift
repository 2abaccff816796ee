import LogHandlers
package import Logging
import Synchronization

/// Records log messages as lines, with their metadata.
package struct RecordingLogHandler: AcknowledgingLogHandler {
  package final class Records: Sendable {
    private let lines = Mutex<[String]>([])

    package init() {}

    package var all: [String] { lines.withLock { $0 } }

    fileprivate func add(_ line: String) {
      lines.withLock { $0.append(line) }
    }
  }

  private let records: Records
  package var logLevel = Logger.Level.trace
  package var metadata: Logger.Metadata = [:]

  package init(_ records: Records) {
    self.records = records
  }

  package subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func write(_ event: LogEvent) -> Bool {
    let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    records.add("\(event.message)\(fields)")
    return true
  }
}
