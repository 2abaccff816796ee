import Dispatch
import Logging
import ServiceManager
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

  @Test func `what was dropped while the log was slow is counted in its place`() async throws {
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

  @Test func `what was dropped counts until that is taken, and what nobody took counts with it`() async throws {
    let records = RecordingLogHandler.Records()
    let gate = DispatchGroup()
    gate.enter()
    let log = QueuedLog()
    let refusing = WaitingLogHandler(gate: gate, isTaking: false)
    let refused = Logger(label: "refused") { _ in log.handler(over: refusing) }
    refused.info("the first")
    _ = try await refusing.begun.first("the first record") { $0 == "the first" }
    for number in 0..<QueuedLog.capacity + 44 { refused.info("\(number)") }
    #expect(log.missing == 44)
    gate.leave()
    await log.drain(within: generousLimit)
    #expect(log.missing == 44 + 1 + QueuedLog.capacity)
    Logger(label: "test") { _ in log.handler(over: RecordingLogHandler(records)) }.info("next")
    await log.drain(within: generousLimit)
    #expect(
      records.all == [
        "\(1 + QueuedLog.capacity) log records are missing here: nobody took them",
        "44 log records are missing here: the log was slow", "next",
      ])
  }
}

/// A handler that waits at a gate for as long as it is shut.
private struct WaitingLogHandler: AnsweringLogHandler {
  let gate: DispatchGroup
  /// Whether it takes what it has waited with.
  var isTaking = true
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
    return isTaking
  }
}
