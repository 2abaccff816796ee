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

  @Test(arguments: seeds) func `a workout with extreme values is read as it is written, without the impossible ones`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    let summary = Report.Summary.extreme(using: &random)
    let line = HistoryLine.workout(summary)
    #expect(HistoryLine(line.bytes.dropLast()) == .workout(summary.bounded))
    let folder = try TemporaryFolder()
    let file = HistoryFile(path: folder.path(of: "history.jsonl"))
    try file.append(line)
    #expect(try file.latest() == summary.bounded)
    #expect(try RecordedHistory(path: file.path)?.summary(at: 0) == summary.bounded)
  }

  @Test func `a line that would be too long has only the last laps`() throws {
    var summary = Samples.summary
    summary.laps = Report.Laps(
      dropped: 5,
      intervals: (0..<10_000).map { index in
        Report.Interval(
          kind: "run", label: String(repeating: "🏃", count: 200), goal: "30s", durationMs: index, distanceM: 75)
      },
      laps: (0..<10_000).map { index in
        Report.Lap(interval: index, rounds: [index], beginMs: index, endMs: index + 1, distanceM: 75, ended: .next)
      })
    let bytes = HistoryLine.workout(summary).bytes
    #expect(bytes.count <= LineReader.maxLineLength)
    guard case .workout(let read)? = HistoryLine(bytes.dropLast()) else {
      return #expect(Bool(false), "the line is not read")
    }
    #expect(read.laps?.dropped == 5005)
    #expect(
      read.laps?.laps
        == summary.laps?.laps.suffix(5000).map { lap in
          var lap = lap
          lap.interval -= 5000
          return lap
        })
  }

  /// Members that are not possible, and the changes that remove them.
  private static let impossible: [(member: String, removal: @Sendable (inout Report.Summary) -> Void)] = [
    ("\"elapsedMs\":-1", { $0.elapsedMs = 0 }), ("\"elapsedMs\":9223372036854775807", { $0.elapsedMs = 0 }),
    ("\"pausedMs\":-9223372036854775808", { $0.pausedMs = 0 }), ("\"intervals\":-1", { $0.intervals = 0 }),
    ("\"plannedMs\":9223372036854775807", { $0.plannedMs = nil }), ("\"plannedMs\":1.5", { $0.plannedMs = nil }),
    ("\"distanceM\":-5000", { $0.distanceM = nil }), ("\"distanceM\":1e300", { $0.distanceM = nil }),
    ("\"plannedDistanceM\":1e300", { $0.plannedDistanceM = nil }), ("\"heartRate\":65535", { $0.heartRate = nil }),
    ("\"heartRate\":\"fast\"", { $0.heartRate = nil }), ("\"maxHeartRate\":1000", { $0.maxHeartRate = nil }),
    ("\"maxHeartRate\":19", { $0.maxHeartRate = nil }), ("\"cadence\":509", { $0.cadence = nil }),
    ("\"note\":[1]", { $0.note = nil }), ("\"title\":7", { $0.title = nil }),
    ("\"punctuality\":{\"cues\":\"none\"}", { $0.punctuality = nil }), ("\"corrected\":1", { $0.corrected = nil }),
    ("\"laps\":{\"dropped\":0}", { $0.laps = nil }), ("\"session\":{\"week\":1}", { $0.session = nil }),
    ("\"session\":{\"program\":\"a\",\"week\":0,\"day\":1,\"weeks\":1,\"days\":1}", { $0.session = nil }),
  ]

  @Test(arguments: impossible.indices) func `an impossible member of a workout is left out`(index: Int) throws {
    let (member, removal) = Self.impossible[index]
    var expected = Samples.workout("w-1", at: "2026-11-20T10:00:00Z")
    removal(&expected)
    let possible = String(decoding: HistoryLine.workout(expected).bytes.dropLast(), as: UTF8.self)
    let required = "\(member.prefix { $0 != ":" }):0,"
    let text =
      possible.contains(required)
      ? possible.replacing(required, with: "\(member),") : "{\(member),\(possible.dropFirst())"
    #expect(HistoryLine(Array(text.utf8)[...]) == .workout(expected))
  }
}

