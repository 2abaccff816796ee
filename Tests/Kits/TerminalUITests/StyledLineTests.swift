import TerminalUI
import Testing
import Text

@Suite struct StyledLineTests {
  private static let line = StyledLine("Run", .green) + StyledLine(" 走る now")

  @Test(arguments: [
    (20, "Run 走る now"), (12, "Run 走る now"), (11, "Run 走る n…"), (4, "Run…"), (3, "Ru…"), (1, "…"), (0, ""),
  ])
  func `a line is cut to a number of columns across its parts`(width: Int, text: String) {
    let cut = Self.line.cut(to: width)
    #expect(cut.text(.plain) == text)
    #expect(cut.columns <= width)
  }

  @Test func `escape sequences do not count as columns`() {
    #expect(Self.line.columns == 12)
    #expect(StyledLine("a", .faint).centred(in: 5).text(.coloured) == "  \u{1B}[38;5;145ma\u{1B}[0m")
  }

  @Test func `the parts of a line are spread over its width if they fit`() {
    let (left, right, middle) = (StyledLine("left"), StyledLine("right"), StyledLine("mid"))
    #expect(StyledLine.spread(left, right, in: 12)?.text(.plain) == "left   right")
    #expect(StyledLine.spread(left, right, in: 9) == nil)
    #expect(StyledLine.spread(left, right, middle: middle, in: 21)?.text(.plain) == "left     mid    right")
    #expect(StyledLine.spread(left, right, middle: middle, in: 14)?.text(.plain) == "left mid right")
    #expect(StyledLine.spread(left, right, middle: middle, in: 13) == nil)
  }
}

@Suite struct BarTests {
  @Test(
    arguments: [
      (0.0, 8, ""), (1, 8, "████████"), (0.5, 8, "████"), (0.5, 5, "██▌"), (0.001, 8, "▏"), (0.999, 8, "████████"),
      (0.14, 8, "█▏"), (2, 3, "███"), (0.5, 0, ""), (1.0 / 3, 2, "▋"),
    ] as [(Double, Int, String)])
  func `a bar is drawn to an eighth of a column`(fraction: Double, columns: Int, text: String) {
    #expect(Bar(fraction: fraction).text(columns: columns) == text)
  }
}
