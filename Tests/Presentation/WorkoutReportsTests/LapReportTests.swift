import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutReports

/// Tests of the laps in the summary of a workout.
@Suite struct LapReportTests {
  @Test func `laps have their interval, rounds, times, pauses, distance and ending`() throws {
    let summary = try Report.Summary.simulated("lead-in 10s\n2x(30s run @5:00/km \"hill\", 15s walk)") { simulator in
      simulator.run(for: .seconds(20))
      try simulator.handle(.pause(.user))
      simulator.run(for: .seconds(60))
      try simulator.handle(.resume)
      simulator.run(for: .seconds(25))
      try simulator.handle(.next(out: false))
      simulator.runToEnd()
    }
    let laps = try #require(summary.laps)
    #expect(laps.dropped == 0)
    #expect(
      laps.intervals == [
        .init(
          kind: "run", label: "hill", goal: "30s", durationMs: 30_000, distanceM: 100, paceMps: 1000 / 300,
          paceUnits: "min/km"), .init(kind: "walk", goal: "15s", durationMs: 15_000),
      ])
    #expect(
      laps.laps == [
        .init(
          interval: 0, rounds: [1], beginMs: 10_000, endMs: 100_000, pauses: [.init(beginMs: 20_000, endMs: 80_000)],
          distanceM: 100, ended: .time),
        .init(interval: 1, rounds: [1], beginMs: 100_000, endMs: 105_000, ended: .next),
        .init(interval: 0, rounds: [2], beginMs: 105_000, endMs: 135_000, distanceM: 100, ended: .time),
        .init(interval: 1, rounds: [2], beginMs: 135_000, endMs: 150_000, ended: .time),
      ])
    #expect(summary.distanceM?.rounded() == 200)
    #expect(summary.distanceIsPartial == true)
  }

  @Test(arguments: seeds)
  func `the times and distances of laps add up to those of the workout, also after a correction`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var summary = try Report.Summary.simulated(
      "7x(3.\(Int.random(in: 100...999, using: &random))s run @5:03/km, 7.001s walk @11:07/km, 100mtr @9.7kph)"
    ) { simulator in
      for _ in 0..<8 where simulator.engine.workout != nil {
        simulator.run(for: .microseconds(Int.random(in: 0...20_000_000, using: &random)))
        try? simulator.handle(.toggle)
      }
      if simulator.engine.workout != nil { try simulator.handle(.stop) }
    }
    try Self.expectSums(of: summary)
    summary.correct(toMetres: Double.random(in: 0...2000, using: &random))
    try Self.expectSums(of: summary)
  }

  private static func expectSums(of summary: Report.Summary) throws {
    let laps = try #require(summary.laps).laps
    #expect(summary == summary.bounded)
    #expect(laps.reduce(0) { $0 + $1.elapsedMs } == summary.elapsedMs)
    let metres = laps.reduce(0) { $0 + ($1.distanceM ?? 0) }
    #expect(abs(metres - (summary.distanceM ?? -1)) <= 0.0051)
    for (lap, next) in zip(laps, laps.dropFirst()) { #expect(lap.endMs == next.beginMs) }
  }

  /// Intervals of 20 s with their kinds and distances, and the distances after a correction to 500 m.
  ///
  /// The typical speeds of a run, a walk and a warm-up have the ratio 85 to 50 to 60.
  @Test(
    arguments: [
      ([("run", 60), ("run", nil)], 0, [250, 250]),
      ([("run", nil), ("walk", nil)], 0, [314.81, 185.19]),
      ([("run", 51), ("walk", nil)], 0, [314.81, 185.19]),
      // A known distance determines the speed of all intervals of the kind.
      ([("run", 60), ("walk", 40), ("walk", nil), ("run", nil)], 0, [150, 100, 100, 150]),
      ([("warmup", nil), ("run", 85), ("walk", nil)], 0, [153.85, 217.94, 128.21]),
      ([("rest", nil), ("run", nil)], 0, [0, 500]), ([("rest", 0), ("run", nil)], 0, [0, 500]),
      ([("rest", nil), ("rest", nil)], 0, [250, 250]),
      // Intervals without laps have the average speed of the others.
      ([("run", 60), ("run", nil)], 40, [125, 125]), ([("run", nil), ("walk", nil)], 40, [157.41, 92.59]),
    ] as [([(String, Double?)], Int, [Double])])
  func `a corrected distance is spread by the known distances, or else by the kinds`(
    laps: [(kind: String, metres: Double?)], earlierSeconds: Int, corrected: [Double]
  ) {
    var summary = Samples.summary
    (summary.elapsedMs, summary.distanceM) = ((20 * laps.count + earlierSeconds) * 1000, nil)
    summary.laps = Report.Laps(
      dropped: earlierSeconds, intervals: laps.map { .init(kind: $0.kind, goal: "20s") },
      laps: laps.enumerated().map { index, lap in
        .init(
          interval: index, rounds: [], beginMs: 20_000 * index, endMs: 20_000 * (index + 1), distanceM: lap.metres,
          ended: .time)
      })
    summary.correct(toMetres: 500)
    #expect(summary.laps?.laps.compactMap(\.distanceM).map { ($0 * 100).rounded() / 100 } == corrected)
  }

  /// Impossible laps, each made by a change of possible laps.
  static let changes: [@Sendable (inout Report.Laps) -> Void] = [
    { $0.dropped = -1 }, { $0.laps[0].interval = 2 }, { $0.laps[1].interval = -1 }, { $0.laps[0].beginMs = -1 },
    { $0.laps[0].endMs = 4999 }, { $0.laps[1].endMs = .max }, { $0.laps[0].rounds = [-1] },
    { $0.laps[0].pauses = [.init(beginMs: 4000, endMs: 6000)] },
    { $0.laps[0].pauses = [.init(beginMs: 7000, endMs: 6000)] },
    { $0.laps[0].pauses = [.init(beginMs: 6000, endMs: 8000), .init(beginMs: 7000, endMs: 9000)] },
    { $0.laps[0].pauses = [.init(beginMs: 6000, endMs: 90_000)] },
    { $0.laps = Array(repeating: $0.laps[0], count: Report.Laps.maxCount + 1) },
  ]

  @Test(arguments: changes.indices) func `impossible laps are removed from a summary`(index: Int) {
    var summary = Samples.summary
    var laps = Self.laps
    summary.laps = laps
    #expect(summary.bounded == summary)
    Self.changes[index](&laps)
    var expected = summary
    (summary.laps, expected.laps) = (laps, nil)
    #expect(summary.bounded == expected)
  }

  /// Impossible values in laps that are otherwise possible, and the values that remain.
  static let values:
    [(impossible: @Sendable (inout Report.Laps) -> Void, remaining: @Sendable (inout Report.Laps) -> Void)] = [
      ({ $0.laps[0].distanceM = -1 }, { $0.laps[0].distanceM = nil }),
      ({ $0.laps[0].distanceM = .nan }, { $0.laps[0].distanceM = nil }),
      ({ $0.intervals[0].durationMs = -1 }, { $0.intervals[0].durationMs = nil }),
      ({ $0.intervals[1].distanceM = 1e300 }, { $0.intervals[1].distanceM = nil }),
      ({ $0.intervals[1].paceMps = 0 }, { $0.intervals[1].paceMps = nil }),
    ]

  @Test(arguments: values.indices) func `an impossible value of a lap is removed without the other laps`(index: Int) {
    var (summary, expected) = (Samples.summary, Samples.summary)
    (summary.laps, expected.laps) = (Self.laps, Self.laps)
    if var laps = summary.laps {
      Self.values[index].impossible(&laps)
      summary.laps = laps
      Self.values[index].remaining(&laps)
      expected.laps = laps
    }
    #expect(summary.bounded == expected)
  }

  private static let laps = Report.Laps(
    dropped: 0, intervals: [Samples.run, Samples.walk],
    laps: [
      .init(interval: 0, rounds: [1], beginMs: 5000, endMs: 35_000, distanceM: 75, ended: .time),
      .init(interval: 1, rounds: [1], beginMs: 35_000, endMs: 65_000, distanceM: 45, ended: .time),
    ])
}
