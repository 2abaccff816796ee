import TerminalUI
import PlanNotation

extension Failure {
  /// The lines for standard error: message, excerpt, hints, and the help to refer to.
  ///
  /// They are wrapped to a width where there is one.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    var lines = style.paragraph("error:", .error, message, width: width)
    if let excerpt, excerpt.lineText.contains(where: { !$0.isWhitespace }) {
      let columns = (width ?? Self.usualWidth) - Self.indent.count
      let shown = NotationError.excerpt(of: excerpt.lineText, column: excerpt.column, width: columns)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines.append("\(Self.indent)\(shown[0])")
      lines += shown.dropFirst().map { Self.indent + style.text($0, .error) }
    }
    lines += hints.flatMap { style.paragraph("hint:", .heading, $0, width: width) }
    lines += list.map { Self.indent + $0 }
    if let help { lines.append("See '\(help) --help'") }
    return lines
  }

  private static let indent = "  "
  private static let usualWidth = 80
}
