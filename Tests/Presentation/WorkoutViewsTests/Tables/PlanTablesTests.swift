import PlanNotation
import TerminalUI
import TestSupport
import Testing
import Text
import WorkoutModel
import WorkoutPresentation

@testable import WorkoutViews

@Suite struct OutlineTableTests {
  private static func lines(_ text: String, width: Int? = nil) throws -> [String] {
    let plan = try ReadPlan(text: text)
    let units = DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre)
    return OutlineTable(plan.workout, units: units).lines(.plain, width: width)
  }

  @Test func `repeats have guides, and empty columns are left out`() throws {
    #expect(
      try Self.lines("5m warmup, 3x(2x(400mtr run @5:00/km, 1m rest \"sit\"), open walk), forever 30s") == [
        "Plan               Time     km  min/km", "5m warmup          5:00      –       –",
        "3x                    –  2.40+    7:30", "├ 2x               6:00   0.80    7:30",
        "│ ├ 400mtr run     2:00   0.40    5:00", "│ └ 1m rest \"sit\"  1:00      –       –",
        "└ open walk        open      –       –", "forever               –      –       –",
        "└ 30s              0:30      –       –",
      ])
    #expect(
      try Self.lines("until 61s (20s run)") == [
        "Plan                  Time", "until 1m1s, 4 rounds  1:01", "└ 20s run             0:20",
      ])
  }

  @Test func `a long plan shows its first steps, outer repeats first`() throws {
    let step = "2x(1s run, 2s walk)"
    let long = try Self.lines(Array(repeating: step, count: 30).joined(separator: ", "))
    #expect(long.count == 41)
    #expect(
      long.prefix(5) == [
        "Plan         Time", "2x           0:06", "├ 1s run     0:01", "└ 2s walk    0:02", "2x           0:06",
      ])
    #expect(long.last == "2x, 2 steps  0:06")
    let longer = try Self.lines(Array(repeating: step, count: 3000).joined(separator: ", "))
    #expect(longer.count == 42)
    #expect(longer.last == "… and 2960 more")
    let deep = try Self.lines("9x(\((1...50).map { "\($0)s run" }.joined(separator: ", ")))")
    #expect(deep.count == 42)
    #expect(deep.suffix(2) == ["├ 39s run           0:39", "└ … and 11 more"])
    let single = try Self.lines(Array(repeating: "2x(2x(2x(2x(30s run))))", count: 39).joined(separator: ", "))
    #expect(single.count == 41, "\(single)")
    #expect(single[3].hasPrefix("2x, 1 step "), "\(single)")
    #expect(try Self.lines(Array(repeating: "1s", count: 41).joined(separator: ", ")).count == 42)
  }

  @Test func `narrow terminals omit the pace, then the distance, and cut other columns`() throws {
    let plan = "until 10km (30s run @5:00/km \"up the hill and down again\", 1m walk @9:00/km)"
    #expect(
      try Self.lines(plan, width: 40) == [
        "Plan                 Time     km  min/km", "until 10km, 48 …  1:10:53  10.00    7:05",
        "├ 30s run \"up t…     0:30   0.10    5:00", "└ 1m walk            1:00   0.11    9:00",
      ])
    #expect(try Self.lines(plan, width: 24).allSatisfy { $0.columns <= 24 })
  }
}

