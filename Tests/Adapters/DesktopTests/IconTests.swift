import TestSupport
import Testing

/// The icons in share/icons, by the rules of those who show them.
@Suite struct IconTests {
  static let names =
    ["run", "walk", "rest", "warmup", "cooldown", "sprint", "interval", "paused", "finished"]
    .map { "intervald-\($0)" } + ["intervald"]

  @Test(arguments: names)
  func `each is there in colours, and square`(name: String) throws {
    let icon = try packageFile("share/icons/hicolor/scalable/apps/\(name).svg")
    #expect(icon.contains(#"width="128" height="128" viewBox="0 0 128 128""#))
  }

  /// GTK before 3.24.50 and 4.20 fills every path with the theme's colour, and knows no strokes.
  @Test(arguments: names)
  func `each is there as a symbol, of filled shapes in one colour`(name: String) throws {
    let icon = try packageFile("share/icons/hicolor/symbolic/apps/\(name)-symbolic.svg")
    #expect(icon.contains(#"width="16" height="16" viewBox="0 0 16 16""#))
    #expect(!icon.contains("stroke") && !icon.contains("style") && !icon.contains("none"))
    let shapes = icon.split(separator: "<").filter { element in
      ["path", "circle", "rect"].contains { element.hasPrefix("\($0) ") }
    }
    #expect(!shapes.isEmpty && shapes.allSatisfy { $0.contains(##"fill="#2e3436""##) })
  }
}
