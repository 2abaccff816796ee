import ControlInterface
import Glibc
import JSON
import PlanLibrary
import TerminalUI
import Text
import UserFiles
import WorkoutReports

/// The findings of this program and of the daemon.
struct DoctorReport: Equatable {
  var findings: [Report.Finding]
  /// The version of the daemon; nil if the daemon did not answer.
  var daemonVersion: String?

  /// Whether any finding is a fault.
  var hasFault: Bool { findings.contains { $0.verdict == .fault } }

  /// Returns a few lines for each finding and its remedy, and a last line with the number of faults and warnings.
  func lines(_ style: Style, width: Int?) -> [String] {
    let shown = shown
    let subjectWidth = shown.map(\.subject.columns).max() ?? 0
    return shown.flatMap { FindingWords($0).lines(style, width: width, subjectWidth: subjectWidth) } + [
      "", total(style),
    ]
  }

  /// An object with both versions and the findings.
  func json() throws -> JSONValue {
    .object([
      "client": .string(intervaldVersion), "daemon": JSONValue(daemonVersion, JSONValue.string),
      "findings": .array(try findings.map { try JSONValue(encoding: $0, includingNulls: true) }),
    ])
  }

  /// The findings; if the daemon did not answer, all findings of the daemon are merged into one.
  private var shown: [Report.Finding] {
    let unanswered = findings.filter { $0.verdict == .unknown && Report.Finding.subjects.contains($0.subject) }
    guard let first = unanswered.first, unanswered.count == Report.Finding.subjects.count else { return findings }
    let rest = Report.Finding("the rest", .unknown, first.words, details: unanswered.map(\.subject))
    return findings.filter { !unanswered.contains($0) } + [rest]
  }

  private func total(_ style: Style) -> String {
    func count(_ verdict: Report.VerdictWord, _ word: String) -> String? {
      let count = findings.count { $0.verdict == verdict }
      return count == 0 ? nil : count.counted(word)
    }
    let bad = [count(.fault, "fault"), count(.warning, "warning")].compactMap(\.self)
    guard bad.isEmpty else { return bad.joined(separator: ", ") }
    let isComplete = !findings.contains { $0.verdict == .unknown }
    return style.text(
      isComplete ? "No problems found." : "No problems found (not everything could be checked).", .green)
  }
}

extension DoctorReport {
  /// Checks everything that this program can check itself, and asks the daemon for the rest.
  static func make(environment: [String: String]) async -> DoctorReport {
    let socket = Result { () throws(XDGFolders.RuntimeError) in try ControlSocket(environment: environment) }
    // The connection to the daemon may start a unit, so the states of the units are read afterwards.
    let answer = await DaemonAnswer.ask(socket, environment: environment)
    let units = await UnitStates.current(within: .seconds(3), environment: environment)
    let daemonFindings =
      if case .answered(_, let findings) = answer { findings } else { Report.Finding.unanswered(answer) }
    return DoctorReport(
      findings: findings(socket, answer, units) + findings(in: XDGFolders(environment: environment)) + daemonFindings,
      daemonVersion: answer.version)
  }

  private static var user: UInt32 { geteuid() }

  private static func findings(
    _ socket: Result<ControlSocket, XDGFolders.RuntimeError>, _ answer: DaemonAnswer, _ units: UnitStates
  ) -> [Report.Finding] {
    let place = try? socket.get()
    let path = place?.path ?? ""
    let folder = place.map { PathState(of: $0.folder) } ?? PathState(.missing)
    return [
      .socket(
        answer, at: path, PathState(of: path), in: folder, user: user, units: units,
        process: place.flatMap { InstanceLock.process(of: "intervald", path: "\($0.folder)/lock") }),
      .version(answer.version, isUnit: units.areInstalled, user: user), .units(units),
    ]
      + (place.map {
        [.runtimeFolder($0.folder, folder, in: PathState(of: "\($0.folder)/.."), user: user)]
      } ?? [])
  }

  private static func findings(in folders: XDGFolders) -> [Report.Finding] {
    let settings = "\(folders.configHome)/intervald"
    let state = folders.stateFolder
    let plans = folders.planFolders[0]
    return [
      .settings(
        Result { () throws(LibraryFileError) in try Configuration.read(in: folders) }, plans: PlanFolders(folders)),
      .trustedFolder(
        "settings folder", settings, PathState(of: settings), distrust: distrust(of: settings), isWritten: false,
        user: user),
      .trustedFolder(
        "state folder", state, PathState(of: state), distrust: distrust(of: state), isWritten: true, user: user),
      .plansFolder(plans, PathState(of: plans), user: user),
    ]
  }

  private static func distrust(of folder: String) -> FileTrustError? {
    do throws(FileTrustError) {
      try FileTrust.checkFolder(folder)
      return nil
    } catch {
      return error
    }
  }
}

/// The lines for one finding.
struct FindingWords {
  let finding: Report.Finding

  init(_ finding: Report.Finding) {
    self.finding = finding
  }

  /// The finding with its mark, followed by its details and its remedy.
  ///
  /// The indentation is small, so that a command in a remedy fits a narrow terminal. Without a width, nothing is
  /// wrapped.
  func lines(_ style: Style, width: Int?, subjectWidth: Int) -> [String] {
    let subject = finding.subject.safeForTerminal.padded(to: subjectWidth)
    var lines = Self.wrapped("\(mark) \(subject)  \(finding.words.safeForTerminal)", width)
    lines[0] = style.text(mark, look) + lines[0].dropFirst(mark.count)
    // A detail about hooks or settings is long, and has a line of its own. The details of other subjects are only names.
    let details =
      ["hooks", "settings"].contains(finding.subject) ? finding.details : [finding.details.joined(separator: ", ")]
    for text in details where !text.isEmpty {
      lines += Self.wrapped("\(Self.indent)\(text.safeForTerminal)", width).map { style.text($0, .faint) }
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

  /// Wraps a text and indents all lines but the first.
  private static func wrapped(_ text: String, _ width: Int?) -> [String] {
    guard let width else { return [text] }
    let lines = String(text.dropFirst(indent.count)).wrappedKeepingCommand(to: max(width - indent.count, 1))
    return ["\(text.prefix(indent.count))\(lines[0])"] + lines.dropFirst().map { "\(indent)\($0)" }
  }
}
