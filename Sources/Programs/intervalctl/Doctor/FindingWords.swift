import Text
import TerminalUI
import ControlInterface

/// A finding in lines for a person.
struct FindingWords {
  let finding: Wire.Finding

  init(_ finding: Wire.Finding) {
    self.finding = finding
  }

  /// The finding with its mark, then its details and its remedy.
  ///
  /// They are indented by little, so that a command fits a narrow terminal. Without a width each is on one line.
  func lines(_ style: Style, width: Int?, subjectWidth: Int) -> [String] {
    let subject = finding.subject.safeForTerminal.padded(to: subjectWidth)
    var lines = Self.wrapped("\(mark) \(subject)  \(finding.words.safeForTerminal)", width)
    lines[0] = style.text(mark, look) + lines[0].dropFirst(mark.count)
    if !finding.details.isEmpty {
      let details = finding.details.joined(separator: ", ").safeForTerminal
      lines += Self.wrapped("\(Self.indent)\(details)", width).map { style.text($0, .faint) }
    }
    if let remedy = finding.remedy {
      lines += Self.wrapped("\(Self.indent)→ \(remedy.safeForTerminal)", width).map { style.text($0, .heading) }
    }
    return lines
  }

  private var mark: String {
    switch finding.verdict {
    case .ok: "✔"
    case .warning: "!"
    case .fault: "✘"
    case .unused: "–"
    default: "?"
    }
  }

  private var look: Style.Look {
    switch finding.verdict {
    case .ok: .green
    case .warning: .warning
    case .fault: .error
    case .unused: .faint
    default: .heading
    }
  }

  private static let indent = "    "

  /// The lines of a text of which all but the first are indented.
  private static func wrapped(_ text: String, _ width: Int?) -> [String] {
    guard let width else { return [text] }
    let lines = String(text.dropFirst(indent.count)).wrapped(to: max(width - indent.count, 1))
    return ["\(text.prefix(indent.count))\(lines[0])"] + lines.dropFirst().map { "\(indent)\($0)" }
  }
}
