import Text

/// The characters that a terminal shows.
enum TerminalCharacters {
  case all
  /// The characters of the fonts of the Linux console, which have at most 512 characters: letters, but few signs.
  case console
  case ascii

  /// Reads the locale from the variables LC_ALL, LC_CTYPE and LANG (see locale(7)), and the terminal from TERM.
  ///
  /// The first variable of the locale that is not empty counts. Without a variable, the locale is C, whose characters
  /// are ASCII.
  init(_ environment: [String: String]) {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let codeset = locale.prefix { $0 != "@" }.split(separator: ".").dropFirst().joined(separator: ".")
    guard ["utf-8", "utf8"].contains(codeset.lowercased()) else {
      self = .ascii
      return
    }
    self = environment["TERM"] == "linux" ? .console : .all
  }
}

extension String {
  /// The text for a terminal that shows only some characters; each character has as many columns as before.
  ///
  /// In ASCII, characters without an equivalent become question marks.
  func shown(in characters: TerminalCharacters) -> String {
    if characters == .all || utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return reduce(into: "") { text, character in
      if character.unicodeScalars.allSatisfy(\.isASCII) {
        text.append(character)
      } else if let substitute = asciiSubstitutes[character] {
        text.append(substitute)
      } else if characters == .console {
        text.append(character)
      } else {
        text += String(repeating: "?", count: character.columns)
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
