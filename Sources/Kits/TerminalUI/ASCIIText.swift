import Text

/// Whether the terminal of a locale shows UTF-8, by the variables LC_ALL, LC_CTYPE and LANG; see locale(7).
///
/// The first variable that is not empty counts. Without a variable, the locale is C, whose characters are ASCII.
func showsUTF8(inLocaleOf environment: [String: String]) -> Bool {
  let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
  let codeset = locale.prefix { $0 != "@" }.split(separator: ".").dropFirst().joined(separator: ".")
  return ["utf-8", "utf8"].contains(codeset.lowercased())
}

extension String {
  /// The text in ASCII, for a terminal that does not show UTF-8; each character has as many columns as before.
  ///
  /// Characters without an equivalent become question marks.
  var inASCII: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return reduce(into: "") { text, character in
      if character.unicodeScalars.allSatisfy(\.isASCII) {
        text.append(character)
      } else {
        text += asciiSubstitutes[character] ?? String(repeating: "?", count: character.columns)
      }
    }
  }
}

/// The ASCII characters for the characters of tables, bars, digits and drawings.
private let asciiSubstitutes: [Character: String] = {
  let substitutes = [
    "#": "█▉▊▋▌▐▇▆▅▙▟▒▓■", "_": "▁▂", ".": "▃▄▖▗░…·", "'": "▀‘’′", "|": "▎▍▏│‖", "-": "–—−─", "=": "━", "\"": "“”″",
    "x": "×✘", "*": "●▪•◆", "o": "○◎◇", ">": "▸▶→▷›", "<": "◀←", "v": "▽▼↓", "^": "▲△↑", "+": "✓✔└├┴", "~": "≈",
    " ": "\u{A0}\u{202F}",
  ]
  return substitutes.reduce(into: [:]) { table, entry in
    for character in entry.value { table[character] = entry.key }
  }
}()
