import Dates
import SystemPackage
import TestSupport
import Testing
import UserFiles
import WorkoutModel
import WorkoutReports

@testable import WorkoutHistory
@testable import WorkoutViews

@Suite struct RecordedHistoryTests {
  @Test func `a workout has the content of its first line`() throws {
    let workout = Samples.workout("b", at: "2026-11-18T10:00:00Z")
    var copy = workout
    copy.distanceM = 4800
    let history = try RecordedHistory.read(
      Samples.history([
        Samples.workout("a", at: "2026-11-16T10:00:00Z"), workout, Samples.workout("c", at: "2026-11-20T10:00:00Z"),
        copy,
      ]))
    #expect(try history.workouts().map(\.id) == ["a", "b", "c"])
    #expect(try history.workouts().map(\.distance.metres) == [5000, 5000, 5000])
    #expect(try history.summary(at: 1) == workout)
    #expect(history.warnings == [])
    #expect(try history.index(of: "1") == 2)
    #expect(try history.index(of: "3") == 0)
    #expect(try history.index(of: "b") == 1)
    #expect(try history.index(of: "4") == nil)
    #expect(try history.index(of: "0") == nil)
    #expect(try history.index(of: "-1") == nil)
  }

  @Test(arguments: [
    " ", "garbage", "{}", "[]", "null", "\u{0}", #"{"workoutId":"x"#, #"{"workoutId":"x"}"#,
    line("\"startedAt\":\"2026-11-18T10:00:00Z\"", "\"startedAt\":\"yesterday\""),
    line("\"startedAt\":\"2026-11-18T10:00:00Z\"", "\"startedAt\":\"999999999999-01-01T00:00:00Z\""),
    line("\"elapsedMs\":1800000", "\"elapsedMs\":\"long\""), line("\"completed\":true", "\"completed\":1"),
  ])
  func `a line that is not a valid workout is skipped and counted`(line: String) throws {
    let good = Samples.history([Samples.workout("good", at: "2026-11-20T10:00:00Z")])
    let history = try RecordedHistory.read(good + line + "\n" + line + "\n")
    #expect(try history.workouts().map(\.id) == ["good"])
    #expect(history.warnings == ["2 lines of \(history.path) could not be read"])
    #expect(try RecordedHistory.read(good + line).unreadableLines == 1)
  }

  @Test func `empty lines are skipped without a warning`() throws {
    let good = Samples.history([Samples.workout("good", at: "2026-11-20T10:00:00Z")])
    let history = try RecordedHistory.read("\n\n\(good)\n\(good)\n")
    #expect(try history.workouts().map(\.id) == ["good"])
    #expect(history.warnings == [])
    #expect(try history.summary(at: 0).workoutId == "good")
  }

