extension Character {
  /// 2 for what East Asian scripts and emoji take two columns for, else 1.
  ///
  /// These are the wide blocks of Unicode's EastAsianWidth.txt, roughly; wcwidth(3) would need a locale to be set.
  package var terminalColumns: Int {
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
