import Glibc
import Logging
import TestSupport
import Testing

@testable import LogHandlers

@Suite struct LogDestinationTests {
  @Test func `the destination is the journal if the variable names the same file as the descriptor`() throws {
    let (descriptor, status) = try openFile()
    defer { close(descriptor) }
    let stream = "\(status.st_dev):\(status.st_ino)"
    #expect(LogDestination(journalStream: stream, descriptor: descriptor) == .journal)
  }

  @Test func `the destination is standard error if the variable is missing, is malformed, or names another file`()
    throws
  {
    let (descriptor, status) = try openFile()
    defer { close(descriptor) }
    let others = ["\(status.st_dev):\(status.st_ino + 1)", "\(status.st_dev + 1):\(status.st_ino)"]
    for stream in others + ["8", "", ":", "a:b"] {
      #expect(LogDestination(journalStream: stream, descriptor: descriptor) == .standardError)
    }
    #expect(LogDestination(journalStream: nil, descriptor: descriptor) == .standardError)
    #expect(LogDestination(journalStream: "0:0", descriptor: -1) == .standardError)
  }

  private func openFile() throws -> (CInt, stat) {
    let scratch = try TemporaryFolder()
    try scratch.write("", to: "log")
    let descriptor = unsafe open(scratch.path(of: "log"), O_RDONLY | O_CLOEXEC)
    var status = stat()
    // `status` outlives the call, and fstat does not store the pointer.
    try #require(unsafe fstat(descriptor, &status) == 0)
    return (descriptor, status)
  }
}

@Suite struct JournalRecordTests {
  @Test func `a journal record has a field for each value, and fields of metadata begin with the program's name`() {
    let event = LogEvent(
      level: .notice, message: "Run 30 s\n<begun>",
      metadata: ["event": "intervalBegan", "lateness-us": "87", "message-id": "e0"],
      source: "DaemonRuntime", file: "DaemonRuntime/Runner.swift", function: "settle()", line: 42)
    let metadata = event.metadata(over: ["workout": "w1", "event": "none"], provider: nil)
    #expect(
      JournalRecord(event, metadata: metadata, identifier: "intervald").fields == [
        "MESSAGE=Run 30 s\\n<begun>",
        "PRIORITY=5",
        "SYSLOG_IDENTIFIER=intervald",
        "CODE_FILE=DaemonRuntime/Runner.swift",
        "CODE_LINE=42",
        "CODE_FUNC=settle()",
        "INTERVALD_EVENT=intervalBegan",
        "INTERVALD_LATENESS_US=87",
        "MESSAGE_ID=e0",
        "INTERVALD_WORKOUT=w1",
      ])
  }

  @Test(arguments: [
    ("intervald_lateness-us", "INTERVALD_LATENESS_US"),
    ("intervald_cue.sound", "INTERVALD_CUE_SOUND"),
    ("intervald_=a b", "INTERVALD__A_B"),
    ("intervald_straße", "INTERVALD_STRASSE"),
    (String(repeating: "x", count: 100), String(repeating: "X", count: 64)),
  ])
  func `the name of a field contains only characters that the journal allows`(name: String, field: String) {
    #expect(JournalRecord.fieldName(name) == field)
  }

  @Test(arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
  func `each log level has a priority of syslog`(level: Logger.Level, priority: Int) {
    #expect(level.priority == priority)
  }
}

@Suite struct StandardErrorLogHandlerTests {
  @Test func `a line in a file begins with the date, the time and the program's name`() throws {
    let scratch = try TemporaryFolder()
    let descriptor = unsafe open(scratch.path(of: "log"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    var logger = Logger(label: "test") { _ in
      StandardErrorLogHandler(identifier: "intervald", descriptor: descriptor, environment: [:])
    }
    logger[metadataKey: "workout"] = "w1"
    logger.info("interval began", metadata: ["title": "Long run", "late\"ness": "", "message-id": "e0"])
    logger.warning("no notification server,\nignoring")
    logger.debug("below the level")
    logger.error("cannot write", error: WriteError())
    #expect(
      try scratch.read("log").replacing(/(?m)^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d\s/, with: "TIME ") == """
        TIME intervald: interval began  late"ness="" title="Long run" workout=w1
        TIME intervald: warning: no notification server,\\nignoring  workout=w1
        TIME intervald: error: cannot write  error="cannot write \\"/x\\": Permission denied" workout=w1

        """)
  }

  @Test(arguments: [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false)])
  func `a line on a terminal begins with the time, and has colours unless they are forbidden`(
    environment: [String: String], isColoured: Bool
  ) throws {
    var (terminal, program): (CInt, CInt) = (-1, -1)
    // `terminal` and `program` outlive the call. A null pointer makes openpty use a default.
    try #require(unsafe openpty(&terminal, &program, nil, nil, nil) == 0)
    defer {
      close(terminal)
      close(program)
    }
    let logger = Logger(label: "test") { [program] _ in
      StandardErrorLogHandler(identifier: "intervald", descriptor: program, environment: environment)
    }
    logger.warning("no sound server")
    var bytes = [UInt8](repeating: 0, count: 200)
    // `bytes.count` is the size of the array.
    let count = unsafe read(terminal, &bytes, bytes.count)
    let line = String(decoding: bytes.prefix(count), as: UTF8.self)
    let word = isColoured ? "\u{1B}[33mwarning\u{1B}[0m" : "warning"
    #expect(line.dropFirst(8) == " \(word): no sound server\r\n")
    #expect(line.prefix(8).wholeMatch(of: /\d\d:\d\d:\d\d/) != nil)
  }

  private struct WriteError: Error, CustomStringConvertible {
    let description = "cannot write \"/x\": Permission denied"
  }
}
