import FoundationEssentials
import PlanNotation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutReports

@testable import WorkoutModel
@testable import WorkoutViews

@Suite struct RoundBarTests {
  @Test(arguments: 0..<30 as Range<UInt64>)
  func `the mark is in the current interval at any position of any plan`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let workout = try PlanFile(Plan.random(using: &generator).notation).workout(over: Settings())
    for width in [2, 7, 40, 80, 200] {
      var position: Position? = workout.timeline.start
      while let current = position {
        let interval = workout.timeline.interval(at: current)
        let millis = try #require(interval.duration).inMilliseconds
        let elapsed = Int.random(in: 0...millis, using: &generator)
        let status = Self.status(workout.timeline, current, elapsedMs: elapsed, leftMs: millis - elapsed)
        let bar = try #require(RoundBar(workout, LiveStatus(status: status, nowNs: 0), width: width))
        #expect(bar.pattern.columns.count <= width * 2)
        let mark = try #require(bar.mark)
        #expect(bar.pattern.columns[mark].kind == interval.kind)
        #expect(!bar.isWhole || bar.pattern.columns[mark].number == current.number)
        position = workout.timeline.position(after: current)
      }
    }
  }

  @Test(arguments: [
    (0, 0), (7000, 1), (29_999, 5),
    // This status lacks the planned duration, so an extension does not change the width of the interval. The mark of the
    // present position then moves more slowly.
    (60_000, 6),
  ])
  func `the mark moves through the interval`(elapsedMs: Int, column: Int) throws {
    let workout = try PlanFile("30s run, 30s walk").workout(over: Settings())
    let status = Self.status(
      workout.timeline, workout.timeline.start, elapsedMs: elapsedMs, leftMs: max(1, 30_000 - elapsedMs))
    let bar = try #require(RoundBar(workout, LiveStatus(status: status, nowNs: 0), width: 12))
    #expect(bar.mark.map { $0 / 2 } == min(column, 5))
    #expect(bar.isWhole)
  }

  @Test func `the bar shows the outermost round whose intervals all have a column`() throws {
    let workout = try PlanFile("30x(4x(30s run, 30s walk), 60s walk)").workout(over: Settings())
    let position = try #require(workout.timeline.position(numbered: 9 * 5 + 4))
    let live = LiveStatus(
      status: Self.status(workout.timeline, position, elapsedMs: 0, leftMs: 30_000), nowNs: 0)
    let wide = try #require(RoundBar(workout, live, width: 300))
    #expect(wide.isWhole)
    #expect(wide.pattern.columns.last?.number == 270)
    let medium = try #require(RoundBar(workout, live, width: 40))
    #expect(!medium.isWhole)
    #expect(medium.pattern.columns.last?.number == 9)
    let narrow = try #require(RoundBar(workout, live, width: 8))
    #expect(narrow.pattern.columns.last?.number == 2)
  }

  @Test func `the position after an endless repeat follows from the time left`() throws {
    let workout = try PlanFile("forever (30s run, 30s walk), 5m walk, 1m jog").workout(over: Settings())
    var status = Samples.running
    status.interval = .init(kind: "walk", goal: "5m", durationMs: 300_000)
    (status.number, status.of, status.rounds, status.intervalElapsedMs) = (7, nil, [], 60_000)
    (status.intervalRemainingMs, status.remainingMs, status.deadlineNs) = (240_000, 300_000, nil)
    let bar = try #require(RoundBar(workout, LiveStatus(status: status, nowNs: 0), width: 10))
    #expect(bar.mark == 4)
    #expect(bar.pattern.columns.allSatisfy { $0.kind == .walk })
    status.remainingMs = nil
    #expect(RoundBar(workout, LiveStatus(status: status, nowNs: 0), width: 10) == nil)
  }

  @Test(arguments: [0, -1, .min, .max, 4]) func `the bar is omitted if the plan has no interval with the number`(
    number: Int
  ) throws {
    let workout = try PlanFile("30s run, 30s walk").workout(over: Settings())
    var status = Samples.running
    (status.number, status.of, status.rounds) = (number, 2, [])
    #expect(RoundBar(workout, LiveStatus(status: status, nowNs: 0), width: 10) == nil)
    status.number = 2
    #expect(RoundBar(workout, LiveStatus(status: status, nowNs: 0), width: 10) == nil)
  }

  /// Each case has the distance of the corrected `until` in metres (1,000 in the plan), the number of the current
  /// interval, and the drawn part.
  ///
  /// The part `walk 2 of 2` means that two intervals are drawn, and that the mark is at the second interval, a walk. If
  /// no bar is drawn, the part is nil.
  ///
  /// The corrected workout has 13 or 20 intervals instead of the plan's 16: its `until` has 4 or 8 rounds instead of 6.
  @Test(
    arguments: [
      (700, 2, "walk 2 of 2"), (700, 5, "run 1 of 2"), (700, 7, nil), (700, 8, nil), (700, 9, "run 1 of 2"),
      (700, 12, "walk 2 of 2"), (700, 13, nil), (1400, 3, "run 1 of 2"), (1400, 11, nil), (1400, 14, nil),
      (1400, 15, nil), (1400, 16, "run 1 of 2"), (1400, 19, "walk 2 of 2"), (1400, 20, nil),
    ] as [(Double, Int, String?)])
  func `the bar of a corrected workout shows the part that is as planned`(
    metres: Double, number: Int, drawn: String?
  ) throws {
    let file = try PlanFile(
      "until 1km (30s run @4:00/km, 30s walk @8:00/km), 2x(20s run @4:00/km, 20s walk @8:00/km), 30s cooldown @8:00/km")
    let workout = try file.workout(over: Settings())
    let checkpoint = Timeline.Checkpoint(
      position: workout.timeline.start, done: [Timeline.Done(estimated: 1000 - metres)], duration: .seconds(30))
    let rescheduled = try #require(workout.timeline.rescheduled(from: checkpoint))
    let position = try #require(rescheduled.position(numbered: number))
    let bar = RoundBar(
      workout, LiveStatus(status: Self.status(rescheduled, position, elapsedMs: 0, leftMs: 1000), nowNs: 0), width: 80)
    #expect(bar?.isWhole != true)
    let words = bar.flatMap { bar in
      bar.mark.map { mark in
        let column = bar.pattern.columns[mark]
        return "\(column.kind.rawValue) \(column.number) of \(bar.pattern.columns.last?.number ?? 0)"
      }
    }
    #expect(words == drawn)
  }

  @Test(
    arguments: [
      ("2x(30s run, 30s walk)", [(0, .extend(by: .seconds(60)))], "1:90 2:30 3:30 4:30"),
      ("2x(30s run, 30s walk)", [(10, .next(out: false))], "1:10 2:30 3:30 4:30"),
      ("30s run, 30s walk", [(40, .previous), (1, .previous)], "1:30 2:30"),
      ("until 2m (30s run, 30s walk)", [(10, .next(out: false))], "1:10 2:30 3:30 4:30 5:20"),
      (
        "10s warmup, until 2m (30s run, 30s walk), 10s cooldown", [(30, .extend(by: .seconds(30)))],
        "1:10 2:60 3:30 4:30 5:10"
      ),
      (
        "until 600mtr (30s run @5m/s, 30s walk @2m/s), 30s cooldown",
        [(10, .next(out: false)), (5, .next(out: false))],
        "1:10 2:5 3:30 4:30 5:30 6:30 7:24 8:30"
      ),
      // The view has missed the ends of the first three intervals.
      ("3x(30s run, 30s walk)", [(100, .next(out: false))], "1:30 2:30 3:30 4:10 5:30 6:30"),
    ] as [(String, [(Int, Command)], String)])
  func `after commands, the bar shows the whole workout with real widths`(
    plan: String, commands: [(Int, Command)], lengths: String
  ) throws {
    let request = try RequestedWorkout(text: "lead-in off\n\(plan)", planName: nil, configuration: Settings())
    let running = RunningWorkout(
      request, startedAt: Date(timeIntervalSince1970: 0), configuration: Settings(), environment: [:])
    var simulator = WorkoutSimulator()
    var view = WatchView { _ in request.workout }
    func report() {
      let status = Report.Status(
        simulator.engine.progress(at: simulator.now), of: running, at: simulator.now, withPlan: true,
        idleUnits: DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre))
      view.receive(.event(Report.Event(event: .state, status: status)), atNs: 0)
    }
    try simulator.handle(.start(request.workout, replacing: false))
    report()
    for (seconds, command) in commands {
      simulator.run(for: .seconds(seconds))
      report()
      try simulator.handle(command)
      report()
    }
    let live = LiveStatus(status: try #require(view.status), nowNs: 0)
    let bar = try #require(RoundBar(request.workout, live, lengths: view.lengths, width: 200))
    #expect(bar.isWhole)
    let widths = Dictionary(grouping: bar.pattern.columns, by: \.number).mapValues(\.count)
    // One of these intervals has its planned 30 s, so its width is the scale.
    let scale = 30 / Double(try #require(widths[min(3, widths.count)]))
    let shown = widths.sorted { $0.key < $1.key }.map { "\($0.key):\(Int((Double($0.value) * scale).rounded()))" }
    #expect(shown.joined(separator: " ") == lengths)
  }

  private static func status(_ timeline: Timeline, _ position: Position, elapsedMs: Int, leftMs: Int) -> Report.Status {
    let scheduled = timeline.interval(at: position)
    var status = Samples.running
    status.interval = Report.Interval(
      kind: scheduled.kind.rawValue, label: scheduled.interval.label, goal: scheduled.interval.goal.notation)
    (status.number, status.of) = (position.number, timeline.totals.intervals)
    status.rounds = timeline.rounds(at: position).map { Report.Round(number: $0.number, of: $0.of) }
    (status.intervalElapsedMs, status.intervalRemainingMs, status.deadlineNs) = (elapsedMs, leftMs, nil)
    (status.phase, status.atNs) = (.paused, 0)
    return status
  }
}
