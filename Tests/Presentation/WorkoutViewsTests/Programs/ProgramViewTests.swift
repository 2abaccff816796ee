import Dates
import PlanNotation
import TerminalUI
import TestSupport
import Testing
import Text
import WorkoutModel
import WorkoutReports

@testable import WorkoutViews

/// Tests of the exact output of `show` and `program` for training programs.
@Suite struct ProgramViewTests {
  private static let text = """
    name "Six sessions"
    about "Three weeks."
    week 1
    2x session: 5m run
    week 2 "Longer"
    session: 10m run
    session "The long one": 20m run
    week 3
    2x session: 10m walk
    """

  @Test func `done, missed, next and later sessions have different characters, and one scale`() throws {
    let program = try ReadProgram(Self.text, done: ["w1d1", "w2d1"], missed: ["w1d2"], due: "w2d2")
    #expect(
      ProgramView(program).lines(.plain) == [
        "Six sessions",
        "Three weeks.",
        "",
        "Sessions  6 in 3 weeks",
        "Time      1:00:00",
        "Position  week 2 of 3, next: week 2, day 2",
        "Done      2 of 6 sessions, 1 missed",
        "",
        "w1d1–2  5m run",
        "w2d1    10m run",
        "w2d2    20m run",
        "w3d1–2  10m walk",
        "",
        "Week   Time  Sessions",
        "   1  10:00  ▓▓▓▓▓▓▓▓▓▓ ××××××××××",
        "   2  30:00  ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓ ▸░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  Longer",
        "   3  20:00  ░░░░░░░░░░░░░░░░░░░ ░░░░░░░░░░░░░░░░░░░",
        "",
        "▓ done   × missed   ▸ next   ░ to come",
      ])
  }

  @Test func `equal sessions that follow each other are listed once, and long plans are wrapped`() throws {
    let program = try ReadProgram(
      """
      week 1
      3x session: 5m warmup, 8x(60s run, 90s walk), 5m cooldown
      week 2
      session: 5m warmup, 8x(60s run, 90s walk), 5m cooldown
      session: 30m run
      """, due: "w1d1")
    #expect(
      ProgramView(program).lines(.plain, width: 40).dropFirst(7).prefix(4) == [
        "", "w1d1–w2d1  5m warmup, 8x(1m run, 1m30s", "           walk), 5m cooldown", "w2d2       30m run",
      ])
  }

  @Test func `a session is missed if it was started, and skipped if it was never started`() throws {
    let program = try ReadProgram(Self.text, done: ["w1d1"], missed: ["w1d2", "w3d1"], due: "w3d1")
    #expect(
      ProgramView(program).lines(.plain, width: 60).suffix(6) == [
        "Week   Time  Sessions",
        "   1  10:00  ▓▓▓▓▓▓ ××××××",
        "   2  30:00  ············· ·························  Longer",
        "   3  20:00  ▸░░░░░░░░░░░░ ░░░░░░░░░░░░░",
        "",
        "▓ done   × missed   · skipped   ▸ next   ░ to come",
      ])
    #expect(program.position.count(.missed) == 1)
    #expect(program.position.count(.skipped) == 2)
    #expect(program.position.state(of: SessionID(week: 3, day: 2)) == .toCome)
    // A session that is due is not missed, even if it was started.
    #expect(program.position.state(of: SessionID(week: 3, day: 1)) == .next)
  }

  /// Widths of a terminal, and the lines of the picture at each width.
  @Test(
    arguments: [
      (
        60,
        [
          "Week   Time  Sessions", "   1  10:00  ▓▓▓▓▓▓ ······",
          "   2  30:00  ▓▓▓▓▓▓▓▓▓▓▓▓▓ ▸░░░░░░░░░░░░░░░░░░░░░░░░  Longer",
          "   3  20:00  ░░░░░░░░░░░░░ ░░░░░░░░░░░░░", "", "▓ done   · skipped   ▸ next   ░ to come",
        ]
      ),
      (
        30,
        [
          "Week   Time  Sessions", "   1  10:00  ▓▓▓ ···", "   2  30:00  ▓▓▓▓▓ ▸░░░░░░░░░", "   3  20:00  ░░░░░ ░░░░░",
          "",
          "▓ done   · skipped   ▸ next", "░ to come",
        ]
      ),
      (
        16,
        [
          "Week  Sessions", "   1  ▓▓ ··", "   2  ▓▓▓ ▸░░░░░", "   3  ░░░ ░░░", "", "▓ done", "· skipped", "▸ next",
          "░ to come",
        ]
      ),
    ] as [(Int, [String])])
  func `a narrow picture has no labels, and a very narrow picture has no times`(width: Int, lines: [String]) throws {
    let program = try ReadProgram(Self.text, done: ["w1d1", "w2d1"], due: "w2d2")
    let shown = ProgramView(program).lines(.plain, width: width)
    #expect(shown.suffix(lines.count) == lines[...], "\(shown)")
  }

  @Test(arguments: 16...200) func `the picture fits the terminal, and colours do not change its text`(width: Int) throws
  {
    let program = try ReadProgram(Self.text, done: ["w1d1", "w2d1"], due: "w2d2")
    let plain = ProgramView(program).lines(.plain, width: width)
    #expect(plain.allSatisfy { $0.columns <= width }, "\(plain)")
    #expect(ProgramView(program).lines(.coloured, width: width).map(\.withoutSequences) == plain)
  }

  @Test func `each state has its own colour`() throws {
    let program = try ReadProgram(Self.text, done: ["w1d1", "w2d1"], due: "w2d2")
    let lines = ProgramView(program).lines(.coloured, width: 30)
    #expect(lines.contains("   1  10:00  \u{1B}[1;38;5;72m▓▓▓\u{1B}[0m \u{1B}[38;5;145m···\u{1B}[0m"), "\(lines)")
    #expect(lines.contains { $0.contains("\u{1B}[1m▸░░░░░░░░░\u{1B}[0m") }, "\(lines)")
  }

  @Test func `a program shows no week before its first session and after its last session`() throws {
    let new = ProgramView(try ReadProgram(Self.text, due: "w1d1", isBegun: false)).lines(.plain)
    #expect(new.contains("Position  not begun, next: week 1, day 1"))
    #expect(!new.contains { $0.hasPrefix("Done") })
    #expect(new.last == "▸ next   ░ to come")
    let all = ["w1d1", "w1d2", "w2d1", "w2d2", "w3d1", "w3d2", "w9d9"]
    let done = ProgramView(try ReadProgram(Self.text, done: all)).lines(.plain)
    #expect(done.contains("Position  done"))
    #expect(done.contains("Done      6 of 6 sessions"))
    #expect(done.last == "▓ done")
    // The last session was done, but not the sessions before it.
    let last = ProgramView(try ReadProgram(Self.text, done: ["w3d2"])).lines(.plain)
    #expect(last.contains("Done      1 of 6 sessions, 5 skipped"))
  }

  @Test func `a session without an end has a fixed width and a mark`() throws {
    let program = try ReadProgram(
      "week 1\nsession: open\nsession: forever 30s\nsession: 10m run\nweek 2\nsession: open", done: ["w1d1"],
      due: "w1d2")
    #expect(
      ProgramView(program).lines(.plain, width: 40).dropFirst(6) == [
        "Done      1 of 4 sessions",
        "",
        "w1d1  open",
        "w1d2  forever 30s",
        "w1d3  10m run",
        "w2d1  open",
        "",
        "Week  Time  Sessions",
        "   1  open  ▓▓▓▓… ▸░░░… ░░░░░░░░░░░░░░░░",
        "   2  open  ░░░░…",
        "",
        "▓ done   ▸ next   ░ to come",
        "… without an end",
      ])
    let open = try ReadProgram("week 1\n3x session: open", due: "w1d1", isBegun: false)
    #expect(ProgramView(open).lines(.plain, width: 40).contains("   1  open  ▸░░░… ░░░░… ░░░░…"))
  }

  @Test func `many sessions are drawn without gaps, and are cut if they do not fit`() throws {
    let program = try ReadProgram("week 1\n30x session: 5m run", done: ["w1d1"], due: "w1d3")
    let lines = ProgramView(program).lines(.plain, width: 50)
    #expect(lines.contains("   1  2:30:00  ▓·▸" + String(repeating: "░", count: 27)), "\(lines)")
    let more = ProgramView(try ReadProgram("week 1\n1000x session: 5m run", due: "w1d1")).lines(.plain, width: 50)
    #expect(more.contains { $0.hasSuffix("░…") && $0.columns == 50 }, "\(more)")
  }

  @Test(arguments: seeds) func `bars are to scale, and fit the terminal`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let weeks = (0..<Int.random(in: 1...10, using: &random)).map { _ in
      (0..<Int.random(in: 1...7, using: &random)).map { _ -> Duration? in
        random.oneIn(8) ? nil : .seconds(Int.random(in: 0...10_000, using: &random))
      }
    }
    let columns = Int.random(in: 14...120, using: &random)
    let scale = SessionScale(weeks, columns: columns)
    let longest = weeks.joined().compactMap(\.self).max() ?? .zero
    for week in weeks {
      #expect(week.reduce(week.count - 1) { $0 + scale.columns(of: $1) } <= scale.width)
      for duration in week.compactMap(\.self) where longest > .zero {
        let exact = duration / longest * Double(scale.columns(of: longest))
        #expect(abs(exact - Double(scale.columns(of: duration))) <= 1)
      }
    }
    #expect(scale.width <= columns)
  }

  @Test(
    arguments: [
      (9, nil, false, "done", "▓▓▓▓▓▓▓▓▓"), (9, "w1d1", false, "9 weeks", "░░░░░░░░░"),
      (9, "w1d1", true, "week 1 of 9", "▓░░░░░░░░"), (9, "w3d1", true, "week 3 of 9", "▓▓▓░░░░░░"),
      (1, "w1d1", false, "1 week", "░"), (20, "w20d1", true, "week 20 of 20", "▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓"),
      (40, "w1d1", true, "week 1 of 40", "▓░░░░░░░░░░░░░░░░░░░"),
      (40, "w3d1", true, "week 3 of 40", "▓▓░░░░░░░░░░░░░░░░░░"),
      (40, "w40d1", true, "week 40 of 40", "▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓"),
    ] as [(Int, String?, Bool, String, String)])
  func `a position is a week and a bar of at most twenty characters`(
    weeks: Int, due: String?, isBegun: Bool, words: String, bar: String
  ) throws {
    let text = (1...weeks).map { "week \($0)\nsession: 5m run\n" }.joined()
    let position = try ReadProgram(text, due: due, isBegun: isBegun).position
    #expect(position.weekWords == words)
    #expect(position.bar == bar)
  }

  @Test func `the position shows the last session and the session that is due`() throws {
    let program = try ReadProgram(Self.text, done: ["w1d1", "w2d1"], due: "w2d2")
    let last = RecordedWorkout(
      id: "a", started: LocalTime(secondsSince1970: 1_795_285_800, offset: 0), elapsed: .seconds(60),
      distance: .unknown,
      session: .init(program: "six", id: SessionID(week: 2, day: 1), isDone: false))
    let view = ProgramPositionView(program, last: last, today: CalendarDay(number: 20_785))
    #expect(
      view.lines(.plain) == [
        "Six sessions",
        "Position  week 2 of 3  ▓▓░",
        "Done      2 of 6 sessions, 1 skipped",
        "Last      week 2, day 1 on Sat 21 Nov, 18:30 (not done)",
        "Next      week 2, day 2 of 2: The long one",
        "Plan      20m run",
        "Time      20:00",
      ])
    let moved = try ReadProgram(Self.text, due: "w2d2", isMoved: true)
    #expect(
      ProgramPositionView(moved, last: nil, today: CalendarDay(number: 20_785)).lines(.plain)
        .contains("Next      week 2, day 2 of 2 (moved): The long one"))
    let done = ProgramPositionView(try ReadProgram(Self.text), last: nil, today: CalendarDay(number: 20_785))
    #expect(
      done.lines(.plain, width: 40) == ["Six sessions", "Position  done  ▓▓▓", "Done      0 of 6 sessions, 6 skipped"])
    let new = ProgramPositionView(
      try ReadProgram("week 1\nsession: forever 30s", due: "w1d1", isBegun: false), last: nil,
      today: CalendarDay(number: 20_785))
    #expect(
      new.lines(.plain) == [
        "six", "Position  not begun  ░", "Next      week 1, day 1 of 1", "Plan      forever 30s",
        "Time      until you stop it",
      ])
  }
}

extension ReadProgram {
  /// Reads the text of a program named `six`; sessions are written as IDs, and `due` is nil if the program is done.
  ///
  /// The sessions of `missed` were started, but are not done.
  convenience init(
    _ text: String, done: [String] = [], missed: [String] = [], due: String? = nil, isBegun: Bool = true,
    isMoved: Bool = false
  ) throws {
    let recorded = (done + missed).enumerated().compactMap { index, id in
      SessionID(id).map { RecordedWorkout.Session(program: "six", id: $0, isDone: index < done.count) }
    }
    let file = try ProgramFile(text)
    self.init(
      name: "six", file: file, workouts: try file.workouts(over: Settings()),
      position: ProgramPosition(
        file.program, recorded: recorded, due: due.flatMap(SessionID.init), isBegun: isBegun,
        isMoved: isMoved))
  }
}
