import Dispatch
import LogHandlers
import Logging
import TestSupport
import Testing

@Suite struct QueuedLogTests {
  @Test func `records are written in order, with the metadata of their logger`() async {
    let records = RecordingLogHandler.Records()
    let log = QueuedLog()
    var logger = Logger(label: "test") { _ in log.handler(over: RecordingLogHandler(records)) }
    logger.logLevel = .info
    logger.debug("below the level")
    for number in 0..<100 { logger.info("\(number)", metadata: ["number": "\(number)"]) }
    await log.drain(within: generousLimit)
    #expect(records.all == (0..<100).map { "\($0) number=\($0)" })
  }

  @Test func `neither logging nor draining waits for a handler that blocks`() async {
    let gate = DispatchGroup()
    gate.enter()
    defer { gate.leave() }
    let log = QueuedLog()
    let logger = Logger(label: "test") { _ in log.handler(over: WaitingLogHandler(gate: gate)) }
    for number in 0..<1000 { logger.info("\(number)") }
    await log.drain(within: .milliseconds(10))
  }

  @Test func `the number of dropped records is reported at their position in the log`() async throws {
    let records = RecordingLogHandler.Records()
    let gate = DispatchGroup()
    gate.enter()
    let log = QueuedLog()
    let waiting = WaitingLogHandler(gate: gate)
    let slow = Logger(label: "slow") { _ in log.handler(over: waiting) }
    let logger = Logger(label: "test") { _ in log.handler(over: RecordingLogHandler(records)) }
    slow.info("the first")
    _ = try await waiting.begun.first("the first record") { $0 == "the first" }
    for number in 0..<1000 { logger.info("\(number)") }
    gate.leave()
    await log.drain(within: generousLimit)
    logger.info("next")
    await log.drain(within: generousLimit)
    let missing = 1000 - QueuedLog.capacity
    let notice = "\(missing) log records are missing here: the log was slow"
    #expect(records.all == [notice] + (missing..<1000).map { "\($0)" } + ["next"])
  }

  @Test func `dropped and rejected records are counted until a record with their number is written`() async throws {
    let records = RecordingLogHandler.Records()
    let gate = DispatchGroup()
    gate.enter()
    let log = QueuedLog()
    let rejecting = WaitingLogHandler(gate: gate, accepts: false)
    let rejected = Logger(label: "rejected") { _ in log.handler(over: rejecting) }
    rejected.info("the first")
    _ = try await rejecting.begun.first("the first record") { $0 == "the first" }
    for number in 0..<QueuedLog.capacity + 44 { rejected.info("\(number)") }
    #expect(log.missing == 44)
    gate.leave()
    await log.drain(within: generousLimit)
    #expect(log.missing == 44 + 1 + QueuedLog.capacity)
    Logger(label: "test") { _ in log.handler(over: RecordingLogHandler(records)) }.info("next")
    await log.drain(within: generousLimit)
    #expect(
      records.all == [
        "\(1 + QueuedLog.capacity) log records are missing here: they could not be written",
        "44 log records are missing here: the log was slow", "next",
      ])
  }
}

/// A handler that blocks until a gate opens.
private struct WaitingLogHandler: AcknowledgingLogHandler {
  let gate: DispatchGroup
  /// Whether `write` reports success.
  var accepts = true
  let begun = Recording<String>()
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func write(_ event: LogEvent) -> Bool {
    begun.append("\(event.message)")
    gate.wait()
    return accepts
  }
}
