import PlanNotation

extension Failure {
  /// The lines for standard error: the message, the place, what to do.
  func lines(_ style: Style, width: Int = 80) -> [String] {
    var lines = ["\(style.text("error:", .error)) \(message.harmless)"]
    if let excerpt, excerpt.lineText.contains(where: { !$0.isWhitespace }) {
      let shown = NotationError.excerpt(of: excerpt.lineText, column: excerpt.column, width: width - Self.indent.count)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines.append("\(Self.indent)\(shown[0])")
      lines += shown.dropFirst().map { Self.indent + style.text($0, .error) }
    }
    lines += hints.map { "\(style.text("hint:", .heading)) \($0.harmless)" }
    lines += list.map { Self.indent + $0 }
    return lines
  }

  private static let indent = "  "
}
