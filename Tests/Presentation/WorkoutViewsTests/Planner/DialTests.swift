import PlanNotation
import TerminalUI
import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutViews

@Suite struct DialTests {
  /// Changes the digit at the `|` of a text, and marks the new cursor with `|`.
  private static func turned(_ text: String, _ direction: Dial.Direction) -> String? {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    var line = LineEditor(parts.joined())
    line.move(to: parts[0].count)
    guard let turned = Dial(line).turned(direction) else { return nil }
    let characters = Array(turned.text)
    return String(characters[..<turned.cursor]) + "|" + String(characters[turned.cursor...])
  }

  @Test(arguments: [
    ("30s run @11:3|0/mi", "30s run @11:3|1/mi"), ("30s run @11:30|/mi", "30s run @11:31|/mi"),
    ("30s run @11:|30/mi", "30s run @11:|40/mi"), ("30s run @11|:30/mi", "30s run @12|:30/mi"),
    ("30s run @1|1:30/mi", "30s run @1|2:30/mi"), ("30s run @|11:30/mi", "30s run @|21:30/mi"),
    ("1m @9:5|9/km", "1m @10:0|0/km"), ("1m @9:|55/km", "1m @10:|05/km"), ("1m @|9:59/km", "1m @1|0:59/km"),
    ("1m @ 9:59| / km", "1m @ 10:00| / km"), ("1m @9:58.|4/mi", "1m @9:58.|5/mi"),
    ("1m @9:59.|9/mi", "1m @10:00.|0/mi"),
    ("1m @6.|0mph", "1m @6.|1mph"), ("1m @9.9|mph", "1m @10.0|mph"), ("1m @|6.02mph", "1m @|7.02mph"),
    ("1m @6.0|2mph", "1m @6.0|3mph"), ("1m @2.|5m/s", "1m @2.|6m/s"), ("1m @9.|5km/h", "1m @9.|6km/h"),
    ("|4x(30s)", "|5x(30s)"), ("9| x (30s)", "10| x (30s)"), ("4×|30s", "4×|40s"),
    ("3|0s", "3|1s"), ("|30s", "|40s"), ("99|s", "100|s"), ("1:3|0 run", "1:3|1 run"), ("59:59|", "60:00|"),
    ("1:59:5|9", "2:00:0|0"), ("until |5km (1m @6:00/km)", "until |6km (1m @6:00/km)"), ("0.|9mi", "1.|0mi"),
    ("1m5|9s", "2m0|0s"), ("1m|50s", "2m|00s"), ("1m9|s", "1m10|s"), ("1h59m59|s", "2h0m00|s"), ("1|h59m", "2|h59m"),
    ("1m 3|0s", "1m 3|1s"), ("1m30.|5s", "1m30.|6s"), ("1 hour 59| minutes", "2 hour 00| minutes"),
    ("|30", "|40"), ("30s ru 1|2", "30s ru 1|3"), ("1m, |9m, 1m", "1m, 1|0m, 1m"),
    ("40s walk @16:30/mi \"1\", |30s", "40s walk @16:30/mi \"1\", |40s"),
  ])
  func `Up increases the digit at the cursor by one, with a carry`(before: String, after: String) {
    #expect(Self.turned(before, .up) == after)
  }

  @Test(
    arguments: [
      ("1m @11:|00/mi", "1m @10:|50/mi"), ("1m @10:0|0/mi", "1m @9:5|9/mi"), ("1m @10|:00/mi", "1m @9|:00/mi"),
      ("1m @|10:30/mi", nil), ("1m @1:00|/mi", nil), ("1m @1:|30/mi", "1m @1:|20/mi"), ("1m @6.|0mph", "1m @5.|9mph"),
      ("10|s", "9|s"), ("|10s", nil), ("|15s", "|5s"), ("1|s", nil), ("1.|5s", "1.|4s"), ("1.|0s", nil),
      ("1|x(30s)", nil), ("|10x(30s)", nil),
      ("100|x(30s)", "99|x(30s)"), ("0:0|1", nil), ("1:00|:00", "0:59|:00"), ("0.1|km", nil), ("0|.5km", nil),
      ("1m0|s", "0m59|s"), ("1m|15s", "1m|05s"), ("1m10|s", "1m9|s"), ("0m1|s", nil), ("|0", nil), ("|10", "|0"),
      ("05|:00", "04|:00"), ("2h00|m", "1h59|m"), ("1h00|s", nil),
    ] as [(String, String?)])
  func `Down decreases the digit at the cursor by one, but not below the limit`(before: String, after: String?) {
    #expect(Self.turned(before, .down) == after)
  }

