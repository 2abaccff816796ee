import TerminalUI
import TestSupport
import Testing
import WorkoutModel

@testable import WorkoutViews

@Suite struct KindColoursTests {
  /// Background of the theme Solarized light; https://ethanschoonover.com/solarized is its source.
  private static let solarizedLight = Colour(0xfdf6e3)
  /// Background of the theme Solarized dark.
  private static let solarizedDark = Colour(0x002b36)

  /// The looks of texts, digits and bars.
  private static let looks: [(name: String, ink: Ink)] =
    Kind.allCases.map { ($0.rawValue, $0.ink) }
    + [("faint", Style.Look.faint), ("green", .green), ("error", .error), ("warning", .warning)].compactMap { look in
      look.1.ink.map { (look.0, $0) }
    }

  /// The shade in all colours and in the palette of 256 colours.
  private static func shades(_ colour: Colour) -> [Colour] { [colour, Colour(paletteIndex: colour.paletteIndex)] }

  @Test(arguments: [Colour.black, solarizedDark, Colour(0x1e2228)])
  func `a shade for dark backgrounds has a contrast of 4 and a half to 1`(background: Colour) {
    for (name, ink) in Self.looks {
      for shade in Self.shades(ink.onDark) { #expect(shade.contrast(with: background) >= 4.5, "\(name)") }
    }
  }

  @Test(arguments: [Colour.white, solarizedLight])
  func `a shade for light backgrounds has a contrast of 4 and a half to 1`(background: Colour) {
    for (name, ink) in Self.looks {
      for shade in Self.shades(ink.onLight) { #expect(shade.contrast(with: background) >= 4.5, "\(name)") }
    }
  }

  /// WCAG 2.2 requires a contrast of 3:1 for graphics (https://www.w3.org/TR/WCAG22/#non-text-contrast).
  @Test(arguments: [Colour.black, .white, solarizedLight])
  func `a bar on an unknown background has nearly the best possible contrast`(background: Colour) {
    for kind in Kind.allCases {
      #expect(kind.ink.onUnknown.contrast(with: background) >= 4.3, "\(kind)")
      #expect(Self.shades(kind.ink.onUnknown)[1].contrast(with: background) >= 3.5, "\(kind)")
    }
  }

  @Test func `text about an interval has no colour on an unknown background`() {
    let style = Style(depth: .full, background: .unknown)
    #expect(style.text("0:23", Kind.run.look) == "\u{1B}[1m0:23\u{1B}[0m")
    #expect(style.text("0:23", Kind.walk.look) == "0:23")
  }

  @Test(arguments: Kind.allCases) func `a finished bar is close to the background, and still visible`(kind: Kind) {
    let (ink, finished) = (kind.ink, kind.ink.receding)
    for (shade, strong, background) in [
      (finished.onDark, ink.onDark, Colour.black), (finished.onLight, ink.onLight, .white),
    ] {
      for shade in Self.shades(shade) {
        let contrast = shade.contrast(with: background)
        #expect(contrast >= 1.3)
        #expect(contrast <= strong.contrast(with: background) / 2)
      }
    }
  }

  @Test func `all kinds have different colours on every terminal`() {
    for shade in [\Ink.onDark, \Ink.onLight, \Ink.onUnknown] as [KeyPath<Ink, Colour>] {
      #expect(Set(Kind.allCases.map { $0.ink[keyPath: shade] }).count == Kind.allCases.count)
      #expect(Set(Kind.allCases.map { $0.ink[keyPath: shade].paletteIndex }).count == Kind.allCases.count)
    }
  }

  @Test func `faint text has the terminal's own colour on an unknown background`() {
    #expect(Style(depth: .full, background: .unknown).text("next", .faint) == "next")
  }

  @Test(arguments: [Kind.run, .walk, .rest, .warmup, .cooldown, .sprint])
  func `the icon of a kind has the colour of the kind`(kind: Kind) throws {
    let icon = try packageFile("share/icons/hicolor/scalable/apps/intervald-\(kind.rawValue).svg")
    #expect(icon.contains("stroke=\"#\(kind.ink.onDark.hexadecimal)\""))
  }

  @Test(arguments: ["intervald", "intervald-interval"])
  func `an icon of several intervals has the colours of running and walking`(name: String) throws {
    let icon = try packageFile("share/icons/hicolor/scalable/apps/\(name).svg")
    for kind in [Kind.run, .walk] { #expect(icon.contains("stroke=\"#\(kind.ink.onDark.hexadecimal)\"")) }
  }
}
