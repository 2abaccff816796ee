import TestSupport
import Testing
import WorkoutReports

@testable import WorkoutFiles

/// Tests of the laps, times and distances of an activity.
@Suite struct ActivityTests {
  /// 2026-11-27 06:30 UTC in seconds since 1970.
  private static let start = 1_795_761_000

  @Test func `an activity begins with the first lap, and has the times and distances of the laps`() throws {
    let summary = try Report.Summary.simulated("lead-in 10s\n2x(30s run @5:00/km, 15s walk @10:00/km)")
    let activity = try Activity(summary)
    #expect(activity.start == Self.start + 10)
    #expect(activity.laps.map(\.elapsed) == [30_000, 15_000, 30_000, 15_000])
    #expect(activity.laps.map(\.distance) == [10_000, 2500, 10_000, 2500])
    #expect(activity.laps.map(\.rounds) == [[1], [1], [2], [2]])
    #expect(activity.elapsed == summary.elapsedMs)
    #expect(activity.known?.distance == 25_000)
  }

  @Test func `a lap has the pauses at their positions in its time`() throws {
    let activity = try Activity(
      .of([
        Report.Lap(
          interval: 0, rounds: [], beginMs: 5000, endMs: 40_000,
          pauses: [.init(beginMs: 10_000, endMs: 12_000), .init(beginMs: 20_000, endMs: 30_000)], ended: .time)
      ]))
    #expect(activity.laps.map(\.elapsed) == [23_000])
    #expect(activity.laps[0].pauses == [.init(position: 5000, length: 2000), .init(position: 13_000, length: 10_000)])
  }

  @Test func `a pause at the start and a pause at the end are not part of the activity`() throws {
    let activity = try Activity(
      .of([
        Report.Lap(
          interval: 0, rounds: [], beginMs: 10_000, endMs: 60_000,
          pauses: [.init(beginMs: 10_000, endMs: 20_000), .init(beginMs: 50_000, endMs: 60_000)], ended: .stop)
      ]))
    #expect(activity.start == Self.start + 20)
    #expect(activity.laps[0].pauses.isEmpty)
    #expect(activity.elapsed == 30_000)
  }

  @Test func `a lap without time is left out, but not its distance and its pauses`() throws {
    let laps = [
      Report.Lap(interval: 0, rounds: [], beginMs: 0, endMs: 0, distanceM: 0.5, ended: .next),
      Report.Lap(interval: 0, rounds: [], beginMs: 0, endMs: 20_000, distanceM: 100, ended: .next),
      Report.Lap(
        interval: 0, rounds: [], beginMs: 20_000, endMs: 25_000, pauses: [.init(beginMs: 20_000, endMs: 25_000)],
        distanceM: 1, ended: .next),
      Report.Lap(interval: 0, rounds: [], beginMs: 25_000, endMs: 35_000, distanceM: 50, ended: .stop),
    ]
    let activity = try Activity(.of(laps, metres: 151.5))
    #expect(activity.laps.map(\.elapsed) == [20_000, 10_000])
    #expect(activity.laps.map(\.distance) == [10_150, 5000])
    #expect(activity.laps[0].pauses == [.init(position: 20_000, length: 5000)])
  }

  @Test func `intervals whose laps are unknown become one lap at the beginning`() throws {
    let laps = [Report.Lap(interval: 0, rounds: [], beginMs: 110_000, endMs: 120_000, distanceM: 20, ended: .time)]
    let activity = try Activity(.of(laps, dropped: 7, elapsedMs: 90_000, pausedMs: 20_000, metres: 220))
    #expect(activity.laps.map(\.elapsed) == [80_000, 10_000])
    #expect(activity.laps.map(\.distance) == [20_000, 2000])
    #expect(activity.laps[0].pauses == [.init(position: 79_000, length: 20_000)])
    #expect(activity.start == Self.start + 10)
  }