  @Test func `unknown members of a workout are ignored`() throws {
    let text = Self.line("\"pausedMs\":0", #""pausedMs":0,"weather":{"wind":[1,null]}"#)
    #expect(try RecordedHistory.read(text).workouts().count == 1)
  }

  @Test func `a missing history file is not an error, but a folder or a device is an error`() throws {
    let folder = try TemporaryFolder()
    #expect(try RecordedHistory(path: folder.path(of: "none")) == nil)
    #expect(throws: FileReadError.system(SystemError(folder.path, .isDirectory))) {
      try RecordedHistory(path: folder.path)
    }
    #expect(throws: FileReadError.notRegular(path: "/dev/null")) {
      try RecordedHistory(path: "/dev/null")
    }
  }

  @Test func `a history that other users can write to is accepted, unless the caller requires a trusted file`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      Samples.history([Samples.workout("a", at: "2026-11-20T10:00:00Z")]), to: "history.jsonl", mode: 0o666)
    #expect(try RecordedHistory(path: path)?.workouts().count == 1)
    #expect(throws: FileReadError.untrusted(.writableFile(path: path))) {
      try RecordedHistory(path: path, requireTrusted: true)
    }
  }

  @Test func `a line that becomes invalid after the first reading is an error`() throws {
    let folder = try TemporaryFolder()
    let text = Samples.history([Samples.workout("a", at: "2026-11-20T10:00:00Z")])
    let path = try folder.write(text, to: "history.jsonl")
    let history = try #require(try RecordedHistory(path: path))
    let changed = text.replacing("\"elapsedMs\":1800000", with: "\"elapsedMs\":\"eight\"")
    #expect(changed.utf8.count == text.utf8.count)
    // The history has the file open, so the test overwrites the file instead of replacing it.
    try folder.write(changed, to: "history.jsonl")
    #expect(throws: FileReadError.system(SystemError(path, .ioError))) { try history.summary(at: 0) }
  }

  /// Replaces up to six bytes of a file with random bytes.
  @Test(arguments: seeds.prefix(50)) func `a damaged file is shown without an error`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = Samples.history((1...4).map { Samples.workout("\($0)", at: "2026-11-2\($0 - 1)T10:00:00Z") })
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      bytes[Int.random(in: bytes.indices, using: &random)] =
        random.oneIn(2) ? UInt8.random(in: 48...57, using: &random) : UInt8.random(in: 0...255, using: &random)
    }
    let folder = try TemporaryFolder()
    let history = try #require(try RecordedHistory(path: folder.write(bytes: bytes, to: "history.jsonl")))
    for (index, workout) in try history.workouts().enumerated() {
      _ = HistoryRecords.line(try history.summary(at: index), started: workout.started)
    }
  }

  /// Returns the history line of a workout without its newline, and with `new` instead of `old`.
  ///
  /// If the line does not contain `old`, the result is empty.
  private static func line(_ old: String, _ new: String) -> String {
    let text = Samples.history([Samples.workout("x", at: "2026-11-18T10:00:00Z")])
    let changed = text.replacing(old, with: new)
    return changed == text ? "" : String(changed.dropLast())
  }

  /// Three local times around a clock change: 23:30 on Saturday, 23:30 on Sunday and 00:30 on Monday.
  @Test(arguments: [
    // Berlin sets its clocks back on Sunday, 25 October: 23:30 is 21:30 UTC on Saturday and 22:30 UTC on Sunday.
    (SampleTimeZone.berlin, ["2026-10-24T21:30:00Z", "2026-10-25T22:30:00Z", "2026-10-25T23:30:00Z"], [2, 1]),
    // Berlin sets its clocks forward on Sunday, 29 March: 23:30 is 22:30 UTC on Saturday and 21:30 UTC on Sunday.
    (.berlin, ["2026-03-28T22:30:00Z", "2026-03-29T21:30:00Z", "2026-03-29T22:30:00Z"], [2, 1]),
    // New York changes its clocks on 1 November and 8 March.
    (.newYork, ["2026-11-01T03:30:00Z", "2026-11-02T04:30:00Z", "2026-11-02T05:30:00Z"], [2, 1]),
    (.newYork, ["2026-03-08T04:30:00Z", "2026-03-09T03:30:00Z", "2026-03-09T04:30:00Z"], [2, 1]),
    // Auckland changes its clocks on 5 April and 27 September. The evening there is the morning of the same day in UTC.
    (.auckland, ["2026-04-04T10:30:00Z", "2026-04-05T11:30:00Z", "2026-04-05T12:30:00Z"], [2, 1]),
    (.auckland, ["2026-09-26T11:30:00Z", "2026-09-27T10:30:00Z", "2026-09-27T11:30:00Z"], [2, 1]),
  ])
  func `a workout belongs to the local day and week of its start`(
    zone: SampleTimeZone, times: [String], counts: [Int]
  ) throws {
    let history = try RecordedHistory.read(
      Samples.history(times.map { Samples.workout($0, at: $0) }), zone: zone.localTime)
    #expect(try history.workouts().map(\.started.day.weekday) == [5, 6, 0])
    #expect(try history.workouts().map(\.started.clock) == ["23:30", "23:30", "00:30"])
    let days = try history.workouts().map(\.started.day)
    #expect(WeekTotals(try history.workouts(), from: days[0], to: days[2]).weeks.map(\.workouts) == counts)
    #expect(try history.indices(since: days[1]) == [1, 2])
  }
}
