import ControlInterface
import PlanNotation
import TerminalUI

/// A failed command: its exit status and the message for the user.
///
/// The messages are in the `Failure+` files.
struct Failure: Error, Equatable {
  var status: ExitStatus
  /// The problem, without a full stop.
  var message: String
  /// The line with the mistake, and its position.
  var excerpt: Excerpt?
  /// One hint for each possible fix.
  var hints: [String] = []
  /// Lines that follow the hints, such as the available plans.
  var list: [String] = []
  /// The command whose help the message refers to, without `--help`.
  var help: String?

  /// A line of text, and a column of this line; the column is counted from 1 in Unicode scalars.
  struct Excerpt: Equatable {
    var lineText: String
    var column: Int
  }

  /// Returns a copy with an additional hint.
  ///
  /// If `list` is not empty, the last hint introduces the list. The new hint is then placed before the last hint.
  func hinting(_ hint: String) -> Failure {
    var failure = self
    failure.hints.insert(hint, at: list.isEmpty ? hints.count : max(0, hints.count - 1))
    return failure
  }
}

extension Failure {
  /// The lines for standard error: message, excerpt, hints, list and a reference to the help.
  ///
  /// With a width, the message and the hints are wrapped.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    var lines = style.paragraph("error:", .error, message, width: width)
    if let excerpt, excerpt.lineText.contains(where: { !$0.isWhitespace }) {
      let columns = (width ?? Self.defaultWidth) - Self.indent.count
      let shown = NotationError.excerpt(of: excerpt.lineText, column: excerpt.column, width: columns)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines.append("\(Self.indent)\(shown[0])")
      lines += shown.dropFirst().map { Self.indent + style.text($0, .error) }
    }
    lines += hints.flatMap { style.paragraph("hint:", .heading, $0, width: width) }
    lines += list.map { Self.indent + $0 }
    if let help { lines += style.paragraph("hint:", .heading, "see '\(help) --help'", width: width) }
    return lines
  }

  private static let indent = "  "
  private static let defaultWidth = 80
}
