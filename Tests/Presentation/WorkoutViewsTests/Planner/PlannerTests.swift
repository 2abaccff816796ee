import PlanNotation
import Synchronization
import TerminalUI
import TestSupport
import TestTraits
import Testing
import WorkoutModel
import WorkoutPresentation

@testable import WorkoutViews

@Suite struct PlannerTests {
  /// The keys of a text, in which `⏎` is Enter, `⎋` Esc, `⇥` Tab and `↑` Up.
  private static func keys(_ text: String) -> [Key] {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "⏎": .enter
      case "⎋": .escape
      case "↑": .up
      case "⌫": .deleteToStart
      case "⇥": .tab
      case "␄": .endOfInput
      default: .character(scalar)
      }
    }
  }

  private static func planner(_ name: String? = nil, start: Bool = false, overwrite: Bool = false) throws -> Planner {
    let choices = Planner.Choices(start: start, overwrite: overwrite) { $0.text == "hills" }
    return Planner(name: try name.map { try PlanName($0) }, settings: Settings(), choices: choices)
  }

  private static func decision(_ text: String, _ name: String?, overwrites: Bool = false, starts: Bool) throws
    -> Planner.Ending
  {
    .done(.init(line: text, name: try name.map { try PlanName($0) }, overwrites: overwrites, starts: starts))
  }

  @Test(
    arguments: [
      ("30s⏎⏎⏎", nil, "30s", nil, false, false), ("30s⏎⏎y⏎", nil, "30s", nil, false, true),
      ("30s⏎easy⏎n⏎", nil, "30s", "easy", false, false), ("30s⏎easy⏎Y⏎", nil, "30s", "easy", false, true),
      ("30s⏎⏎n⏎", "easy", "30s", "easy", false, false), ("30s⏎⌫⏎n⏎", "easy", "30s", nil, false, false),
      ("30s⏎hills⏎y⏎⏎", nil, "30s", "hills", true, false), ("30s⏎⏎n⏎⌫up⏎⏎", "hills", "30s", "up", false, false),
      ("30s⏎hills⏎⎋⌫⏎⏎", nil, "30s", nil, false, false), ("30s⏎⎋ run⏎⏎⏎", nil, "30s run", nil, false, false),
      ("30s⏎⏎⎋ run⏎⏎⏎", nil, "30s run", nil, false, false), ("30s⏎5k⏎⌫easy⏎⏎", nil, "30s", "easy", false, false),
      ("⏎30s rum⏎⎋30s, ⏎⏎⏎", nil, "30s 30s, rum", nil, false, false),
      ("30s⏎a/b⏎⎋⏎⌫⏎xqy⏎", nil, "30s", nil, false, true),
    ] as [(String, String?, String, String?, Bool, Bool)])
  func `a plan is written, named and started`(
    keys: String, given: String?, text: String, name: String?, overwrites: Bool, starts: Bool
  ) throws {
    var planner = try Self.planner(given)
    let ending = planner.handle(Self.keys(keys))
    // A line with an error does not end the planner.
    guard text != "30s 30s, rum" else {
      #expect(ending == nil)
      #expect(planner.line.cursor < planner.line.characters.count)
      return
    }
    #expect(ending == (try Self.decision(text, name, overwrites: overwrites, starts: starts)))
  }

  @Test func `a question is answered only by Enter, so that a stray letter changes nothing`() throws {
    var planner = try Self.planner()
    #expect(planner.handle(Self.keys("30s⏎⏎y")) == nil)
    #expect(planner.answer == true)
    #expect(planner.handle(Self.keys("⌫⏎")) == (try Self.decision("30s", nil, starts: false)))
    planner = try Self.planner()
    #expect(planner.handle(Self.keys("30s⏎hills⏎yes")) == nil)
    #expect(planner.stage == .overwriting(try PlanName("hills")))
    #expect(planner.handle(Self.keys("⏎")) == nil)
    #expect(planner.answer == nil)
    #expect(planner.handle(Self.keys("ynn⏎")) == (try Self.decision("30s", "hills", overwrites: true, starts: false)))
  }

  @Test(
    arguments: [
      ("2x(30s run⏎⏎⏎", "2x(30s run)"), ("2x(3x(30s run, 1m⏎⏎⏎", "2x(3x(30s run, 1m))"),
      ("2x(30s run \"a)\" ⏎⏎⏎", "2x(30s run \"a)\" )"), ("2x(30s run # so⏎⏎⏎", "2x(30s run )# so"),
    ])
  func `Enter closes the open parentheses`(keys: String, text: String) throws {
    var planner = try Self.planner()
    #expect(planner.handle(Self.keys(keys)) == (try Self.decision(text, nil, starts: false)))
  }

  @Test func `after Esc, the cursor is after the parentheses that Enter has added`() throws {
    var planner = try Self.planner()
    #expect(
      planner.handle(Self.keys("2x(30s run⏎⎋, 1m walk⏎⏎⏎"))
        == (try Self.decision("2x(30s run), 1m walk", nil, starts: false)))
  }

  @Test(
    arguments: [
      ("30s ru⇥", "30s run", nil), ("30s W⇥", "30s W", ["warmup", "walk", "work"]),
      ("30s re⇥", "30s re", ["rest", "recover"]),
      ("30s war⇥", "30s warmup", nil), ("unt⇥", "until ", nil), ("f⇥", "forever ", nil), ("1m, op⇥", "1m, open", nil),
      ("4xsp⇥", "4xsprint", nil), ("30s⇥", "30s", nil), ("30s \"ru⇥", "30s \"ru", nil), ("30s zz⇥", "30s zz", nil),
      ("30s ⇥", "30s ", nil), ("ta⇥", "tabata", nil), ("hi⇥", "hill-", ["hill-long", "hill-short"]), ("⇥", "", nil),
      ("30s ta⇥", "30s ta", nil), ("r⇥", "r", ["run", "rest", "recover", "river"]), ("30s re⇥s", "30s res", nil),
    ] as [(String, String, [String]?)])
  func `Tab completes a word of the notation or the name of a plan`(
    keys: String, text: String, words: [String]?
  ) throws {
    let choices = Planner.Choices(planNames: { ["hill-long", "hill-short", "river", "tabata"] })
    var planner = Planner(settings: Settings(), choices: choices)
    #expect(planner.handle(Self.keys(keys)) == nil)
    #expect(planner.line.text == text)
    #expect(planner.completion == words.map { .words($0) })
  }

  @Test func `a second Tab replaces the name of a plan by its steps, and the settings of the plan are saved too`()
    throws
  {
    let text = "# mine\npace run 6:00/km\n\n2x(\n  1km run # fast\n  1m rest\n)\n"
    let choices = Planner.Choices(planNames: { ["tabata"] }, plan: { _ in .init(text) })
    var planner = Planner(settings: Settings(), choices: choices)
    #expect(planner.handle(Self.keys("tab⇥")) == nil)
    #expect(planner.completion == .plan("tabata"))
    #expect(planner.handle(Self.keys("⇥")) == nil)
    #expect(planner.line.text == "2x(1km run, 1m rest)")
    #expect(planner.source?.hasLostComments == true)
    guard case .done(let decision)? = planner.handle(Self.keys(", 30s⏎⏎⏎")) else {
      return #expect(Bool(false), "no decision")
    }
    #expect(decision.header + decision.line == "# mine\npace run 6:00/km\n\n2x(1km run, 1m rest), 30s")
    planner = Planner(settings: Settings(), choices: choices)
    #expect(planner.handle(Self.keys("tab⇥⇥⌫30s⏎⏎⏎")) == (try Self.decision("30s", nil, starts: false)))
  }

  @Test func `Tab completes the name of an existing plan`() throws {
    let choices = Planner.Choices(planNames: { ["hill-long", "hill-short", "tabata"] })
    var planner = Planner(settings: Settings(), choices: choices)
    #expect(planner.handle(Self.keys("30s⏎hi⇥")) == nil)
    #expect(planner.name.text == "hill-")
    #expect(planner.completion == .words(["hill-long", "hill-short"]))
    #expect(planner.handle(Self.keys("s⇥")) == nil)
    #expect(planner.name.text == "hill-short")
    #expect(planner.completion == nil)
  }

  @Test(
    arguments: [
      ("30s run\n", "", "30s run"),
      ("name \"A\"\r\n\r\n30s run\r\n1m walk\r\n", "name \"A\"\r\n\r\n", "30s run, 1m walk"),
      ("  30s run # fast", "", "30s run"), ("\u{FEFF}lead-in off\n30s", "\u{FEFF}lead-in off\n", "30s"),
    ])
  func `an existing plan is split into its settings and a line`(text: String, header: String, line: String) throws {
    let source = try #require(Planner.Source(text))
    #expect(source.header == header)
    #expect(source.line == line)
    #expect(Planner(source: source, name: try PlanName("mine"), settings: Settings()).isChange)
  }

  @Test func `a plan with a mistake is not split`() {
    #expect(Planner.Source("30s rum") == nil)
    #expect(Planner.Source("") == nil)
  }

  @Test func `a question that the command line answers is not asked`() throws {
    var planner = try Self.planner("hills", start: true, overwrite: true)
    #expect(planner.handle(Self.keys("30s⏎⏎")) == (try Self.decision("30s", "hills", overwrites: true, starts: true)))
    planner = try Self.planner(start: true)
    #expect(planner.handle(Self.keys("30s⏎⏎")) == (try Self.decision("30s", nil, starts: true)))
  }

  @Test func `only the plan that has the name on the command line is overwritten without a question`() throws {
    var planner = try Self.planner("easy", start: true, overwrite: true)
    #expect(planner.handle(Self.keys("30s⏎⌫hills⏎")) == nil)
    #expect(planner.stage == .overwriting(try PlanName("hills")))
    #expect(planner.handle(Self.keys("y⏎")) == (try Self.decision("30s", "hills", overwrites: true, starts: true)))
  }

  @Test func `a plan that appears during the last question is not overwritten`() throws {
    let isTaken = Mutex(false)
    let choices = Planner.Choices { _ in isTaken.withLock { $0 } }
    var planner = Planner(settings: Settings(), choices: choices)
    _ = planner.handle(Self.keys("30s⏎hills⏎"))
    isTaken.withLock { $0 = true }
    #expect(planner.handle(Self.keys("n⏎")) == (try Self.decision("30s", "hills", starts: false)))
  }

  @Test func `Ctrl-D leaves the planner only if the line is empty`() throws {
    var planner = try Self.planner()
    #expect(planner.handle(Self.keys("⏎ ⏎⎋")) == nil)
    #expect(planner.handle(Self.keys("⌫␄")) == .left)
    planner = try Self.planner()
    #expect(planner.handle(Self.keys("30s␄")) == nil)
  }

  @Test func `Enter moves the cursor to an error`() throws {
    var planner = try Self.planner()
    #expect(planner.handle(Self.keys("é 30s rum, 40s⏎")) == nil)
    #expect(planner.line.cursor == 0)
    planner = try Self.planner()
    #expect(planner.handle(Self.keys("30s \"走e\u{301}\", 40s rum, 40s⏎")) == nil)
    #expect(planner.stage == .writing)
    #expect(planner.line.cursor == 14)
    planner = try Self.planner()
    #expect(planner.handle(Self.keys("  pace run 6:00/km, 30s⏎")) == nil)
    #expect(planner.line.cursor == 2)
  }

  @Test(.hangLimit)
  func `a paste without markers is inserted at once`() throws {
    let text = String(repeating: "30s run,", count: KeyDecoder.maxPaste / 8).dropLast()
    var planner = try Self.planner()
    _ = planner.handle([.home] + Self.keys(String(text)) + [.left])
    #expect(planner.line.text == text)
    #expect(planner.line.cursor == text.count - 1)
  }

  @Test func `Up changes a number, and the draft follows`() throws {
    var planner = try Self.planner()
    _ = planner.handle(Self.keys("30s↑↑"))
    guard case .plan(let plan) = planner.draft else { return #expect(Bool(false), "no plan") }
    #expect(plan.totals.duration == .seconds(30))
    _ = planner.handle([.left] + Self.keys("↑↑"))
    guard case .plan(let longer) = planner.draft else { return #expect(Bool(false), "no plan") }
    #expect(longer.totals.duration == .seconds(32))
  }
}
