import Dates
import FoundationEssentials
import PlanNotation
import TerminalUI
import TestSupport
import Testing
import Text
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

@testable import WorkoutViews

/// Tests of the lines of `history show`.
@Suite struct RecordedWorkoutViewTests {
  /// A workout with a pause, the commands `next` and `back`, and a corrected distance.
  private static func hills() throws -> Report.Summary {
    var summary = try summary(
      of: """
        name "Hills"
        lead-in 10s
        2m warmup @9:00/km, 3x(30s run @6:00/km "uphill", 30s walk @10:00/km), 400mtr run @5:00/km, 1m cooldown @9:00/km
        """,
      [
        (140, .pause(.user)), (200, .resume), (240, .next(out: false)), (250, .previous), (255, .correct(metres: 500)),
      ])
    summary.note = "legs heavy"
    return summary
  }

  @Test func `a workout is shown with its result, a drawing of its laps, and a table of them`() throws {
    #expect(
      Self.view(try Self.hills()).lines(.plain, width: nil) == [
        "Finished \"Hills\"",
        "Started    Sat 21 Nov, 18:42",
        "Time       8:00 of 8:00, and 1:00 of pauses",
        "Distance   1.26 of 1.13 km, corrected",
        "Pace       6:20/km",
        "Intervals  10",
        "Note       legs heavy",
        "",
        "                  ████▌  ▐█                  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄",
        "                  ████▌  ▐█████▌    ▄▄▄▄▖    ██████████████████",
        "██████████████████████▙▄▄▟█████▌    ████▌    ██████████████████",
        "███████████████████████████████▙▄▄▄▄████▙▄▄▄▄███████████████████████████",
        "████████████████████████████████████████████████████████████████████████",
        "████████████████████████████████████████████████████████████████████████",
        "└─────────────────┴─────────────────┴─────────────────┴────────────────┴",
        "0:00              2:00              4:00              6:00          8:00",
        "",
        "No.  Start  Kind      Time  Plan    km  Plan  min/km   Plan  Round  Pause  End   Label",
        "  1   0:00  warmup    2:00  2:00  0.29  0.22    6:51   9:00",
        "  2   2:00  run       0:30  0:30  0.11  0.08    4:34   6:00  1       1:00        uphill",
        "  3   2:30  walk      0:20  0:30  0.04  0.05    7:37  10:00  1             next",
        "  4   2:50  run       0:10  0:30  0.04  0.08    4:34   6:00  2             back  uphill",
        "  5   3:00  run       0:30  0:30  0.09  0.08    5:42   6:00  2                   uphill",
        "  6   3:30  walk      0:30  0:30  0.05  0.05   10:00  10:00  2",
        "  7   4:00  run       0:30  0:30  0.08  0.08    6:00   6:00  3                   uphill",
        "  8   4:30  walk      0:30  0:30  0.05  0.05   10:00  10:00  3",
        "  9   5:00  run       2:00  2:00  0.40  0.40    5:00   5:00",
        " 10   7:00  cooldown  1:00  1:00  0.11  0.11    9:00   9:00",
      ])
  }

  @Test func `the laps have columns for the heart rate and the cadence if a lap has them`() throws {
    var summary = try Self.hills()
    summary.laps?.laps[0].heartRate = 121
    summary.laps?.laps[1].heartRate = 150
    summary.laps?.laps[1].maxHeartRate = 163
    #expect(
      Self.view(summary).lines(.plain, width: nil).suffix(11).prefix(3) == [
        "No.  Start  Kind      Time  Plan    km  Plan  min/km   Plan  bpm  Max  Round  Pause  End   Label",
        "  1   0:00  warmup    2:00  2:00  0.29  0.22    6:51   9:00  121    –",
        "  2   2:00  run       0:30  0:30  0.11  0.08    4:34   6:00  150  163  1       1:00        uphill",
      ])
    #expect(
      Self.view(summary).lines(.plain, width: 48).suffix(11).prefix(3) == [
        "No.  Kind      Time  Plan  min/km   Plan  bpm", "  1  warmup    2:00  2:00    6:51   9:00  121",
        "  2  run       0:30  0:30    4:34   6:00  150",
      ])
    summary.laps?.laps[0].cadence = 80
    #expect(
      Self.view(summary).lines(.plain, width: nil).suffix(11).first
        == "No.  Start  Kind      Time  Plan    km  Plan  min/km   Plan  bpm  Max  spm  Round  Pause  End   Label")
  }

  @Test func `a terminal of 80 columns has room for all columns but the start`() throws {
    let lines = Self.view(try Self.hills()).lines(.plain, width: 80)
    #expect(
      lines.suffix(11).prefix(3) == [
        "No.  Kind      Time  Plan    km  Plan  min/km   Plan  Round  Pause  End   Label",
        "  1  warmup    2:00  2:00  0.29  0.22    6:51   9:00",
        "  2  run       0:30  0:30  0.11  0.08    4:34   6:00  1       1:00        uphill",
      ])
  }

  @Test func `a narrow terminal shows the times and the paces`() throws {
    #expect(
      Self.view(try Self.hills()).lines(.plain, width: 40) == [
        "Finished \"Hills\"",
        "Started    Sat 21 Nov, 18:42",
        "Time       8:00 of 8:00, and 1:00 of",
        "           pauses",
        "Distance   1.26 of 1.13 km, corrected",
        "Pace       6:20/km",
        "Intervals  10",
        "Note       legs heavy",
        "",
        "      █▌▐      ▄▄▄▄▄▄",
        "      █▌▐█▌ ▄▖ ██████",
        "███████▙▟█▌ █▌ ██████",
        "██████████▙▄█▙▄█████████",
        "████████████████████████",
        "████████████████████████",
        "└──────────────┴───────┴",
        "0:00           5:00 8:00",
        "",
        "No.  Kind      Time  Plan  min/km   Plan",
        "  1  warmup    2:00  2:00    6:51   9:00",
        "  2  run       0:30  0:30    4:34   6:00",
        "  3  walk      0:20  0:30    7:37  10:00",
        "  4  run       0:10  0:30    4:34   6:00",
        "  5  run       0:30  0:30    5:42   6:00",
        "  6  walk      0:30  0:30   10:00  10:00",
        "  7  run       0:30  0:30    6:00   6:00",
        "  8  walk      0:30  0:30   10:00  10:00",
        "  9  run       2:00  2:00    5:00   5:00",
        " 10  cooldown  1:00  1:00    9:00   9:00",
      ])
  }

  @Test func `a workout without paces has no columns for distances and paces`() throws {
    let summary = try Self.summary(
      of: "5x(40s work \"スクワット\", 20s rest)", [(140, .next(out: false)), (180, .stop)])
    #expect(
      Self.view(summary).lines(.plain, width: 60) == [
        "Stopped 5x(40s work \"スクワット\", 20s rest)",
        "Started    Sat 21 Nov, 18:42",
        "Time       2:55 of 5:00",
        "Intervals  7",
        "",
        "████████████      ████████████      ████▌     ▐█████▌",
        "████████████      ████████████      ████▌     ▐█████▌",
        "████████████      ████████████      ████▌     ▐█████▌",
        "████████████▄▄▄▄▄▄████████████▄▄▄▄▄▄████▙▄▄▄▄▄▟█████▌",
        "████████████████████████████████████████████████████▌",
        "████████████████████████████████████████████████████▌",
        "└─────────────────┴─────────────────┴───────────────┴",
        "0:00              1:00              2:00         2:55",
        "",
        "No.  Start  Kind  Time  Plan  Round  End      Label",
        "  1   0:00  work  0:40  0:40  1               スクワット",
        "  2   0:40  rest  0:20  0:20  1",
        "  3   1:00  work  0:40  0:40  2               スクワット",
        "  4   1:40  rest  0:20  0:20  2",
        "  5   2:00  work  0:15  0:40  3      next     スクワット",
        "  6   2:15  rest  0:20  0:20  3",
        "  7   2:35  work  0:20  0:40  4      stopped  スクワット",
      ])
    let narrow = Self.view(summary).lines(.plain, width: 40)
    #expect(narrow.prefix(2) == ["Stopped 5x(40s work \"スクワット\", 20s", "rest)"])
    #expect(narrow.suffix(2) == ["  6  rest  0:20  0:20  3", "  7  work  0:20  0:40  4      stopped"])
    #expect(
      Self.view(summary).lines(.plain, width: 34).suffix(2) == [
        "  6  rest  0:20  0:20", "  7  work  0:20  0:40  stopped",
      ])
  }

  @Test func `an open interval is planned as open, and nested rounds are listed from the outermost`() throws {
    let summary = try Self.summary(
      of: "lead-in off\n2x(2x(10s run @6:00/km)), open walk @10:00/km", [(160, .next(out: false))])
    #expect(
      Self.view(summary).lines(.plain, width: 60).suffix(6) == [
        "No.  Kind  Time  Plan    km  min/km   Plan  Round  End",
        "  1  run   0:10  0:10  0.03    6:00   6:00  1 1",
        "  2  run   0:10  0:10  0.03    6:00   6:00  1 2",
        "  3  run   0:10  0:10  0.03    6:00   6:00  2 1",
        "  4  run   0:10  0:10  0.03    6:00   6:00  2 2",
        "  5  walk  2:00  open  0.20   10:00  10:00         next",
      ])
  }

  @Test func `paces have the unit of the plan, which each of them shows if the units differ`() throws {
    let speeds = try Self.summary(of: "lead-in off\n1m run @9kph, 1m walk @5.5kph", [(30, .correct(metres: 80))])
    #expect(
      Self.view(speeds).lines(.plain, width: 60).suffix(3) == [
        "No.  Start  Kind  Time  Plan    km  Plan   kph  Plan",
        "  1   0:00  run   1:00  1:00  0.16  0.15  9.30  9.00",
        "  2   1:00  walk  1:00  1:00  0.09  0.09  5.50  5.50",
      ])
    let mixed = try Self.summary(of: "lead-in off\n1m run @9kph, 1m walk @10:00/km, 1m rest", [])
    #expect(
      Self.view(mixed).lines(.plain, width: 60).suffix(4) == [
        "No.  Start  Kind  Time  Plan    km  Plan      Pace      Plan",
        "  1   0:00  run   1:00  1:00  0.15  0.15  9.00 kph  9.00 kph",
        "  2   1:00  walk  1:00  1:00  0.10  0.10  10:00/km  10:00/km",
        "  3   2:00  rest  1:00  1:00     –     –         –         –",
      ])
  }

  @Test func `a corrected distance that reaches the goal ends a lap`() throws {
    let summary = try Self.summary(
      of: "lead-in off\nuntil 1km (1m run @6:00/km, 1m walk @10:00/km), 1m cooldown", [(90, .correct(metres: 1000))])
    #expect(
      Self.view(summary).lines(.plain, width: 60).suffix(4) == [
        "No.  Kind      Time  Plan    km  min/km   Plan  Round  End",
        "  1  run       1:00  1:00  0.77    1:18   6:00  1",
        "  2  walk      0:30  1:00  0.23    2:10  10:00  1      goal",
        "  3  cooldown  1:00  1:00     –       –      –",
      ])
  }

  @Test(
    arguments: [
      (
        1,
        [
          "██████████          ██████████", "██████████          ██████████",
          "██████████▄▄▄▄▄▄▄▄▄▄██████████▄▄▄▄▄▄▄▄▄▄", "████████████████████████████████████████",
          "████████████████████████████████████████", "████████████████████████████████████████",
          "└─────────┴─────────┴─────────┴────────┴", "0:00      0:30      1:00      1:30  2:00", "",
          "the lap of the first interval was not", "recorded", "", "No.  Kind  Time  Plan  min/km   Plan",
          "  2  walk  0:30  0:30   10:00  10:00", "  3  run   0:30  0:30    6:00   6:00",
          "  4  walk  0:30  0:30   10:00  10:00",
        ]
      ),
      (
        2,
        [
          "                    ██████████", "██████████████████████████████",
          "██████████████████████████████▄▄▄▄▄▄▄▄▄▄", "████████████████████████████████████████",
          "████████████████████████████████████████", "████████████████████████████████████████",
          "└─────────┴─────────┴─────────┴────────┴", "0:00      0:30      1:00      1:30  2:00", "",
          "the laps of the first 2 intervals were", "not recorded", "", "No.  Kind  Time  Plan  min/km   Plan",
          "  3  run   0:30  0:30    6:00   6:00", "  4  walk  0:30  0:30   10:00  10:00",
        ]
      ),
    ] as [(Int, [String])])
  func `intervals without laps are one part of the drawing`(dropped: Int, lines: [String]) throws {
    var summary = try Self.summary(of: "lead-in off\n2x(30s run @6:00/km, 30s walk @10:00/km)", [])
    summary.laps?.dropped = dropped
    summary.laps?.laps.removeFirst(dropped)
    #expect(Self.view(summary).lines(.plain, width: 40).suffix(lines.count) == lines[...])
  }

  @Test func `a workout that version 0.1 recorded has no laps`() {
    #expect(
      Self.view(Samples.summary).lines(.plain, width: 40) == [
        "Stopped \"30/30\"",
        "Started    Sat 21 Nov, 18:42",
        "Time       11:07 of 43:57, and 1:02 of",
        "           pauses",
        "Distance   1.18 of 5.00 km",
        "Pace       9:26/km",
        "Intervals  21",
        "Cues       20, at most 1.2 ms late, 2",
        "           missed",
        "",
        "no laps of this workout are recorded",
      ])
    #expect(
      Self.view(Samples.summary).lines(.plain, width: nil).last
        == "no laps of this workout are recorded")
  }

  @Test func `on a coloured terminal, kinds have their colours and planned values are faint`() throws {
    let lines = Self.view(try Self.hills()).lines(.coloured, width: 80)
    #expect(
      lines[lines.count - 9].hasPrefix(
        "  2  \u{1B}[1;38;5;209mrun     \u{1B}[0m  0:30  \u{1B}[38;5;145m0:30\u{1B}[0m  0.11  \u{1B}[38;5;145m0.08\u{1B}[0m"
      ))
  }

  @Test func `a workout with impossible laps is shown without its laps`() throws {
    var summary = try Self.summary(of: "lead-in off\n30s run @6:00/km, 30s walk @10:00/km", [])
    let changes: [(inout Report.Laps) -> Void] = [
      { $0.laps[0].endMs = -5000 }, { $0.laps[0].rounds = [-1] }, { $0.laps[1].interval = 99 },
      { $0.laps[0].interval = -1 }, { $0 = Report.Laps(dropped: 3, intervals: [], laps: []) },
    ]
    for change in changes {
      var laps = try #require(try Self.summary(of: "lead-in off\n30s run @6:00/km, 30s walk @10:00/km", []).laps)
      change(&laps)
      summary.laps = laps
      #expect(Self.view(summary).lines(.plain, width: nil).last == "no laps of this workout are recorded")
    }
  }

  @Test(arguments: seeds) func `the lines of any workout fit any width`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var rehearsal = Rehearsal(configuration: Settings(), environment: [:])
    let plan = Plan.random(using: &generator).notation
    var now = Instant(sinceOrigin: .zero)
    var events = rehearsal.start(
      try RequestedWorkout(text: plan, planName: nil, configuration: Settings()), at: now, on: Self.date)
    for _ in 0..<20 {
      now = now + .milliseconds(Int.random(in: 0...60_000, using: &generator))
      events += rehearsal.advance(to: now)
      guard rehearsal.isRunning else { break }
      events += try rehearsal.handle(.random(correcting: true, using: &generator), at: now)
    }
    if rehearsal.isRunning { events += try rehearsal.handle(.stop, at: now) }
    let view = Self.view(try #require(events.compactMap(\.summary).last))
    let width = Int.random(in: 40...200, using: &generator)
    for style in [Style.plain, .coloured] {
      for line in view.lines(style, width: width) { #expect(line.withoutSequences.columns <= width, "\(line)") }
    }
  }

  /// Saturday, 21 November 2026, 18:42:07 in Central Europe.
  private static let date = Date(timeIntervalSince1970: 1_795_282_927)

  private static func view(
    _ summary: Report.Summary, units: DisplayUnits = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)
  ) -> RecordedWorkoutView {
    let started = LocalTime(secondsSince1970: Int(date.timeIntervalSince1970), offset: 3600)
    return RecordedWorkoutView(summary, started: started, units: units, today: started.day)
  }

  /// Does a workout with commands at times in seconds, until it ends.
  private static func summary(of plan: String, _ commands: [(Int, Command)]) throws -> Report.Summary {
    var rehearsal = Rehearsal(configuration: Settings(), environment: [:])
    let request = try RequestedWorkout(text: plan, planName: nil, configuration: Settings())
    let start = Instant(sinceOrigin: .zero)
    var events = rehearsal.start(request, at: start, on: date)
    for (seconds, command) in commands { events += try rehearsal.handle(command, at: start + .seconds(seconds)) }
    events += rehearsal.advance(to: start + .seconds(3600))
    return try #require(events.compactMap(\.summary).last)
  }
}
