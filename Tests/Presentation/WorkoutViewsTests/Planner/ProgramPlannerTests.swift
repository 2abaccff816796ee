import PlanNotation
import TerminalUI
import TestSupport
import TestTraits
import Testing
import Text
import WorkoutModel

@testable import WorkoutViews

/// Tests of the planner that writes a training program.
@Suite(.hangLimit) struct ProgramPlannerTests {
  /// The keys of a text, in which `⏎` is Enter, `⎋` Esc, `⇥` Tab, `⌫` Backspace and `␄` Ctrl-D.
  static func keys(_ text: String) -> [Key] {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "⏎": .enter
      case "⎋": .escape
      case "⌫": .backspace
      case "⇥": .tab
      case "␄": .endOfInput
      default: .character(scalar)
      }
    }
  }

  static func planner(
    _ keys: String = "", from text: String? = nil, name: String? = nil, choices: Planner.Choices = .init()
  ) throws -> Planner {
    let program = try text.map { try #require(ProgramDraft($0, settings: Settings())) }
    var planner = Planner(
      program: program ?? ProgramDraft(), name: try name.map { try PlanName($0) }, settings: Settings(),
      choices: choices)
    #expect(planner.handle(Self.keys(keys)) == nil)
    return planner
  }

  @Test(
    arguments: [
      ("30m run⏎", "week 1\nsession: 30m run\n"),
      ("30m run⏎40m run⏎", "week 1\nsession: 30m run\nsession: 40m run\n"),
      ("30m run⏎⏎40m run⏎", "week 1\nsession: 30m run\n\nweek 2\nsession: 40m run\n"),
      ("⏎30m run⏎⏎⎋⏎", "week 1\nsession: 30m run\n"),
      ("3x session: 30m run⏎", "week 1\n3x session: 30m run\n"),
      ("3 X SESSION \"a: b\" :30m run⏎", "week 1\n3 X SESSION \"a: b\" :30m run\n"),
      ("2x(1m run⏎", "week 1\nsession: 2x(1m run)\n"), ("  30m run # easy ⏎", "week 1\nsession: 30m run # easy\n"),
      ("1m run session: 90s⏎", "week 1\nsession: 1m run\nsession: 90s\n"),
      (
        "3x session: 1m 2 x session \"week 9\": 2m week 2 \"A\"⏎3m # week 3⏎",
        "week 1\n3x session: 1m\n2 x session \"week 9\": 2m\n\nweek 2 \"A\"\nsession: 3m # week 3\n"
      ),
      (
        "1m \"week 2\" week 2⏎2m session: 3m⏎⌫ run⏎",
        "week 1\nsession: 1m \"week 2\"\n\nweek 2\nsession: 2m\nsession: 3m run\n"
      ),
      (
        "name \"C\"⏎pace run 6:00/km⏎1km run⏎",
        "name \"C\"\npace run 6:00/km\n\nweek 1\nsession: 1km run\n"
      ),
      ("week 1 \"Easy\"⏎1m⏎week 2⏎2m⏎", "week 1 \"Easy\"\nsession: 1m\n\nweek 2\nsession: 2m\n"),
      ("1m⏎⏎week 2 \"Hard\"⏎2m⏎", "week 1\nsession: 1m\n\nweek 2 \"Hard\"\nsession: 2m\n"),
      ("1m⏎⏎2m⏎⌫, 3m⏎", "week 1\nsession: 1m\n\nweek 2\nsession: 2m, 3m\n"),
      ("1m⏎⏎2m⏎⌫⌫⌫⌫3m⏎", "week 1\nsession: 1m\nsession: 3m\n"),
      ("1m⏎⏎⌫⌫⏎", "week 1\nsession: 1m\n"), ("3x session: 1m⏎⌫ run⏎", "week 1\n3x session: 1m run\n"),
      ("name \"C\"⏎⌫⌫⌫D\"⏎1m⏎", "name \"D\"\n\nweek 1\nsession: 1m\n"),
    ])
  func `a line becomes a session, and an empty line begins the next week`(keys: String, text: String) throws {
    let planner = try Self.planner(keys)
    #expect(planner.program?.text == text)
    #expect(throws: Never.self) { try ProgramFile(text) }
    #expect(planner.line.isEmpty)
  }

  @Test(
    arguments: [
      ("30s rum⏎", "found 'rum', expected a kind such as run, '@', ',' or the end of the line", 4),
      ("session 30m⏎", "found '30m', expected a label in quotes or ':'", 8),
      ("1km run⏎", "the run has a distance but no pace, so its duration is unknown", 0),
      ("week 2⏎", "found week 2, expected week 1", 5),
      ("1m week 3⏎", "found week 3, expected week 2", 8),
      ("1m session: 30s rum⏎", "found 'rum', expected a kind such as run, '@', ',' or the end of the line", 16),
      ("2x(1m session: 2m⏎", "found 'session', expected ',' or ')'", 6),
      ("1m, session: 2m⏎", "nothing follows this comma", 2),
      ("week 1 session: 1m⏎", "found 'session', expected a label in quotes or the end of the line", 7),
      ("notify off⏎", "'notify' cannot be set in a plan: only intervald.conf controls the desktop", 0),
      ("1m⏎pace run 6:00/km⏎", "settings come before the first session", 0),
      ("9999x session: 1m⏎", "the program has more than 1000 sessions", 0),
      ("999x session: 1m⏎2x session: 1m⏎", "the program would have more than 1000 sessions", 0),
    ])
  func `a line with a mistake is not added, and Enter moves the cursor to the mistake`(
    keys: String, message: String, character: Int
  ) throws {
    let planner = try Self.planner(keys)
    guard case .mistake(let mistake) = planner.draft else { return #expect(Bool(false), "no mistake") }
    #expect(mistake.message == message)
    #expect(mistake.character == character)
    #expect(planner.line.cursor == character)
    #expect(!planner.line.isEmpty)
  }

  @Test func `a program of more than 64 KiB is refused`() throws {
    let line = "1m \"\(String(repeating: "x", count: 190))\"⏎"
    let planner = try Self.planner(String(repeating: line, count: 320))
    guard case .mistake(let mistake) = planner.draft else { return #expect(Bool(false), "no mistake") }
    #expect(mistake.message == "the program would be longer than 64 KiB")
    #expect(throws: Never.self) { try ProgramFile(planner.program?.text ?? "") }
  }

  @Test(
    arguments: [
      ("1m⏎⏎⏎couch⏎n⏎", "couch", false, false), ("1m⏎␄couch⏎y⏎", "couch", false, true),
      ("1m⏎⏎⏎⏎couch⏎⏎", "couch", false, false), ("1m⏎␄5k⏎⎋⏎⏎⌫⌫up⏎⏎", "up", false, false),
      ("1m⏎␄old⏎y⏎⏎", "old", true, false),
    ])
  func `after the last session, the program is named and its first session started`(
    keys: String, name: String, overwrites: Bool, starts: Bool
  ) throws {
    var planner = try Self.planner(choices: .init { $0.text == "old" })
    let ending = planner.handle(Self.keys(keys))
    #expect(
      ending
        == .done(
          .init(
            header: "week 1\nsession: 1m\n", line: "", name: try PlanName(name), overwrites: overwrites,
            starts: starts)))
  }

  @Test func `the last question names the session that is due, and is left out if all sessions are done`() throws {
    let choices = Planner.Choices(dueSession: { name, text in
      text == "week 1\nsession: 1m\n" && name.text == "couch" ? SessionID(week: 3, day: 2) : nil
    })
    var planner = try Self.planner("1m⏎␄couch⏎", choices: choices)
    #expect(PlannerQuestion(planner, width: 80)?.prompt == "Start week 3, day 2 now? y/N ")
    #expect(PlannerQuestion(planner, width: 20)?.prompt == "Start it now? y/N ")
    #expect(planner.handle([.escape]) == nil)
    let ending = planner.handle(Self.keys("2m⏎␄⏎"))
    guard case .done(let decision) = ending else { return #expect(Bool(false), "the planner has not ended") }
    #expect(!decision.starts)
    #expect(decision.name?.text == "couch")
  }

  @Test func `a program requires a name that no plan has`() throws {
    let problem = Planner.NameProblem(message: "taken", hint: "choose another name")
    var planner = try Self.planner("1m⏎␄⏎", choices: .init(conflict: { $0.text == "hills" ? problem : nil }))
    #expect(
      planner.stage
        == .naming(.init(message: "the program name is empty", hint: "a name is a word such as long-run")))
    #expect(planner.handle(Self.keys("hills⏎")) == nil)
    #expect(planner.stage == .naming(problem))
    #expect(planner.handle(Self.keys("s⏎")) == nil)
    #expect(planner.stage == .starting(try PlanName("hillss"), overwrites: false))
  }

  @Test func `Ctrl-D leaves the planner only if no session is written`() throws {
    var planner = try Self.planner()
    #expect(planner.handle([.endOfInput]) == .left)
    planner = try Self.planner("1m")
    #expect(planner.handle([.endOfInput]) == nil)
    #expect(planner.stage == .writing)
    #expect(planner.handle([.enter, .endOfInput]) == nil)
    #expect(planner.stage == .naming(nil))
  }

  private static let couch = """
    # Source: a friend
    name "Couch"
    pace run 6:00/km

    week 1
    3x session: 5m warmup, 2x(
      1km run # fast
      90s walk
    )

    week 2 "Hard"
    session "Long": 5m warmup
      10m run

    """

  @Test func `an existing program is continued after its last session, with its settings`() throws {
    let planner = try Self.planner("1km run⏎", from: Self.couch, name: "couch")
    #expect(planner.isChange)
    #expect(planner.program?.hasLostComments == true)
    #expect(
      planner.program?.text == """
        # Source: a friend
        name "Couch"
        pace run 6:00/km

        week 1
        3x session: 5m warmup, 2x(1km run, 90s walk)

        week 2 "Hard"
        session "Long": 5m warmup, 10m run
        session: 1km run

        """)
    #expect(planner.program?.nextSession == SessionID(week: 2, day: 3))
  }

  @Test func `a program whose weeks and sessions begin in the middle of a line is continued`() throws {
    let text =
      "week 1 # week 7\nsession: 1m session \"a: week 8\": 2m \"3x session\" week 2 \"B\"\n3x session: 2x(\n 1m) session: 3m"
    let draft = try #require(ProgramDraft(text, settings: Settings()))
    #expect(
      draft.text == """
        week 1
        session: 1m
        session "a: week 8": 2m "3x session"

        week 2 "B"
        3x session: 2x(1m)
        session: 3m

        """)
  }

  @Test(arguments: 0..<100)
  func `a program on as few lines as possible can be continued`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let program = TrainingProgram.random(using: &generator)
    let text = program.notation.replacing(/\n([0-9]+x )?session/) { " \($0.1 ?? "")session" }
      .replacing("\n\nweek", with: " week")
      .replacing(/week ([0-9]+)((?: "(?:[^"\\]|\\.)*")?) ((?:[0-9]+x )?session)/) {
        "week \($0.1)\($0.2)\n\($0.3)"
      }
    #expect(try ProgramFile(text).program == program)
    #expect(try #require(ProgramDraft(text, settings: Settings())).text == program.notation)
  }

  @Test func `a program with a mistake is not continued`() {
    for text in ["", "30s", "week 1\nsession: 1km run\n", "week 1\nsession: 30s rum"] {
      #expect(ProgramDraft(text, settings: Settings()) == nil)
    }
  }

  @Test(arguments: 0..<100)
  func `every program can be continued`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let program = TrainingProgram.random(using: &generator)
    let draft = try #require(ProgramDraft(program.notation, settings: Settings()))
    #expect(try ProgramFile(draft.text).program == program)
    #expect(draft.text == program.notation)
    #expect(draft.sessionCount == program.sessionIDs.count)
  }

  @Test(
    arguments: [
      (couch, "couch"),
      ("30m run\n\n40m run # long\n", "week 1\nsession: 30m run\nsession: 40m run\n"),
      ("2x session: 5m\n 1m\nsession: 2m\n", "week 1\n2x session: 5m, 1m\nsession: 2m\n"),
      (
        "session: 2x(\n1m\n) week 2\nsession: 2m session:\n3m",
        "week 1\nsession: 2x(1m)\n\nweek 2\nsession: 2m\nsession: 3m\n"
      ),
    ])
  func `the lines of a pasted text become sessions`(text: String, result: String) throws {
    var planner = try Self.planner()
    #expect(planner.handle([.pasted(text)]) == nil)
    #expect(planner.line.isEmpty)
    let expected = result == "couch" ? ProgramDraft(Self.couch, settings: Settings())?.text : result
    // A comment in a pasted text is left out.
    #expect(planner.program?.text == expected?.replacing("# Source: a friend\n", with: ""))
  }

  @Test func `the longest program can be pasted and continued`() throws {
    let text = (1...250).map { "week \($0)\n" + String(repeating: "session: 30m run, 1m walk\n", count: 4) }.joined()
    var planner = try Self.planner()
    #expect(planner.handle([.pasted(text)]) == nil)
    #expect(planner.program?.sessionCount == TrainingProgram.maxSessions)
    #expect(planner.handle(Self.keys("1m run")) == nil)
    guard case .mistake(let mistake) = planner.draft else { return #expect(Bool(false), "no mistake") }
    #expect(mistake.message == "the program would have more than 1000 sessions")
  }

  @Test func `a pasted text with a mistake stays on the line`() throws {
    var planner = try Self.planner("1m⏎")
    #expect(planner.handle([.pasted("2m\n30s rum\n")]) == nil)
    #expect(planner.line.text == "2m, 30s rum")
    #expect(planner.program?.text == "week 1\nsession: 1m\n")
    // A plan of several lines is one session.
    planner = try Self.planner()
    #expect(planner.handle([.pasted("5m warmup\n2x(\n1m run\n)\n")] + Self.keys("⏎")) == nil)
    #expect(planner.program?.text == "week 1\nsession: 5m warmup, 2x(1m run)\n")
  }

  @Test func `Tab completes the words of a program, and inserts the steps of a plan without its settings`() throws {
    let choices = Planner.Choices(
      planNames: { ["tabata"] }, programNames: { ["ten"] }, plan: { _ in .init("name \"T\"\n\n20s work\n10s rest\n") })
    #expect(try Self.planner("3x se⇥", choices: choices).line.text == "3x session")
    let planner = try Self.planner("tab⇥⇥⏎", choices: choices)
    #expect(planner.program?.text == "week 1\nsession: 20s work, 10s rest\n")
    #expect(try Self.planner("1m⏎␄t⇥", choices: choices).name.text == "ten")
  }

  @Test func `after a signal, the written text is a program`() throws {
    #expect(try Self.planner().writtenText == "")
    #expect(try Self.planner("name \"C\"⏎").writtenText == "name \"C\"\n")
    #expect(try Self.planner("1m⏎⏎").writtenText == "week 1\nsession: 1m\n")
    #expect(try Self.planner("1m⏎2x(2m").writtenText == "week 1\nsession: 1m\nsession: 2x(2m)\n")
    #expect(try Self.planner("1m⏎2m rum").writtenText == "week 1\nsession: 1m\n# 2m rum")
  }

  @Test(arguments: seeds.prefix(150))
  func `after any keys, the text of the program is valid, and the lines and the cursor fit the terminal`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    var planner = Planner(
      program: ProgramDraft(), settings: Settings(), choices: .init(isTaken: { $0.text.count % 2 == 0 }))
    for _ in 0..<80 {
      let ending = planner.handle([.randomInProgram(using: &generator)])
      if case .done(let decision)? = ending {
        #expect(throws: Never.self) { try ProgramFile(decision.header + decision.line) }
        #expect(decision.name != nil)
        return
      }
      let program = try #require(planner.program)
      if program.hasSessions {
        let file = try ProgramFile(program.text)
        #expect(file.program.sessionIDs.count == program.sessionCount)
        _ = try ProgramFile(planner.writtenText)
      }
      let size = TerminalSize(
        columns: .random(in: 20...120, using: &generator), rows: .random(in: 6...40, using: &generator))
      let setting = PlannerScreenTests.setting(size.columns, size.rows, generator.oneIn(2) ? .plain : .coloured)
      let screen = PlannerScreen(planner, setting)
      #expect(screen.lines.count <= size.rows)
      #expect(screen.lines.indices.contains(screen.cursor.row))
      #expect((0..<size.columns).contains(screen.cursor.column))
      for line in screen.lines { #expect(line.withoutSequences.columns <= size.columns) }
    }
  }
}

extension Key {
  /// Returns a random key; lines of a program are more frequent than for a plan.
  fileprivate static func randomInProgram(using generator: inout SplitMix64) -> Key {
    guard generator.oneIn(2) else { return .random(using: &generator) }
    let lines = [
      "30m run", "3x session: 1m run, 90s walk", "session \"Lang: läuft\": 2x(1m", "week 2 \"Hard\"", "name \"C\"",
      "pace run 6:00/km", "1km run", "500x session: 1m", "week 1\nsession: 1m\nweek 2\nsession: 2m", "1m\n2m # easy\n",
      "session: 1m session: 2m", "# 1m",
    ]
    return [.enter, .enter, .backspace, .deleteToStart, .pasted(lines.randomElement(using: &generator) ?? "")]
      .randomElement(using: &generator) ?? .enter
  }
}
