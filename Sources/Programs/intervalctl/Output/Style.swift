/// Whether, and how, text is coloured.
struct Style: Equatable, Sendable {
  let isColoured: Bool

  static let plain = Style(isColoured: false)
  static let coloured = Style(isColoured: true)

  init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// Colours are for terminals that are not dumb, and for people who have not set NO_COLOR (https://no-color.org).
  init(isTerminal: Bool, environment: [String: String]) {
    isColoured = isTerminal && environment["TERM"] != "dumb" && (environment["NO_COLOR"] ?? "").isEmpty
  }

  /// A text's looks, as the parameters of the escape sequence SGR (ECMA-48, 8.3.117).
  enum Look: String, Sendable {
    case heading = "1"
    case faint = "2"
    case fast = "1;32"
    case slow = "36"
    case error = "1;31"
    case warning = "1;35"
  }

  /// A text with looks, and perhaps on the colour of another; only `slow` can be one to write on.
  func text(_ text: String, _ look: Look?, on background: Look? = nil) -> String {
    let parameters = [look?.rawValue, background == .slow ? "46" : nil].compactMap(\.self)
    guard isColoured, !parameters.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(parameters.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
