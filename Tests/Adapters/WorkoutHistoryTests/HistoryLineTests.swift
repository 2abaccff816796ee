import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutReports

@testable import WorkoutHistory

/// Tests of the lines that record workouts.
@Suite struct HistoryLineTests {
  @Test func `the line of a week of 30/30 is shorter than a megabyte, and has the last ten thousand laps`() throws {
    let summary = try Report.Summary.simulated(
      "lead-in off\nforever (4x(30s run @6:00/km, 30s walk @10:00/km), 60s walk @10:00/km)"
    ) { simulator in
      simulator.run(for: .seconds(7 * 86_400))
      try simulator.handle(.stop)
    }
    #expect(summary.intervals > 18_000)
    #expect(summary.laps?.laps.count == 10_000)
    #expect(summary.laps?.dropped == summary.intervals - 10_000)
    let line = HistoryLine.workout(summary)
    #expect(line.bytes.count < 1_000_000)
    let isSame = HistoryLine(line.bytes.dropLast()) == line
    #expect(isSame)
  }

  @Test func `a workout with impossible laps is read without its laps`() throws {
    var summary = try Report.Summary.simulated("2x(30s run, 30s walk)")
    summary.laps?.laps[1].endMs = 1
    guard case .workout(let read)? = HistoryLine(HistoryLine.workout(summary).bytes.dropLast()) else {
      return #expect(Bool(false), "the line is not read")
    }
    summary.laps = nil
    #expect(read == summary)
  }

  @Test func `a line of version 0.1 has neither laps nor a note`() throws {
    let text =
      #"{"completed":true,"elapsedMs":30000,"endedAt":"2026-01-02T03:04:35Z","intervals":1,"pausedMs":0,"#
      + #""plan":"30s","startedAt":"2026-01-02T03:04:05Z","workoutId":"w-1"}"#
    guard case .workout(let summary)? = HistoryLine(Array(text.utf8)[...]) else {
      return #expect(Bool(false), "the line is not read")
    }
    #expect(summary.laps == nil)
    #expect(summary.note == nil)
  }
}
