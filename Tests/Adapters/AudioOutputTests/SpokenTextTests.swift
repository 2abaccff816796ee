import Testing

@testable import AudioOutput

@Suite struct SpokenTextTests {
  @Test(arguments: [
    ("Run 30 seconds", "Run 30 seconds"),
    ("Run\r\n.\r\nSTOP ALL", "Run . STOP ALL"),
    ("one\ttwo\u{0}three\u{7}", "one two three "),
    (".5 miles", ".5 miles"),
  ])
  func `a text is one line`(text: String, words: String) {
    #expect(SpokenText(text)?.words == words)
  }

  @Test(arguments: ["", " ", "\n\n", "\u{0}"])
  func `nothing to say is nothing`(text: String) {
    #expect(SpokenText(text) == nil)
  }

  @Test func `a long text is cut`() {
    #expect(SpokenText(String(repeating: "a", count: 10_000))?.words.count == SpokenText.limit)
  }
}
