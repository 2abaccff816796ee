import Testing

@testable import TerminalUI

@Suite struct TableTests {
  @Test func `a table aligns its columns and has no trailing spaces`() {
    let table = Table(
      columns: [.init(title: "Name"), .init(title: "Time", isRightAligned: true), .init(title: "Title")],
      rows: [["5k", "31:00", "Five 🏃 k"], ["half-run", "2:10:00", ""], ["日本", "–", "x"]])
    #expect(
      table.lines(.plain) == [
        "Name         Time  Title", "5k          31:00  Five 🏃 k", "half-run  2:10:00", "日本            –  x",
      ])
  }

  @Test func `colours do not count as columns`() {
    let table = Table(facts: [("A", "1"), ("Long", "2"), ("None", nil)])
    #expect(table.lines(.coloured) == ["\u{1B}[38;5;145mA   \u{1B}[0m  1", "\u{1B}[38;5;145mLong\u{1B}[0m  2"])
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
  func `a table of facts wraps its values to fit the terminal`(width: Int?, lines: [String]) {
    #expect(facts.lines(.plain, width: width) == lines)
  }

  @Test func `each line starts and ends its own colours`() {
    var table = facts
    table.rows[0][1].look = .heading
    #expect(
      table.lines(.coloured, width: 40).prefix(2) == [
        "\u{1B}[38;5;145mPlan\u{1B}[0m  \u{1B}[1muntil 5km (30s run @11:30/mi, 40s\u{1B}[0m",
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
  func `a table with titles cuts its flexible column`(width: Int?, lines: [String]) {
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
  func `a table that is still too wide drops columns and cuts the widest flexible column`(width: Int, lines: [String]) {
    let table = Table(
      columns: [
        .init(title: "No.", isRightAligned: true, dropOrder: 1), .init(title: "Kind"),
        .init(title: "Round", isFlexible: true, minWidth: 5), .init(title: "Label", isFlexible: true, dropOrder: 2),
      ], rows: [["1", "run", "1/8 2/4", "the long"]])
    #expect(table.lines(.plain, width: width) == lines)
  }
}
