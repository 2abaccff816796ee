import PlanNotation
import Synchronization
import TerminalUI
import TestSupport
import Testing
import WorkoutModel
import WorkoutPresentation

@testable import WorkoutViews

@Suite struct PlannerTests {
  /// The keys of a text, in which `⏎` is Enter, `⎋` Esc and `↑` Up.
  private static func keys(_ text: String) -> [Key] {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "⏎": .enter
      case "⎋": .escape
      case "↑": .up
      case "⌫": .deleteToStart
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
    .done(.init(text: text, name: try name.map { try PlanName($0) }, overwrites: overwrites, starts: starts))
  }

  @Test(
    arguments: [
      ("30s⏎⏎⏎", nil, "30s", nil, false, false), ("30s⏎⏎y", nil, "30s", nil, false, true),
      ("30s⏎easy⏎n", nil, "30s", "easy", false, false), ("30s⏎easy⏎Y", nil, "30s", "easy", false, true),
      ("30s⏎⏎n", "easy", "30s", "easy", false, false), ("30s⏎⌫⏎n", "easy", "30s", nil, false, false),
      ("30s⏎hills⏎y⏎", nil, "30s", "hills", true, false), ("30s⏎⏎n⌫up⏎⏎", "hills", "30s", "up", false, false),
      ("30s⏎hills⏎⎋⌫⏎⏎", nil, "30s", nil, false, false), ("30s⏎⎋ run⏎⏎⏎", nil, "30s run", nil, false, false),
      ("30s⏎⏎⎋ run⏎⏎⏎", nil, "30s run", nil, false, false), ("30s⏎5k⏎⌫easy⏎⏎", nil, "30s", "easy", false, false),
      ("⏎30s rum⏎⎋30s, ⏎⏎⏎", nil, "30s 30s, rum", nil, false, false),
      ("30s⏎a/b⏎⎋⏎⌫⏎xqy", nil, "30s", nil, false, true),
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
    #expect(planner.handle(Self.keys("y")) == (try Self.decision("30s", "hills", overwrites: true, starts: true)))
  }

  @Test func `a plan that appears during the last question is not overwritten`() throws {
    let isTaken = Mutex(false)
    let choices = Planner.Choices { _ in isTaken.withLock { $0 } }
    var planner = Planner(settings: Settings(), choices: choices)
    _ = planner.handle(Self.keys("30s⏎hills⏎"))
    isTaken.withLock { $0 = true }
    #expect(planner.handle(Self.keys("n")) == (try Self.decision("30s", "hills", starts: false)))
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

  @Test(.timeLimit(.minutes(1)))
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
