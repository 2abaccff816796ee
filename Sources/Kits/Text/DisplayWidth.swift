extension Character {
  /// Number of terminal columns: 2 for wide East Asian characters and emoji, otherwise 1.
  ///
  /// The wide blocks approximate Unicode's EastAsianWidth.txt. wcwidth(3) is not used, because it requires a locale.
  package var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation { return 2 }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

extension String {
  /// Number of terminal columns.
  package var columns: Int { isPrintableASCII ? utf8.count : reduce(0) { $0 + $1.columns } }

  /// The text padded with spaces to a number of columns, on the right or on the left.
  package func padded(to width: Int, rightAligned: Bool = false) -> String {
    let padding = String(repeating: " ", count: Swift.max(0, width - columns))
    return rightAligned ? padding + self : self + padding
  }

  /// The text shortened to a number of columns; a shortened text ends in an ellipsis.
  package func cut(to width: Int) -> String {
    // No character has more columns than bytes.
    guard utf8.count > width, columns > width else { return self }
    var left = width - 1
    let beginning = prefix { character in
      left -= character.columns
      return left >= 0
    }
    return width > 0 ? "\(beginning)…" : ""
  }

  /// The text shortened at its start to a number of columns; a shortened text starts with an ellipsis.
  package func cutAtStart(to width: Int) -> String {
    guard columns > width else { return self }
    return width > 0 ? "…\(String(String(reversed()).cut(to: width).dropLast().reversed()))" : ""
  }
}

// MARK: - Wrapping

extension String {
  /// The text in lines of at most `width` columns, broken at spaces; a word that is longer than a line is split.
  package func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var used = 0
    func endLine() {
      while line.last == " " { line.removeLast() }
      lines.append(line)
      (line, used) = ("", 0)
    }
    for (index, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      if index > 0 {
        if used + 1 + String(word).columns > width {
          endLine()
        } else {
          line += " "
          used += 1
        }
      }
      for character in word {
        if used > 0, used + character.columns > width { endLine() }
        line.append(character)
        used += character.columns
      }
    }
    endLine()
    return lines
  }

  /// The text in lines of at most `width` columns; a command at the end of the text is not broken.
  ///
  /// If the command does not fit in its line, it gets a line of its own. If it is longer than a line, its line exceeds
  /// the width, because a terminal continues such a line, and the command can be copied.
  package func wrappedKeepingCommand(to width: Int) -> [String] {
    guard let start = commandStart else { return wrapped(to: width) }
    let words = String(self[..<start].dropLast())
    let command = String(self[start...])
    guard !words.isEmpty else { return [command] }
    let lines = words.wrapped(to: width)
    guard let last = lines.last, last.columns + 1 + command.columns <= width else { return lines + [command] }
    return lines.dropLast() + ["\(last) \(command)"]
  }

  /// The start of a command at the end of the text, after a colon and a space; nil without a command.
  ///
  /// An arrow before a command without other words belongs to the command.
  private var commandStart: Index? {
    var start = startIndex
    if hasPrefix("→ "), dropFirst(2).split(separator: " ").first.map(String.init).map(Self.programs.contains) == true {
      return start
    }
    while true {
      let word = self[start...].prefix { $0 != " " }
      if Self.programs.contains(String(word)) || word.hasPrefix("EDITOR=") { return start }
      guard let colon = self[start...].firstIndex(where: { $0 == ":" }) else { return nil }
      start = index(after: colon)
      guard start < endIndex else { return nil }
      if self[start] == " " { start = index(after: start) }
    }
  }

  /// The programs of the commands in messages.
  private static let programs: Set<String> = [
    "bluetoothctl", "busctl", "chmod", "chown", "dbus-run-session", "df", "dunstctl", "elogind-inhibit", "espeak-ng",
    "export", "ffmpeg", "findmnt", "fuser", "gsettings", "intervalctl", "intervald", "journalctl", "kill", "ls",
    "makoctl", "man", "mkdir", "mv", "pactl", "pkill", "ps", "rfkill", "rm", "sox", "spd-say", "sudo",
    "swaync-client", "systemctl", "systemd-inhibit", "wireplumber", "wpctl",
  ]

  /// The text in at most `limit` lines of at most `width` columns; if the text is longer, the last line is shortened.
  package func wrapped(to width: Int, lines limit: Int) -> [String] {
    let lines = wrapped(to: width)
    guard lines.count > limit else { return lines }
    return lines[..<(limit - 1)] + [lines[(limit - 1)...].joined(separator: " ").cut(to: width)]
  }
}