@Suite struct PlanTableTests {
  private static func lines(width: Int?) throws -> [String] {
    let plan = try ReadPlan(text: #"name "Long run, 30/30"\#npace run 6:00/km\#n30m run"#)
    let entries = [
      PlanTable.Entry(name: "long-run", .plan(plan)), PlanTable.Entry(name: "torn", .error("line 1: no")),
    ]
    let table = PlanTable(entries: entries, environment: [:])
    return table.lines(.plain, width: width)
  }

  /// Widths of a terminal, and the lines at each width.
  @Test(
    arguments: [
      (
        nil,
        [
          "Name       Time  Distance  Title", "long-run  30:00   5.00 km  Long run, 30/30",
          "torn      error            line 1: no",
        ]
      ),
      (
        41,
        [
          "Name       Time  Distance  Title", "long-run  30:00   5.00 km  Long run, 30/…",
          "torn      error            line 1: no",
        ]
      ),
      (30, ["Name       Time  Distance", "long-run  30:00   5.00 km", "torn      error"]),
      (20, ["Name       Time", "long-run  30:00", "torn      error"]),
    ] as [(Int?, [String])])
  func `a plan table fits the terminal`(width: Int?, lines: [String]) throws {
    #expect(try Self.lines(width: width) == lines)
  }

  @Test(
    arguments: [
      (
        80,
        [
          "Program  Progress         Title", "long     week 2 of 2  ▓▓", "six      1 week       ░   Title of six",
          "torn     error            line 1: no",
        ]
      ),
      (
        38,
        [
          "Program  Progress         Title", "long     week 2 of 2  ▓▓", "six      1 week       ░   Title of six",
          "torn     error            line 1: no",
        ]
      ),
      (32, ["Program  Progress", "long     week 2 of 2  ▓▓", "six      1 week       ░", "torn     error"]),
      (20, ["Program  Progress", "long     week 2 of 2", "six      1 week", "torn     error"]),
    ] as [(Int, [String])])
  func `programs have a table of their own below the plans`(width: Int, lines: [String]) throws {
    let new = try ReadProgram("name \"Title of six\"\nweek 1\nsession: 5m run", due: "w1d1", isBegun: false)
    let begun = try ReadProgram("week 1\nsession: 5m run\nweek 2\nsession: 5m run", due: "w2d1")
    let entries = [
      PlanTable.Entry(name: "long", isProgram: true, .program(begun)),
      PlanTable.Entry(name: "run", .plan(try ReadPlan(text: "30m run"))),
      PlanTable.Entry(name: "six", isProgram: true, .program(new)),
      PlanTable.Entry(name: "torn", isProgram: true, .error("line 1: no")),
    ]
    let shown = PlanTable(entries: entries, environment: [:]).lines(.plain, width: width)
    #expect(shown.dropFirst(3) == lines[...], "\(shown)")
    #expect(shown[1].hasPrefix("run   30:00"))
    #expect(shown[2] == "")
    let programs = PlanTable(entries: entries.filter(\.isProgram), environment: [:])
    #expect(programs.lines(.plain, width: width) == lines)
    #expect(PlanTable(entries: [], environment: [:]).lines(.plain, width: width) == [])
  }
}

@Suite struct ScheduleTests {
  @Test(arguments: UInt64(0)..<50)
  func `the intervals of a schedule add up to the plan`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let timeline = try Timeline(Plan.random(using: &generator))
    let schedule = Schedule(timeline, limit: .max)
    let last = try #require(schedule.entries.last)
    #expect(schedule.entries.count == timeline.totals.intervals)
    #expect(schedule.entries.map(\.number) == Array(1...schedule.entries.count))
    #expect((last.start ?? .zero) + (last.interval.duration ?? .zero) == timeline.totals.duration)
    #expect(!schedule.isTruncated)
    for entry in schedule.entries {
      let start = try #require(entry.start)
      #expect(timeline.position(at: start).map { timeline.rounds(at: $0.position) } == entry.rounds)
    }
  }

  @Test func `an endless plan is listed up to the limit`() throws {
    let schedule = Schedule(try Timeline(PlanFile("forever 30s").plan))
    #expect(schedule.entries.count == 10_000)
    #expect(schedule.entries.last?.start == .seconds(299_970))
    #expect(schedule.isTruncated)
  }

  @Test func `an interval after an open interval has no start time`() throws {
    let schedule = Schedule(try Timeline(PlanFile("30s, open, 30s").plan))
    #expect(schedule.entries.map(\.start) == [.zero, .seconds(30), nil])
  }
}

@Suite struct NotationScreenTests {
  @Test func `the screen of the notation leaves a line for the prompt`() {
    let lines = NotationScreen.lines(.plain)
    #expect(lines.count < 24)
    for line in lines { #expect(line.columns < 80, "\(line)") }
  }

  @Test(arguments: NotationScreen.examples.map(\.0) + ["60s walk @16:30/mi \"easy\""])
  func `every example is a plan`(example: String) throws {
    #expect(throws: Never.self) { try PlanFile(example).workout(over: Settings()) }
    #expect(NotationScreen.lines(.plain).contains { $0.contains(example) })
  }

  @Test func `the screen lists only words of the notation`() throws {
    let parts = Dictionary(uniqueKeysWithValues: NotationScreen.parts)
    #expect(parts["kind"]?.split(separator: " ").map(String.init) == Kind.allCases.map(\.rawValue))
    func values(_ part: String) -> [Substring] {
      // Four or more spaces separate the words from a note about them.
      (parts[part]?.split(separator: "    ").first ?? "").split(separator: " ")
    }
    for time in values("time") { #expect(throws: Never.self) { try PlanFile("\(time)") } }
    for distance in values("distance") {
      #expect(throws: Never.self) { try PlanFile("\(distance)") }
    }
    for pace in values("pace") { #expect(throws: Never.self) { try PlanFile("5km @\(pace)") } }
    #expect(values("time").count == 5)
    #expect(values("distance").count == 5)
    #expect(values("pace").count == 5)
  }

  @Test func `the screen lists only settings of plans`() throws {
    let line = try #require(NotationScreen.settings.split(separator: "\n").dropFirst().first)
    let settings = line.split(separator: "    ").map { $0.drop { $0 == " " } }.joined(separator: "\n")
    #expect(throws: Never.self) { try PlanFile(settings + "\n30s run") }
  }

  @Test func `the screen shows a valid training program`() throws {
    let lines = NotationScreen.program.split(separator: "\n").dropFirst()
    #expect(try ProgramFile(lines.joined(separator: "\n")).program.sessionIDs.count == 3)
  }
}

extension ReadPlan {
  /// Reads a typed plan.
  convenience init(text: String, settings: Settings = Settings()) throws {
    let file = try PlanFile(text)
    self.init(
      file: file, workout: try file.workout(over: settings), title: file.settings.name)
  }
}
