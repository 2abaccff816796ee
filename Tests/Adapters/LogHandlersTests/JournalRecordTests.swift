import Logging
import Testing

@testable import LogHandlers

@Suite struct JournalRecordTests {
  @Test func `a journal record has a field for each value, and metadata carry the program's name`() {
    let event = LogEvent(
      level: .notice, message: "Run 30 s\n<begun>", metadata: ["event": "intervalBegan", "lateness-us": "87"],
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
  func `a field's name uses the journal's alphabet`(name: String, field: String) {
    #expect(JournalRecord.fieldName(name) == field)
  }

  @Test(arguments: zip(Logger.Level.allCases, [7, 7, 6, 5, 4, 3, 2]))
  func `a level has a priority of syslog`(level: Logger.Level, priority: Int) {
    #expect(level.priority == priority)
  }
}
