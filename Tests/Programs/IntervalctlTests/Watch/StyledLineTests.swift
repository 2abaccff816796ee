import Testing

@testable import intervalctl

@Suite struct StyledLineTests {
  private static let line = StyledLine("Run", .fast) + StyledLine(" 走る now")

  @Test(arguments: [
    (20, "Run 走る now"), (12, "Run 走る now"), (11, "Run 走る n…"), (4, "Run…"), (3, "Ru…"), (1, "…"), (0, ""),
  ])
  func `it is cut to its columns, wherever its parts end`(width: Int, text: String) {
    let cut = Self.line.cut(to: width)
    #expect(cut.text(.plain) == text)
    #expect(cut.columns <= width)
  }

  @Test func `looks take no columns`() {
    #expect(Self.line.columns == 12)
    #expect(StyledLine("a", .faint).centred(in: 5).text(.coloured) == "  \u{1B}[2ma\u{1B}[0m")
  }

  @Test func `ends and a middle are spread, or do not fit`() {
    let (left, right, middle) = (StyledLine("left"), StyledLine("right"), StyledLine("mid"))
    #expect(StyledLine.spread(left, right, in: 12)?.text(.plain) == "left   right")
    #expect(StyledLine.spread(left, right, in: 9) == nil)
    #expect(StyledLine.spread(left, right, middle: middle, in: 21)?.text(.plain) == "left     mid    right")
    #expect(StyledLine.spread(left, right, middle: middle, in: 14)?.text(.plain) == "left mid right")
    #expect(StyledLine.spread(left, right, middle: middle, in: 13) == nil)
  }
}