extension Report.Summary {
  /// A summary whose values are often at or outside their limits.
  fileprivate static func extreme(using random: inout SplitMix64) -> Report.Summary {
    func number() -> Int {
      let numbers = [
        .min, -1, 0, 1, 19, 20, 250, 251, 508, 509, 999, 1000, 65_535, 1_000_000_000_000, 1_000_000_000_001, .max,
      ]
      return random.oneIn(2) ? Int.random(in: 0...300, using: &random) : numbers[Int.random(in: 0..<16, using: &random)]
    }
    func metres() -> Double {
      let numbers = [0, -0.0, -1, 1e9, 1e9 + 1, 1e300, .infinity, -.infinity, .nan, 0.1, .leastNonzeroMagnitude]
      return random.oneIn(2)
        ? Double.random(in: 0...50_000, using: &random) : numbers[Int.random(in: 0..<11, using: &random)]
    }
    func text() -> String {
      let texts = [
        "", "30/30", "\u{0}\u{1B}\n\"\\/", "a\u{301}\u{316}", "🏃‍♀️", "\u{2028}\u{FFFE}",
        String(repeating: "x", count: 70_000),
      ]
      return texts[Int.random(in: texts.indices, using: &random)]
    }
    func maybe<Value>(_ value: () -> Value) -> Value? { random.oneIn(3) ? nil : value() }
    func laps() -> Report.Laps {
      var time = random.oneIn(9) ? number() : 5000
      let intervals = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Report.Interval(
          kind: text(), label: maybe(text), goal: text(), durationMs: maybe(number), distanceM: maybe(metres),
          paceMps: maybe(metres), paceUnits: maybe(text))
      }
      let laps = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        let begin = time
        time = random.oneIn(9) ? number() : time &+ 1000
        return Report.Lap(
          interval: random.oneIn(20) ? number() : Int.random(in: 0...2, using: &random),
          rounds: random.oneIn(9) ? [number()] : [1], beginMs: begin, endMs: time,
          pauses: maybe { [Report.Pause(beginMs: begin, endMs: random.oneIn(9) ? number() : time)] },
          distanceM: maybe(metres), ended: .next)
      }
      return Report.Laps(dropped: random.oneIn(9) ? number() : 0, intervals: intervals, laps: laps)
    }
    func session() -> Report.Session {
      func small() -> Int { random.oneIn(9) ? number() : Int.random(in: 1...3, using: &random) }
      return Report.Session(
        program: random.oneIn(9) ? text() : "c25k", path: maybe { random.oneIn(5) ? text() : "/p/c25k.program" },
        week: small(), day: small(), weeks: small(), days: small(), label: maybe(text),
        next: maybe { random.oneIn(9) ? text() : "w2d1" }, due: maybe { random.oneIn(9) ? text() : "w1d1" })
    }
    return Report.Summary(
      workoutId: text(), title: maybe(text), planName: maybe(text), session: maybe(session), plan: text(),
      completed: random.oneIn(2), startedAt: "2026-11-20T10:00:00Z", endedAt: text(), elapsedMs: number(),
      pausedMs: number(), plannedMs: maybe(number), distanceM: maybe(metres), plannedDistanceM: maybe(metres),
      intervals: number(),
      punctuality: maybe {
        .init(cues: number(), lastUs: number(), meanUs: number(), maxUs: number(), missed: number())
      },
      corrected: maybe { random.oneIn(2) }, laps: maybe(laps), note: maybe(text), recorded: maybe { random.oneIn(2) },
      measured: maybe { random.oneIn(2) }, heartRate: maybe(number), maxHeartRate: maybe(number),
      cadence: maybe(number))
  }
}
