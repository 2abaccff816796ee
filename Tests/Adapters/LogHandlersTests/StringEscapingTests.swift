import LogHandlers
import Testing

@Suite struct StringEscapingTests {
  @Test(arguments: [
    ("Run 30 s", "Run 30 s"),
    ("", ""),
    ("Läufe für 5 km 🏃‍♀️ שלום", "Läufe für 5 km 🏃‍♀️ שלום"),
    ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
    ("\u{1B}[31mred\u{7}", "\\u{1B}[31mred\\u{7}"),
    ("\u{9B}2J", "\\u{9B}2J"),
    ("one\u{2028}two\u{2029}three", "one\\u{2028}two\\u{2029}three"),
    ("safe\u{202E}txt.exe", "safe\\u{202E}txt.exe"),
    ("\0", "\\u{0}"),
  ])
  func `a character that a terminal could interpret is escaped`(text: String, line: String) {
    #expect(text.escapedToOneLine(limit: 100) == line)
  }

  @Test(arguments: [(0, "…"), (2, "\\n\\n…"), (3, "\\n\\n\\n"), (4, "\\n\\n\\n")])
  func `a text that is too long ends in an ellipsis`(limit: Int, line: String) {
    #expect("\n\n\n".escapedToOneLine(limit: limit) == line)
  }
}
