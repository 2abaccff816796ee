import WorkoutModel

/// The colours of a drawn profile, on light and on dark; those on dark are the icons'.
///
/// The picture brings its own background, as who shows it may prefer dark and still show it on white.
enum ProfileStyle {
  /// The style sheet, with the colours of some kinds.
  static func element(for kinds: [Kind]) -> String {
    let (light, dark) = (kinds.map { rule($0, \.light) }, kinds.map { rule($0, \.dark) })
    return """
      <style type="text/css">
      .paper { fill: #ffffff; } text { fill: #2e3436; }
      line { stroke: #7d879c; stroke-opacity: 0.5; } .open, .paceless { fill-opacity: 0.4; }
      \(light.joined(separator: " "))
      @media (prefers-color-scheme: dark) {
      .paper { fill: #1e2228; } text { fill: #e6e9ef; }
      \(dark.joined(separator: " "))
      }
      </style>
      """
  }

  private struct Colour {
    let light: String
    let dark: String
  }

  private static func rule(_ kind: Kind, _ colour: KeyPath<Colour, String>) -> String {
    ".\(kind.rawValue) { fill: #\(self.colour(of: kind)[keyPath: colour]); }"
  }

  private static func colour(of kind: Kind) -> Colour {
    switch kind {
    case .warmup: Colour(light: "c58000", dark: "ffb545")
    case .run: Colour(light: "d9541e", dark: "ff7a45")
    case .jog: Colour(light: "cf7b3d", dark: "ffa27a")
    case .work: Colour(light: "b8470f", dark: "ff8f5e")
    case .sprint: Colour(light: "d11f3d", dark: "ff4f64")
    case .walk: Colour(light: "1a9e91", dark: "4fd1c5")
    case .rest: Colour(light: "5b76d6", dark: "8fa8ff")
    case .recover: Colour(light: "4f9bb5", dark: "86c5d8")
    case .cooldown: Colour(light: "2488cf", dark: "6cc0ff")
    case .interval: Colour(light: "6b7488", dark: "a3abbd")
    }
  }
}
