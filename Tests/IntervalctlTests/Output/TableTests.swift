import Testing

@testable import intervalctl

@Suite struct TableTests {
  @Test func `columns are aligned and lines end without spaces`() {
    let table = Table(
      columns: [.init(title: "Name"), .init(title: "Time", isRightAligned: true), .init(title: "Title")],
      rows: [["5k", "31:00", "Five 🏃 k"], ["half-run", "2:10:00", ""], ["日本", "–", "x"]])
    #expect(
      table.lines(.plain) == [
        "Name         Time  Title", "5k          31:00  Five 🏃 k", "half-run  2:10:00", "日本            –  x",
      ])
  }

  @Test func `colours take no columns`() {
    let table = Table(facts: [("A", "1"), ("Long", "2"), ("None", nil)])
    #expect(table.lines(.coloured) == ["\u{1B}[2mA   \u{1B}[0m  1", "\u{1B}[2mLong\u{1B}[0m  2"])
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("abc", 0, ""), ("", 0, ""),
  ])
  func `text is cut by columns`(text: String, width: Int, cut: String) {
    #expect(text.cut(to: width) == cut)
  }

  @Test(arguments: [
    ("\u{1B}[31mred\u{7}", "·[31mred·"), ("a\u{9B}b\u{202E}c\nd", "a·b·c·d"), ("🏃‍♀️ é", "🏃‍♀️ é"),
  ])
  func `nothing that a terminal obeys is left in a text`(text: String, harmless: String) {
    #expect(text.harmless == harmless)
  }

  @Test(arguments: [
    (true, [:], true), (false, [:], false), (true, ["NO_COLOR": "1"], false), (true, ["NO_COLOR": ""], true),
    (true, ["TERM": "dumb"], false),
  ])
  func `colours are for terminals and people who like them`(
    isTerminal: Bool, environment: [String: String], isColoured: Bool
  ) {
    #expect(Style(isTerminal: isTerminal, environment: environment).isColoured == isColoured)
  }
}
