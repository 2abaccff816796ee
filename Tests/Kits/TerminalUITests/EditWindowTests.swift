import TestSupport
import Testing
import Text

@testable import TerminalUI

@Suite struct EditWindowTests {
  @Test(arguments: [
    ("30s run|", 10, "30s run", 7), ("|30s run", 10, "30s run", 0), ("123456789|", 10, "123456789", 9),
    ("1234567890|", 10, "…34567890", 9), ("|1234567890", 10, "12345678…", 0),
    ("12345|678901234567890", 10, "12345678…", 5),
    ("1234567890|1234567890", 10, "…7890123…", 5), ("走る人|", 10, "走る人", 6), ("a走る人走る|", 8, "…走る", 7),
    ("a\u{1B}b\u{202E}c|", 10, "ab·c", 4), ("\u{301}|x", 10, "·x", 1),
  ])
  func `a window shows the part of a line that fits, with the cursor in it`(
    text: String, width: Int, shown: String, column: Int
  ) {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    var line = LineEditor(parts.joined())
    line.move(to: parts[0].count)
    let window = EditWindow(line, width: width)
    #expect(window.text.filter { $0 != " " } == shown.filter { $0 != " " })
    #expect(window.cursorColumn == column)
  }

  @Test func `the column of a hidden character is the nearest edge`() {
    var line = LineEditor(String(repeating: "x", count: 50))
    line.move(to: 25)
    let window = EditWindow(line, width: 10)
    #expect([0, 20, 24, 29, 30, 50].map(window.column(ofCharacter:)) == [0, 0, 4, 9, 9, 9])
  }

  @Test(arguments: seeds.prefix(40)) func `a window fits its field and contains the cursor`(
    seed: UInt64
  ) {
    var generator = SplitMix64(seed: seed)
    var line = LineEditor()
    for _ in 0..<40 { _ = line.handle(.random(using: &generator)) { $0 } }
    for cursor in 0...line.characters.count {
      line.move(to: cursor)
      let width = Int.random(in: 4...60, using: &generator)
      let window = EditWindow(line, width: width)
      #expect(window.text.columns <= width)
      #expect((0..<width).contains(window.cursorColumn))
      #expect(window.cursorColumn <= window.text.columns)
    }
  }
}
