import Testing

@testable import Desktop

@Suite struct DisplayTextTests {
  @Test(arguments: [
    ("Run 30 s", "Run 30 s", "Run 30 s"),
    ("a\nb", "a\nb", "a b"),
    ("a\r\nb\rc", "a\nb\nc", "a b c"),
    ("a\u{2028}b\u{2029}c\u{85}d", "a\nb\nc\nd", "a b c d"),
    ("a\tb", "a b", "a b"),
    ("a\u{0}\u{7}\u{1B}[31mb\u{7F}\u{9B}", "a[31mb", "a[31mb"),
    ("\u{202E}a\u{202C}\u{2066}b\u{2069}\u{200E}\u{200F}\u{61C}", "ab", "ab"),
    ("a\u{200B}b\u{FEFF}c\u{AD}d\u{2060}e", "abcde", "abcde"),
    ("\u{E0041}a", "a", "a"),
    ("👩‍👩‍👧‍👦 می‌خواهم", "👩‍👩‍👧‍👦 می‌خواهم", "👩‍👩‍👧‍👦 می‌خواهم"),
    ("e\u{301}", "e\u{301}", "e\u{301}"),
    ("", "", ""),
  ])
  func `invisible controls go and line breaks are one thing`(source: String, lines: String, line: String) {
    #expect(Array(DisplayText(source, keepsLines: true, limit: 100).text.unicodeScalars) == Array(lines.unicodeScalars))
    #expect(Array(DisplayText(source, keepsLines: false, limit: 100).text.unicodeScalars) == Array(line.unicodeScalars))
  }

  @Test(arguments: [
    ("12345", "12345"), ("123456", "1234…"), (String(repeating: "x", count: 10_000), "xxxx…"),
    ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…"),
  ])
  func `what is too long is cut between characters`(source: String, expected: String) {
    #expect(DisplayText(source, keepsLines: false, limit: 5).text == expected)
  }

  @Test(arguments: ["\u{301}", "\u{200D}👩", "\u{20DD}"])
  func `a tower of marks is cut down`(storey: String) {
    let tower = "a" + String(repeating: storey, count: 100_000)
    let text = DisplayText(tower, keepsLines: false, limit: 5).text
    #expect(text.unicodeScalars.count <= 5 * DisplayText.scalarsPerCharacter)
  }

  @Test func `markup is escaped after cutting, so that no entity is cut`() {
    #expect(DisplayText("a<b>&c", keepsLines: false, limit: 6).escapedForMarkup == "a&lt;b&gt;&amp;c")
    #expect(DisplayText("&&&&&&&", keepsLines: false, limit: 3).escapedForMarkup == "&amp;&amp;…")
  }
}