  @Test(arguments: [
    "|", "30s run|", "|run 30s", "30s \"1|1\"", "30s \"|11", "30s # 1|1", "30s \"a\\\"1|1\" run", "1m @59:59|/mi",
    "9999|x(1s)",
    "59:59:59|", "1h59|s", "1m @1|..5mph", "1:2:|3", "1:5|", "999.99|km", "99|m", "1m @60.|0mph", "30s| run @x",
    "999999999999999|9",
  ])
  func `Up has no effect without a number or at the limit`(text: String) {
    #expect(Self.turned(text, .up) == nil)
  }

  @Test(arguments: seeds.prefix(40)) func `Up and then Down changes nothing, in any plan at any digit`(seed: UInt64)
    throws
  {
    var generator = SplitMix64(seed: seed)
    let text = Plan.random(.init(hasOpenIntervals: true), using: &generator).notation
    var line = LineEditor(text)
    for cursor in 0...line.characters.count {
      line.move(to: cursor)
      guard let up = Dial(line).turned(.up) else { continue }
      var higher = line
      higher.replace(up.text, cursor: up.cursor)
      #expect(higher.text == up.text)
      #expect(higher.cursor == up.cursor)
      #expect(throws: Never.self, "\(up.text)") { try PlanFile(up.text) }
      let down = Dial(higher).turned(.down)
      #expect(down == Dial.Turned(text: text, cursor: cursor), "\(text) \(cursor) \(up.text)")
    }
  }

  @Test func `Up reaches every value of a pace, and never shows 60 seconds`() {
    var line = LineEditor("1m @1:00/mi")
    line.move(to: 8)
    var paces = ["1:00"]
    while let turned = Dial(line).turned(.up) {
      line.replace(turned.text, cursor: turned.cursor)
      paces.append(String(turned.text.dropFirst(4).prefix { $0 != "/" }))
    }
    #expect(paces == (60...3599).map { Duration.seconds($0).clockText() })
  }
}

@Suite struct PastedTextTests {
  @Test(arguments: [
    ("30s run", "30s run"), ("  30s # easy ", "  30s # easy "), ("30s run\n", "30s run"), ("\n\n", ""),
    ("5m warmup\n4x(30s)\n", "5m warmup, 4x(30s)"), ("5m warmup\r4x(30s)\r", "5m warmup, 4x(30s)"),
    ("5m warmup\r\n\r\n4x(30s)", "5m warmup, 4x(30s)"), ("5m,\n4m\n, 3m", "5m, 4m, 3m"),
    ("2x(\n  1m run\n  1m walk\n)\n5m", "2x(1m run, 1m walk), 5m"), ("2x(1m\n, 2m\n)", "2x(1m, 2m)"),
    ("# hills\n30s # up\n\n# down\n40s \"#1\" # easy", "30s, 40s \"#1\""),
    ("30s \"a \\\" # b\" # c\n1m", "30s \"a \\\" # b\", 1m"),
  ])
  func `a text of several lines becomes one line`(text: String, line: String) {
    #expect(PastedText(text).line == line)
  }

  @Test func `a plan file without settings is the same plan on one line`() throws {
    let text =
      "# long\n5m warmup\nuntil 10mi ( # to the lake\n  4x(30s run @11:30/mi, 30s walk @16:30/mi)\n\n  60s walk @16:30/mi\n)\r\n5m cooldown\n"
    #expect(try PlanFile(PastedText(text).line).plan == PlanFile(text).plan)
  }
}
