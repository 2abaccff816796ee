package import TerminalUI

extension Key {
  /// Returns a random key.
  ///
  /// Keys that insert text are more frequent than other keys.
  package static func random(using generator: inout SplitMix64) -> Key {
    let others: [Key] = [
      .enter, .tab, .left, .right, .up, .down, .home, .end, .wordLeft, .wordRight, .backspace, .delete,
      .deleteWordLeft, .deleteWordRight, .deleteToStart, .deleteToEnd, .endOfInput, .redraw, .escape,
    ]
    let pastes = [
      "4x(30s run, 30s walk)", "\r\n", "until 5km (30s run @11:30/mi, 40s walk @16:30/mi)",
      "5m warmup\n# easy\n2x(\n1m\n)",
      "\"走る\"", "name \"x\"\n", "forever 30s", "9999x(9x(2s run, 2s walk))",
    ]
    if generator.oneIn(6) { return .pasted(pastes.randomElement(using: &generator) ?? "") }
    if generator.oneIn(2) { return others.randomElement(using: &generator) ?? .enter }
    let scalars = "0123456789:.@/()x, smhrunwalk\"#é\u{301}\u{200D}走🏃🇩🇪y\u{202E}".unicodeScalars
    return .character(scalars.randomElement(using: &generator) ?? " ")
  }
}