  @Test func `a workout without laps becomes one lap with one pause, which ends with the workout`() throws {
    var summary = Report.Summary.of([], elapsedMs: 1_500_000, pausedMs: 90_000, metres: 5000)
    summary.laps = nil
    summary.endedAt = "2026-11-27T06:56:40Z"
    let activity = try Activity(summary)
    #expect(
      activity.laps == [
        Activity.Lap(
          ended: .time, elapsed: 1_500_000, pauses: [.init(position: 1_499_000, length: 90_000)], distance: 500_000)
      ])
    #expect(activity.start == Self.start + 10)
  }

  @Test(
    arguments: [
      ("30s run, 30s walk", [nil, nil], nil), ("30s run @5:00/km, 30s walk", [10_000, nil], 10_000),
      ("30s walk, 30s run @5:00/km, 10s rest, 10s walk", [nil, 10_000, 0, nil], 10_000),
    ] as [(String, [Int?], Int?)])
  func `only the laps of known distance have a distance, and their total is that of the activity`(
    plan: String, distances: [Int?], total: Int?
  ) throws {
    let activity = try Activity(try .simulated("lead-in off\n\(plan)"))
    #expect(activity.laps.map(\.distance) == distances)
    #expect(activity.known?.distance == total)
    let records = activity.traces.map { $0.records.dropLast().allSatisfy { $0.distance != nil } }
    #expect(records == distances.map { $0 != nil })
  }

  @Test func `the distance of the workout is spread in proportion to the laps, and no part is lost`() throws {
    let laps = (0..<3).map {
      Report.Lap(interval: 0, rounds: [], beginMs: $0 * 10_000, endMs: ($0 + 1) * 10_000, distanceM: 10, ended: .time)
    }
    #expect(try Activity(.of(laps, metres: 100)).laps.map(\.distance) == [3333, 3334, 3333])
    #expect(try Activity(.of(laps, metres: 0)).laps.map(\.distance) == [0, 0, 0])
  }

  @Test func `the last lap absorbs the difference between rounded times and the total`() throws {
    let laps = [
      Report.Lap(interval: 0, rounds: [], beginMs: 0, endMs: 10_000, ended: .time),
      Report.Lap(interval: 0, rounds: [], beginMs: 10_000, endMs: 10_001, ended: .stop),
    ]
    #expect(try Activity(.of(laps, elapsedMs: 10_003)).laps.map(\.elapsed) == [10_000, 3])
    #expect(try Activity(.of(laps, elapsedMs: 9999)).laps.map(\.elapsed) == [9999])
  }

  @Test func `a record follows each second in which the timer runs, and the end`() throws {
    let laps = [
      Report.Lap(
        interval: 0, rounds: [], beginMs: 0, endMs: 5000, pauses: [.init(beginMs: 1500, endMs: 3700)],
        distanceM: 5.6, ended: .next),
      Report.Lap(interval: 0, rounds: [], beginMs: 5000, endMs: 6200, distanceM: 6, ended: .stop),
    ]
    let traces = try Activity(.of(laps, metres: 11.6)).traces
    #expect(traces.map { $0.runs.map { $0.records.map(\.second) } } == [[[0, 1], [4]], [[5, 6, 7]]])
    #expect(traces.map { $0.runs.map { $0.records.map(\.distance) } } == [[[0, 200], [360]], [[560, 1060, 1160]]])
    #expect(
      traces.map { $0.runs.map { $0.records.map(\.speed) } } == [[[0, 2000], [2000]], [[2000, 5000, 5000]]])
  }

  @Test func `a pause from one whole second to another has a record at both`() throws {
    let lap = Report.Lap(
      interval: 0, rounds: [], beginMs: 0, endMs: 6000, pauses: [.init(beginMs: 2000, endMs: 4000)], ended: .stop)
    #expect(try Activity(.of([lap])).traces[0].runs.map { $0.records.map(\.second) } == [[0, 1, 2], [4, 5, 6]])
  }

  @Test func `a workout outside the limits is refused`() throws {
    func words(_ change: (inout Report.Summary) -> Void) -> String? {
      var summary = Report.Summary.of(
        [Report.Lap(interval: 0, rounds: [], beginMs: 0, endMs: 60_000, ended: .stop)], metres: 100)
      change(&summary)
      return #expect(throws: WorkoutFileError.self) { try Activity(summary) }?.words
    }
    #expect(words { $0.elapsedMs = 0 } == "the workout has no time in intervals")
    #expect(words { $0.elapsedMs = 604_800_001 } == "the workout is longer than 7 days")
    #expect(
      words {
        $0.laps = nil; $0.pausedMs = 5_000_000_000
      } == "the workout is longer than 49 days")
    #expect(words { $0.distanceM = 1e8 } == "the distance is longer than 40000km")
    #expect(
      words { $0.startedAt = "soon" } == "the start 'soon' is not a time in the years 2000 to 2099")
    #expect(
      words { $0.startedAt = "1970-01-01T00:00:00Z" }
        == "the start '1970-01-01T00:00:00Z' is not a time in the years 2000 to 2099")
  }

  @Test(arguments: seeds)
  func `impossible laps never trap, and never change the totals`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func number() -> Int {
      [0, -1, .min, .max, 1_000_000_000_000, .random(in: -1000...60_000, using: &generator)]
        .randomElement(using: &generator) ?? 0
    }
    let laps = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
      Report.Lap(
        interval: number(), rounds: [number()], beginMs: number(), endMs: number(),
        pauses: generator.oneIn(2) ? [.init(beginMs: number(), endMs: number())] : nil,
        distanceM: [nil, -1, 1e300, 5].randomElement(using: &generator) ?? nil, ended: "unknown")
    }
    let summary = Report.Summary.of(
      laps, dropped: number(), elapsedMs: 60_000, pausedMs: number(), metres: generator.oneIn(2) ? 200 : nil)
    do {
      let activity = try Activity(summary)
      #expect(activity.elapsed == 60_000)
      #expect(activity.known?.distance == summary.distanceM.map { Int($0 * 100) })
      #expect(activity.laps.allSatisfy { $0.elapsed > 0 && $0.paused >= 0 && $0.distance ?? 0 >= 0 })
      for format in ActivityFormat.allCases { _ = try ActivityFile(summary, as: format) }
    } catch let error as WorkoutFileError {
      #expect(error.reason == .longerThanDays(49))
    }
  }
}
