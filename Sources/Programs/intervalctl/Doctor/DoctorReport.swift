import Text
import TerminalUI
import Varlink
import ControlInterface

/// All that was found, by this program and by the daemon.
struct DoctorReport: Equatable {
  var findings: [Wire.Finding]
  /// Nil where it could not be asked.
  var daemonVersion: String?

  /// Whether anything does not work.
  var hasFault: Bool { findings.contains { $0.verdict == .fault } }

  /// A line for each finding, its remedy on lines of its own, and how many of them are bad.
  func lines(_ style: Style, width: Int?) -> [String] {
    let shown = shown
    let longest = shown.map(\.subject.columns).max() ?? 0
    return shown.flatMap { FindingWords($0).lines(style, width: width, subjectWidth: longest) } + ["", total(style)]
  }

  /// One object: both versions, and the findings as they are.
  func json() throws -> JSONValue {
    .object([
      "client": .string(intervaldVersion), "daemon": JSONValue(daemonVersion, JSONValue.string),
      "findings": .array(try findings.map { try JSONValue(encoding: $0, includingNulls: true) }),
    ])
  }

  /// The findings, of which those that the daemon did not tell are one.
  private var shown: [Wire.Finding] {
    let untold = findings.filter { $0.verdict == .unknown && Wire.Finding.subjects.contains($0.subject) }
    guard let first = untold.first, untold.count == Wire.Finding.subjects.count else { return findings }
    let rest = Wire.Finding("the rest", .unknown, first.words, details: untold.map(\.subject))
    return findings.filter { !untold.contains($0) } + [rest]
  }

  private func total(_ style: Style) -> String {
    func count(_ verdict: Wire.VerdictWord, _ word: String) -> String? {
      let count = findings.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(word)\(count == 1 ? "" : "s")"
    }
    let bad = [count(.fault, "fault"), count(.warning, "warning")].compactMap(\.self)
    guard bad.isEmpty else { return bad.joined(separator: ", ") }
    let isComplete = !findings.contains { $0.verdict == .unknown }
    return style.text(
      isComplete ? "No problems found." : "No problems found (not everything could be checked).", .green)
  }
}
