import Dates
import Testing
import ControlInterface

@testable import intervalctl

/// The lines of `history --csv`.
@Suite struct HistoryRecordsTests {
  private let started = LocalTime(secondsSince1970: 1_795_282_927, offset: 3600)

  @Test func `a workout is a line in canonical units`() {
    #expect(
      HistoryRecords.header
        == "started,title,name,completed,seconds,pausedSeconds,metres,corrected,intervals,"
        + "plannedSeconds,plannedMetres,plan,workoutId\r\n"
    )
    #expect(
      HistoryRecords.line(Samples.summary, started: started)
        == "2026-11-21T18:42:07+01:00,30/30,long-run,false,667.000,62.000,1177.5,false,21,2637.000,5000.0,"
        + "\"until 5km (4x(30s run @2.5m/s, 30s walk @1.5m/s), 1m walk @1.5m/s)\",w-1\r\n")
    let bare = Wire.Summary(
      workoutId: "x", plan: "30s rum", completed: true, startedAt: "", endedAt: "", elapsedMs: 1, pausedMs: 0,
      intervals: 1)
    #expect(
      HistoryRecords.line(bare, started: started) == "2026-11-21T18:42:07+01:00,,,true,0.001,0.000,,false,1,,,,x\r\n")
  }

  @Test(arguments: [
    ("a, b", "\"a, b\""), ("a \"b\"", "\"a \"\"b\"\"\""), ("=1+1", "'=1+1"), ("-x", "'-x"), ("+x", "'+x"),
    ("@x", "'@x"), ("\t=x", "'·=x"), ("=1,2", "\"'=1,2\""), ("a=b", "a=b"),
    ("a\nb\r\nc", "a·b··c"), ("\u{1B}[2J", "·[2J"), ("🏃 läuft", "🏃 läuft"),
    // A mark over it makes a comma or a quote no other byte.
    ("a,\u{301}b", "\"a,\u{301}b\""), ("a\"\u{301}b", "\"a\"\"\u{301}b\""),
  ])
  func `a text is a field, whatever it is`(title: String, field: String) {
    var summary = Samples.summary
    summary.title = title
    #expect(HistoryRecords.line(summary, started: started).hasPrefix("2026-11-21T18:42:07+01:00,\(field),long-run,"))
  }
}
