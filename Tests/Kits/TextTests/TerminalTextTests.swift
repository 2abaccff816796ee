import Testing
import Text

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("\u{1B}[31mred\u{7}", "·[31mred·"), ("a\u{9B}b\u{202E}c\nd", "a·b·c·d"), ("🏃‍♀️ é", "🏃‍♀️ é"),
  ])
  func `a text for a terminal contains nothing that a terminal acts on`(text: String, safe: String) {
    #expect(text.safeForTerminal == safe)
  }
}
