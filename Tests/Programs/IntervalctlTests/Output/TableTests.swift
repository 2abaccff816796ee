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

  private let facts = Table(facts: [
    ("Plan", "until 5km (30s run @11:30/mi, 40s walk @16:30/mi), 5m cooldown"), ("Time", "48:12"),
  ])

  @Test(arguments: [
    (
      40,
      [
        "Plan  until 5km (30s run @11:30/mi, 40s", "      walk @16:30/mi), 5m cooldown", "Time  48:12",
      ]
    ),
    (80, ["Plan  until 5km (30s run @11:30/mi, 40s walk @16:30/mi), 5m cooldown", "Time  48:12"]),
    (nil, ["Plan  until 5km (30s run @11:30/mi, 40s walk @16:30/mi), 5m cooldown", "Time  48:12"]),
  ])
  func `facts are wrapped to fit the terminal`(width: Int?, lines: [String]) {
    #expect(facts.lines(.plain, width: width) == lines)
  }

  @Test func `colours begin and end with each line`() {
    var table = facts
    table.rows[0][1].look = .heading
    #expect(
      table.lines(.coloured, width: 40).prefix(2) == [
        "\u{1B}[2mPlan\u{1B}[0m  \u{1B}[1muntil 5km (30s run @11:30/mi, 40s\u{1B}[0m",
        "      \u{1B}[1mwalk @16:30/mi), 5m cooldown\u{1B}[0m",
      ])
  }

  @Test(arguments: [
    (
      40,
      [
        "No.  Kind  Label                    Time", "  1  run   the long one by the ri…  5:00",
        "  2  walk                           1:00",
      ]
    ),
    (
      80,
      [
        "No.  Kind  Label                               Time", "  1  run   the long one by the river and back  5:00",
        "  2  walk                                      1:00",
      ]
    ),
    (
      nil,
      [
        "No.  Kind  Label                               Time", "  1  run   the long one by the river and back  5:00",
        "  2  walk                                      1:00",
      ]
    ),
    (10, ["No.  Kind  Label   Time", "  1  run   the l…  5:00", "  2  walk          1:00"]),
  ])
  func `with titles the flexible column is cut`(width: Int?, lines: [String]) {
    let table = Table(
      columns: [
        .init(title: "No.", isRightAligned: true), .init(title: "Kind"), .init(title: "Label", isFlexible: true),
        .init(title: "Time", isRightAligned: true),
      ],
      rows: [["1", "run", "the long one by the river and back", "5:00"], ["2", "walk", "", "1:00"]])
    #expect(table.lines(.plain, width: width) == lines)
  }

  @Test(arguments: [
    (30, ["No.  Kind  Round    Label", "  1  run   1/8 2/4  the long"]),
    (24, ["No.  Kind  Round  Label", "  1  run   1/8 …  the l…"]),
    (20, ["Kind  Round   Label", "run   1/8 2…  the l…"]),
    (18, ["Kind  Round", "run   1/8 2/4"]), (12, ["Kind  Round", "run   1/8 2…"]),
  ])
  func `what is still too wide is left out, and of several the widest is cut`(width: Int, lines: [String]) {
    let table = Table(
      columns: [
        .init(title: "No.", isRightAligned: true, leaves: 1), .init(title: "Kind"),
        .init(title: "Round", isFlexible: true, narrowest: 5), .init(title: "Label", isFlexible: true, leaves: 2),
      ], rows: [["1", "run", "1/8 2/4", "the long"]])
    #expect(table.lines(.plain, width: width) == lines)
  }

  @Test(arguments: [
    ("", 4, [""]), ("abc", 4, ["abc"]), ("abc d", 4, ["abc", "d"]), ("a  b c", 4, ["a  b", "c"]),
    ("abcdefghij k", 4, ["abcd", "efgh", "ij k"]), ("a bcdefg", 4, ["a", "bcde", "fg"]), ("日本語", 5, ["日本", "語"]),
    ("日本", 1, ["日", "本"]),
  ])
  func `text is wrapped by columns`(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width) == lines)
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
