import TestSupport
import Testing

@testable import TerminalUI

@Suite struct LineEditorTests {
  /// Returns a line editor for a text; `|` marks the cursor.
  private static func line(_ text: String) -> LineEditor {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    var line = LineEditor(parts.joined())
    line.move(to: parts[0].count)
    return line
  }

  /// Replaces each line end by a semicolon.
  private static func joinLines(_ text: String) -> String {
    String(text.map { $0.isNewline ? ";" : $0 })
  }

  private static func text(_ line: LineEditor) -> String {
    let characters = line.characters
    return String(characters[..<line.cursor]) + "|" + String(characters[line.cursor...])
  }

  @Test(
    arguments: [
      ("4x|", .character("("), "4x(|"), ("|a", .character("é"), "é|a"),
      ("ab|c", .left, "a|bc"), ("|ab", .left, "|ab"), ("a|b", .right, "ab|"), ("ab|", .right, "ab|"),
      ("a|b", .home, "|ab"), ("a|b", .end, "ab|"),
      ("30s run|", .wordLeft, "30s |run"), ("30s  |run", .wordLeft, "|30s  run"), ("a(b, |", .wordLeft, "a(|b, "),
      ("|30s run", .wordRight, "30s| run"), ("30s| (run)", .wordRight, "30s (run|)"), ("a |", .wordRight, "a |"),
      ("a走|b", .backspace, "a|b"), ("|a", .backspace, "|a"), ("a|走b", .delete, "a|b"), ("a|", .delete, "a|"),
      ("a|b", .endOfInput, "a|"),
      ("30s run|, x", .deleteWordLeft, "30s |, x"), ("30s |run, x", .deleteWordRight, "30s |, x"),
      ("30s| run", .deleteToStart, "| run"), ("30s| run", .deleteToEnd, "30s|"),
      ("👨‍👩‍👧|x", .backspace, "|x"), ("|👨‍👩‍👧x", .right, "👨‍👩‍👧|x"), ("e\u{301}|x", .left, "|e\u{301}x"),
      ("|", .pasted("5m warmup\n4x(30s)\n"), "5m warmup;4x(30s);|"), ("a|b", .pasted("\t\u{7}-"), "a -|b"),
    ] as [(String, Key, String)])
  func `a key edits the text and moves the cursor`(before: String, key: Key, after: String) {
    var line = Self.line(before)
    let isHandled = line.handle(key, joinLines: Self.joinLines)
    #expect(isHandled)
    #expect(Self.text(line) == after)
  }

  @Test(arguments: [Key.enter, .tab, .up, .down, .redraw, .suspend, .escape])
  func `a key that does not edit a line is not handled`(key: Key) {
    var line = Self.line("30s| run")
    let isHandled = line.handle(key, joinLines: Self.joinLines)
    #expect(!isHandled)
    #expect(line == Self.line("30s| run"))
  }

  @Test func `adjacent scalars combine into one character`() {
    var line = Self.line("e|x")
    line.insert("\u{301}")
    #expect(Self.text(line) == "e\u{301}|x")
    line = Self.line("🇩|x🇪")
    line.deleteForward()
    #expect(line.characters == ["🇩🇪"])
    #expect(line.cursor == 1)
  }

  @Test func `an insertion beyond the limit is ignored`() {
    var line = LineEditor("", limit: 5)
    line.insert("abé")
    line.insert("éé")
    #expect(line.text == "abé")
    line.insert("x")
    line.insert("y")
    #expect(line.text == "abéx")
    var plan = LineEditor()
    plan.insert(String(repeating: "x", count: 65_536))
    plan.insert("x")
    #expect(plan.characters.count == 65_536)
  }

  @Test(arguments: seeds) func `any sequence of keys results in one line within its limit and a cursor inside it`(
    seed: UInt64
  ) {
    var generator = SplitMix64(seed: seed)
    var line = LineEditor("", limit: 40)
    for _ in 0..<200 {
      _ = line.handle(.random(using: &generator), joinLines: Self.joinLines)
      #expect((0...line.characters.count).contains(line.cursor))
      #expect(line.text.utf8.count <= 40)
      #expect(Array(line.text) == line.characters)
      #expect(line.characters.allSatisfy { !$0.isNewline })
    }
  }
}
