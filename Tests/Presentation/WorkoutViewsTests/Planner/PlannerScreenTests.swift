import Dates
import PlanNotation
import TerminalUI
import TestSupport
import TestTraits
import Testing
import Text
import WorkoutModel

@testable import WorkoutViews

@Suite(.hangLimit) struct PlannerScreenTests {
  static func setting(_ columns: Int, _ rows: Int, _ style: Style = .plain) -> PlannerScreen.Setting {
    PlannerScreen.Setting(
      units: { _ in DisplayUnits(distance: .kilometres, pace: .minutesPerKilometre) },
      size: TerminalSize(columns: columns, rows: rows), style: style, clock: { _ in TimeOfDay(hour: 18, minute: 42) })
  }

  private static func planner(_ text: String, _ keys: [Key] = []) -> Planner {
    var planner = Planner(text: text, settings: Settings())
    _ = planner.handle(keys)
    return planner
  }

  private static let long = "until 5km (30s run @11:30/mi, 40s walk @16:30/mi)"

  @Test func `the totals and the pattern of a plan are shown below it`() {
    let screen = PlannerScreen(Self.planner(Self.long), Self.setting(80, 24))
    #expect(
      screen.lines == [
        "New plan", "› until 5km (30s run @11:30/mi, 40s walk @16:30/mi)", "",
        "  43:12   5.00 km   8:38/km   ends about 18:42   75 intervals",
        "  " + String(repeating: "███▃▃▃▃", count: 11), "  " + String(repeating: "█", count: 77) + "…",
        "  first 12:50 of 43:12", "", "", "Enter save or start   ↑↓ change the number   Tab complete   Ctrl-C leave",
      ])
    #expect(screen.cursor == .init(row: 1, column: 51))
  }

  @Test func `a screen fits forty columns and ten lines`() {
    let screen = PlannerScreen(Self.planner(Self.long), Self.setting(40, 10))
    #expect(
      screen.lines == [
        "New plan", "› …s run @11:30/mi, 40s walk @16:30/mi)", "", "  43:12   5.00 km   8:38/km",
        "  ends about 18:42   75 intervals", "  " + String(repeating: "███▃▃▃▃", count: 5),
        "  ███████████████████████████████████…", "  first 5:50 of 43:12", "", "Enter save/start  ↑↓ change the number",
      ])
    #expect(screen.cursor == .init(row: 1, column: 39))
  }

  @Test func `an error is shown with a caret, a message and a hint`() {
    let screen = PlannerScreen(Self.planner("30s \"走る\" rum, 30s"), Self.setting(40, 10))
    #expect(
      screen.lines == [
        "New plan", "› 30s \"走る\" rum, 30s", "             ^",
        "  found 'rum', expected ',' or the end", "  of the line", "  did you mean 'run'?", "", "", "",
        "Enter save/start  ↑↓ change the number",
      ])
    #expect(screen.cursor == .init(row: 1, column: 21))
  }

  @Test func `an unfinished word is not marked as an error`() {
    let setting = Self.setting(80, 24, .coloured)
    for text in ["30s r", "30s run,", "4x(", "4x(30s run, 30", "1m @11:3", "30s run @"] {
      let screen = PlannerScreen(Self.planner(text), setting)
      #expect(screen.lines[2].contains("\u{1B}[38;5;145m^"), "\(text)")
    }
    for text in ["30s rum, 30s", "30 s 30 s 30s", "4y(30s)"] {
      let screen = PlannerScreen(Self.planner(text), setting)
      #expect(screen.lines[2].contains("\u{1B}[1;38;5;203m^"), "\(text)")
    }
    let tried = PlannerScreen(Self.planner("30s rum", [.enter]), setting)
    #expect(tried.lines[2].contains("\u{1B}[1;38;5;203m^"))
  }

  @Test func `while the line has a mistake, the last valid plan stays in the same rows in faint letters`() {
    let setting = Self.setting(80, 24, .coloured)
    var planner = Self.planner("30s run, 30s walk")
    let valid = PlannerScreen(planner, setting)
    _ = planner.handle([.character(","), .character(" "), .character("r")])
    let mistaken = PlannerScreen(planner, setting)
    #expect(mistaken.lines[2].withoutSequences == "                     ^")
    for row in 3...5 {
      #expect(
        mistaken.lines[row] == "  "
          + Style.coloured.text(String(valid.lines[row].withoutSequences.dropFirst(2)), .faint))
    }
    #expect(mistaken.lines[6].withoutSequences.hasPrefix("  found 'r'"))
    #expect(mistaken.lines.count == valid.lines.count)
    _ = planner.handle([.deleteToStart, .character("r")])
    #expect(!PlannerScreen(planner, setting).lines.joined().contains("1:00"))
  }

  @Test func `without colours, a title distinguishes the last valid plan from the present line`() {
    let screen = PlannerScreen(Self.planner("30s run", [.character(",")]), Self.setting(80, 24))
    #expect(screen.lines[2...4] == ["         ^", "  Last valid plan:", "  0:30   ends about 18:42   1 interval"])
  }

  @Test func `on a small terminal, the message takes precedence over the drawing of the last valid plan`() {
    let screen = PlannerScreen(Self.planner("30s run", [.character(","), .character("x")]), Self.setting(40, 8))
    #expect(screen.lines.count == 8)
    #expect(screen.lines[2] == "          ^")
    #expect(screen.lines.contains { $0.hasPrefix("  found 'x'") })
  }

  @Test func `an open parenthesis counts as closed, and the missing one is shown in faint letters`() {
    let text = "2x(30s run, 3x(10s run, 10s walk"
    let setting = Self.setting(80, 24, .coloured)
    let open = PlannerScreen(Self.planner(text), setting)
    let closed = PlannerScreen(Self.planner(text + "))"), setting)
    #expect(open.lines[1].hasSuffix(text + Style.coloured.text("))", .faint)))
    #expect(open.lines[2...] == closed.lines[2...])
    #expect(!PlannerScreen(Self.planner(text), Self.setting(80, 24)).lines[1].contains(")"))
    let paceless = PlannerScreen(Self.planner("4x(400mtr run"), setting)
    #expect(paceless.lines[2].withoutSequences == "     ^")
    #expect(!paceless.lines[3].contains("')'"))
  }

  @Test(arguments: [(40, 2), (80, 3)])
  func `an empty line has examples, each of which is a plan and fits one line`(columns: Int, count: Int) throws {
    let screen = PlannerScreen(Self.planner(""), Self.setting(columns, 10))
    #expect(screen.lines[2] == "  Write a plan, such as:")
    #expect(screen.lines[3 + count] == "  All of it: intervalctl notation")
    #expect(screen.cursor == .init(row: 1, column: 2))
    for line in screen.lines[3..<3 + count] { _ = try PlanFile(line).workout(over: Settings()) }
  }

  @Test(
    arguments: [
      (nil, "", nil, 40, "New plan"), ("race", "", nil, 40, "New plan race"),
      ("race", "30s", .own, 40, "Change plan race"),
      ("race", "", .own, 80, "New plan race  overwrites the existing one"),
      ("race", "", .own, 40, "New plan race  overwrites another"),
      ("race", "", .installed, 40, "New plan race  hides the installed one"),
      ("race", "30s", .installed, 80, "Change plan race  hides the installed one"),
      ("a-quite-long-run-on-a-sunday", "", .own, 40, "New plan a-quite-long-run-o…  overwrites"),
      ("a-quite-long-run-on-a-sunday", "30s", .own, 38, "Change plan a-quite-long-run-on-a-sun…"),
      ("a-quite-long-run-on-a-sunday", "30s", .installed, 20, "Chan…  hides another"),
    ] as [(String?, String, Planner.Predecessor?, Int, String)])
  func `the title names the plan that saving replaces`(
    name: String?, text: String, predecessor: Planner.Predecessor?, columns: Int, title: String
  ) throws {
    let planner = Planner(
      text: text, name: try name.map { try PlanName($0) }, settings: Settings(),
      choices: .init(predecessor: { _ in predecessor }))
    #expect(PlannerScreen(planner, Self.setting(columns, 10)).lines[0] == title)
    let aside = title.split(separator: "  ").dropFirst().first
    #expect(
      aside.map { PlannerTitle(planner, width: columns).line(.coloured).hasSuffix("\u{1B}[38;5;145m\($0)\u{1B}[0m") }
        ?? true)
  }

  @Test(
    arguments: [
      ("1m run @6:00/km, 1m cooldown", ["a part of the distance is unknown: the", "cooldown has no pace"]),
      ("3x(1m @6:00/km, 1m, 2m)", ["a part of the distance is unknown: an", "interval has no pace"]),
      (
        "1m, 5m warmup, 2x(1m run @6:00/km, 1m walk, 2m walk)",
        ["a part of the distance is unknown: the", "warmup, the walk and an interval have no", "pace"]
      ),
      ("1m run, 1m walk", []), ("1m run @6:00/km, 1m walk @9:00/km", []),
      // In these plans, a part of the distance would be unknown even if every interval had a pace.
      ("1m run @6:00/km, open walk", []), ("1m run @6:00/km, 1m walk, open walk", []),
      ("forever (1m run @6:00/km, 1m walk)", []),
    ] as [(String, [String])])
  func `a note lists the intervals whose missing paces make the distance partial`(text: String, note: [String]) {
    let lines = PlannerScreen(Self.planner(text), Self.setting(42, 20)).lines
    let first = lines.firstIndex { $0.hasPrefix("  a part of the distance") }
    #expect((first.map { lines[$0...].prefix(note.count).map { String($0.dropFirst(2)) } } ?? []).starts(with: note))
    #expect((first == nil) == note.isEmpty)
  }

  @Test(arguments: ["name \"Hills\", pace run 6:00/km, 5m warmup", "  PACE run 6:00/km", "lead-in 10s, 30s", "say"])
  func `settings on the planner's line are refused with a hint`(text: String) {
    let lines = PlannerScreen(Self.planner(text, [.enter]), Self.setting(40, 12)).lines
    #expect(
      lines[2...5] == [
        "  " + text.prefix { $0 == " " } + "^", "  settings do not fit on this line",
        "  intervalctl new NAME < FILE takes a", "  plan with settings",
      ])
  }

  @Test func `a setting of the configuration is refused with its own error`() {
    let lines = PlannerScreen(Self.planner("notify off, 30s"), Self.setting(80, 12)).lines
    #expect(lines[3].hasPrefix("  'notify' cannot be set in a plan: "))
  }

  @Test(
    arguments: [
      ([.enter], "Save as: ", "Enter: continue without saving   Esc: back", 9),
      ([.enter, .character("x")], "Save as: x", "Enter: continue   Esc: back", 10),
      ([.enter, .enter], "Start it now? y/N ", "The plan is not saved.   Esc: back", 18),
      ([.enter, .character("x"), .enter], "Start it now? y/N ", "Either way the plan is saved.   Esc: back", 18),
      ([.enter, .enter, .character("y")], "Start it now? y/N y", "Enter: start it   Esc: back", 19),
      ([.enter, .enter, .character("n")], "Start it now? y/N n", "The plan is not saved.   Esc: back", 19),
    ] as [([Key], String, String, Int)])
  func `a question replaces the list of keys`(keys: [Key], question: String, note: String, column: Int) {
    let screen = PlannerScreen(Self.planner(Self.long, keys), Self.setting(80, 24))
    #expect(screen.lines.suffix(2) == [question, note])
    #expect(screen.cursor == .init(row: 9, column: column))
  }

  @Test(arguments: seeds.prefix(80)) func `the lines and the cursor fit the terminal`(
    seed: UInt64
  ) {
    var generator = SplitMix64(seed: seed)
    var planner = Planner(settings: Settings(), choices: .init(isTaken: { $0.text.count % 2 == 0 }))
    for _ in 0..<50 {
      _ = planner.handle([.random(using: &generator)])
      let setting = Self.setting(
        .random(in: 40...200, using: &generator), .random(in: 6...40, using: &generator),
        generator.oneIn(2) ? .plain : .coloured)
      let screen = PlannerScreen(planner, setting)
      #expect(screen.lines.count <= setting.size.rows)
      #expect(screen.lines.indices.contains(screen.cursor.row))
      #expect((0..<setting.size.columns).contains(screen.cursor.column))
      for line in screen.lines { #expect(line.withoutSequences.columns <= setting.size.columns) }
    }
  }

  /// The plan has 180,000 intervals; if the planner listed them, the test would exceed the time limit of the suite.
  @Test func `a plan of very many intervals is drawn without listing them`() {
    for _ in 0..<50 {
      let screen = PlannerScreen(Self.planner("9999x(9x(2s run, 2s walk))"), Self.setting(200, 50))
      #expect(!screen.lines.isEmpty)
    }
  }
}
