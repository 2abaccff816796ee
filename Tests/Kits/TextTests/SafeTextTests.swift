import Testing
import Text

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("\u{1B}[31mred\u{7}", "·[31mred·"), ("a\u{9B}b\u{202E}c\nd", "a·b·c·d"), ("🏃‍♀️ é", "🏃‍♀️ é"),
  ])
  func `a text for a terminal has no scalars that control the terminal`(text: String, safe: String) {
    #expect(text.safeForTerminal == safe)
  }

  @Test(arguments: [("a\nb\u{7F}", "a b "), ("\u{9B}a\u{2028}", " a\u{2028}"), ("🏃‍♀️ é", "🏃‍♀️ é")])
  func `a text for the environment contains no control characters`(text: String, safe: String) {
    #expect(text.safeForEnvironment == safe)
  }

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
    ("zero\u{200B}width\u{FEFF}", "zero\\u{200B}width\\u{FEFF}"),
  ])
  func `a line of a log escapes control characters and invisible characters`(text: String, line: String) {
    #expect(text.escapedToOneLine(limit: 100) == line)
  }

  @Test(arguments: [(0, "…"), (2, "\\n\\n…"), (3, "\\n\\n\\n"), (4, "\\n\\n\\n")])
  func `a line of a log that exceeds its limit is cut and ends with an ellipsis`(limit: Int, line: String) {
    #expect("\n\n\n".escapedToOneLine(limit: limit) == line)
  }

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
  func `a displayed text has no invisible scalars and one kind of line break`(
    source: String, lines: String, line: String
  ) {
    #expect(
      Array(source.preparedForDisplay(keepingLines: true, limit: 100).unicodeScalars) == Array(lines.unicodeScalars))
    #expect(
      Array(source.preparedForDisplay(keepingLines: false, limit: 100).unicodeScalars) == Array(line.unicodeScalars))
  }

  @Test(arguments: [
    ("12345", "12345"), ("123456", "1234…"), (String(repeating: "x", count: 10_000), "xxxx…"),
    ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦…"),
  ])
  func `a displayed text that is too long is cut between characters`(source: String, expected: String) {
    #expect(source.preparedForDisplay(keepingLines: false, limit: 5) == expected)
  }

  @Test(arguments: ["\u{301}", "\u{200D}👩", "\u{20DD}"])
  func `the characters of a displayed text have a limited number of marks`(mark: String) {
    let text = "a" + String(repeating: mark, count: 100_000)
    let displayed = text.preparedForDisplay(keepingLines: false, limit: 5)
    #expect(displayed.unicodeScalars.count <= 5 * String.maxScalarsPerCharacter)
  }

  @Test(arguments: [
    ("a  b\n\tc ", "a b c", "a b c"), ("a\u{1B} \u{202E} b", "a\u{1B} \u{202E} b", "a b"), ("\n", "", ""),
    ("🏃‍♀️ é", "🏃‍♀️ é", "🏃‍♀️ é"), ("a \u{301} b", "a \u{301} b", "a \u{301} b"),
  ])
  func `a text on one line has single spaces, and is cleaned for a terminal`(
    text: String, singleSpaced: String, cleaned: String
  ) {
    #expect(text.singleSpaced == singleSpaced)
    #expect(text.cleanedToOneLine == cleaned)
  }

  @Test func `a text is trimmed and cut at scalars`() {
    #expect(" \u{2003}a b\n".trimmed(where: \.properties.isWhitespace) == "a b")
    #expect(" a, ".trimmed(atStart: false) { $0 == " " || $0 == "," } == " a")
    #expect("  ".trimmed(where: \.properties.isWhitespace).isEmpty)
    #expect("e\u{301}a".prefix(scalars: 1) == "e")
    #expect("é".prefix(scalars: 2) == "é")
    #expect("é".prefix(scalars: 0).isEmpty)
  }

  @Test(
    arguments: [
      ("a", true, true), ("é", true, true), ("🏃", true, true), ("\u{301}", true, true), (" ", true, false),
      ("\u{3000}", true, false), ("\u{200D}", true, false), ("\u{FE0F}", true, false), ("\n", false, false),
      ("\u{202E}", false, false), ("\u{2028}", false, false), ("\u{E000}", false, false), ("\u{378}", false, false),
    ] as [(Unicode.Scalar, Bool, Bool)])
  func `a scalar is printable, visible, both or neither`(scalar: Unicode.Scalar, isPrintable: Bool, isVisible: Bool) {
    #expect(scalar.isPrintable == isPrintable)
    #expect(scalar.isVisible == isVisible)
  }
}

@Suite struct SpokenTextTests {
  @Test(arguments: [
    ("Run 30 seconds", "Run 30 seconds"),
    ("Run\r\n.\r\nSTOP ALL", "Run . STOP ALL"),
    ("one\ttwo\u{0}three\u{7}", "one two three "),
    (".5 miles", ".5 miles"),
    ("one\u{2028}two \u{202E}three trep\u{AD}pe", "one two three treppe"),
    ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
  ])
  func `a spoken text is one line`(text: String, words: String) {
    #expect(SpokenText(text)?.words == words)
  }

  @Test(arguments: ["", " ", "\n\n", "\u{0}"])
  func `a text without words is not spoken`(text: String) {
    #expect(SpokenText(text) == nil)
  }

  @Test func `a spoken text is cut at its limit`() {
    #expect(SpokenText(String(repeating: "a", count: 10_000))?.words.count == SpokenText.limit)
  }
}
