/// Text from anywhere, made fit to be shown: no invisible controls, no unbounded characters, and not too long.
///
/// - A line break of any kind is a line feed where lines are kept, else a space; a tab is a space.
/// - Other controls, and format characters such as bidirectional overrides and zero-width spaces, are left out. The two
///   joiners stay, as scripts and emoji need them.
/// - Of one character the first sixteen scalars stay: enough for any emoji, too few for a tower of marks.
/// - What is longer than the limit, in characters, is cut and ends in an ellipsis within the limit.
struct DisplayText {
  static let scalarsPerCharacter = 16

  let text: String

  init(_ source: String, keepsLines: Bool, limit: Int) {
    // Most texts are fit as they are, and every tenth of a millisecond here is one by which a cue is later.
    guard source.utf8.count > limit || source.utf8.contains(where: { !(0x20..<0x7F ~= $0) }) else {
      text = source
      return
    }
    let visible = Self.visible(source.unicodeScalars, lineBreak: keepsLines ? "\n" : " ")
    let isCut = visible.index(visible.startIndex, offsetBy: limit + 1, limitedBy: visible.endIndex) != nil
    var text = ""
    for character in visible.prefix(isCut ? limit - 1 : limit) {
      text.unicodeScalars.append(contentsOf: character.unicodeScalars.prefix(Self.scalarsPerCharacter))
    }
    self.text = isCut ? text + "…" : text
  }

  /// The text with `&`, `<` and `>` written as entities, for servers that read the body as markup.
  var escapedForMarkup: String {
    guard text.utf8.contains(where: { "&<>".utf8.contains($0) }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func visible(_ source: String.UnicodeScalarView, lineBreak: Unicode.Scalar) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in source {
      switch scalar {
      case "\n" where previous == "\r":
        break
      case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
        result.append(lineBreak)
      case "\t":
        result.append(" ")
      case "\u{200C}", "\u{200D}":
        result.append(scalar)
      default:
        switch scalar.properties.generalCategory {
        case .control, .format: break
        default: result.append(scalar)
        }
      }
      previous = scalar
    }
    return String(result)
  }
}
