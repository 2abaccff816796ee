import Testing
import Text

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 4, [""]), ("abc", 4, ["abc"]), ("abc d", 4, ["abc", "d"]), ("a  b c", 4, ["a  b", "c"]),
    ("abcdefghij k", 4, ["abcd", "efgh", "ij k"]), ("a bcdefg", 4, ["a", "bcde", "fg"]), ("日本語", 5, ["日本", "語"]),
    ("日本", 1, ["日", "本"]),
  ])
  func `a text is wrapped to a number of columns`(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 0, ""), ("", 0, ""),
  ])
  func `a text is cut to a number of columns`(text: String, width: Int, cut: String) {
    #expect(text.cut(to: width) == cut)
  }

  @Test(arguments: [
    ("Stop it with: intervalctl stop", 30, ["Stop it with: intervalctl stop"]),
    ("Stop it with: intervalctl stop", 29, ["Stop it with:", "intervalctl stop"]),
    ("Stop it with: intervalctl stop", 10, ["Stop it", "with:", "intervalctl stop"]),
    ("hint: its mode is wrong: chmod go-w /a /b", 26, ["hint: its mode is wrong:", "chmod go-w /a /b"]),
    ("kill 7; sleep 2; intervald &", 9, ["kill 7; sleep 2; intervald &"]),
    ("a: b intervalctl stop", 14, ["a: b", "intervalctl", "stop"]), ("ends at 12:", 5, ["ends", "at", "12:"]),
  ])
  func `a command at the end of a text is not broken`(text: String, width: Int, lines: [String]) {
    #expect(text.wrappedKeepingCommand(to: width) == lines)
  }
}
