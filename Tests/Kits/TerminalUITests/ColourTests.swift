import Testing

@testable import TerminalUI

@Suite struct ColourTests {
  /// Source of the greys: WCAG 2.2, technique G18, whose limit for text on white is between #767676 and #777777.
  @Test(arguments: [
    (Colour.white, Colour.black, 21.0), (Colour(0x767676), .white, 4.54), (Colour(0x777777), .white, 4.48),
    (Colour(0xff0000), .white, 4.0), (Colour(0x123456), Colour(0x123456), 1),
  ])
  func `the contrast of two colours is as in WCAG 2`(one: Colour, other: Colour, contrast: Double) {
    #expect(abs(one.contrast(with: other) - contrast) < 0.01)
    #expect(abs(other.contrast(with: one) - contrast) < 0.01)
  }

  @Test func `the nearest colour of the palette is found for each of its colours`() {
    for index in UInt8(16)...255 {
      let colour = Colour(paletteIndex: index)
      #expect(Colour(paletteIndex: colour.paletteIndex) == colour)
    }
    #expect(Colour(0xff7a45).paletteIndex == 209)
    #expect(Colour(0x4fd1c5).paletteIndex == 80)
  }

  @Test func `a colour is written in hexadecimal digits`() {
    #expect(Colour(0x0a7f05).hexadecimal == "0a7f05")
    #expect(Colour(red: 255, green: 0, blue: 16).hexadecimal == "ff0010")
  }
}
