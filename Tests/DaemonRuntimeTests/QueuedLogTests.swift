import Dispatch
import Logging
import TestSupport
import Testing

@testable import DaemonRuntime

@Suite struct QueuedLogTests {
  @Test func `records are written in order, with what the logger adds to them`() async {
    let records = RecordingLogHandler.Records()
    let log = QueuedLog()
    var logger = Logger(label: "test") { _ in log.handler(over: RecordingLogHandler(records)) }
    logger.logLevel = .info
    logger.debug("not told")
    for number in 0..<100 { logger.info("\(number)", metadata: ["number": "\(number)"]) }
    await log.drain(within: generousLimit)
    #expect(records.all == (0..<100).map { "\($0) number=\($0)" })
  }

  @Test func `whoever logs never waits for a handler that does, and nor does the end`() async {
    let gate = DispatchGroup()
    gate.enter()
    defer { gate.leave() }
    let log = QueuedLog()
    let logger = Logger(label: "test") { _ in log.handler(over: WaitingLogHandler(gate: gate)) }
    for number in 0..<1000 { logger.info("\(number)") }
    await log.drain(within: .milliseconds(10))
  }
}

/// A handler that waits at a gate for as long as it is shut.
private struct WaitingLogHandler: LogHandler {
  let gate: DispatchGroup
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    gate.wait()
  }
}
