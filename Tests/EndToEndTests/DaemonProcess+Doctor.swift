import FoundationEssentials
import TestSupport
import WorkoutReports

extension DaemonProcess {
  /// Starts a daemon that also speaks the cues at the start of intervals; `sounds` contains further lines of the
  /// configuration.
  static func startWithSpeech(
    on desktop: Desktop, _ bus: SystemBus? = nil, sounds: String = ""
  ) async throws -> DaemonProcess {
    try desktop.folder.write(
      "cue start notification sound voice\n\(sounds)", to: "config/intervald/intervald.conf")
    return try await start(on: desktop, bus.map { ["DBUS_SYSTEM_BUS_ADDRESS": $0.address] } ?? [:])
  }

  /// Runs `intervalctl doctor --json` and decodes its findings.
  func doctor() async throws -> Diagnosis { try Diagnosis(await intervalctl("doctor", "--json")) }
}

/// The findings and the exit status of `intervalctl doctor --json`.
struct Diagnosis {
  let status: Int32
  private let findings: [String: Report.Finding]

  private struct Output: Decodable {
    let findings: [Report.Finding]
  }

  init(_ invocation: Invocation) throws {
    status = invocation.status
    let report = try JSONDecoder().decode(Output.self, from: Data(invocation.output.utf8))
    findings = Dictionary(report.findings.map { ($0.subject, $0) }, uniquingKeysWith: { $1 })
  }

  subscript(subject: String) -> Report.Finding { findings[subject] ?? Report.Finding(subject, "missing", "") }

  /// The subjects of all findings with this verdict, sorted.
  func subjects(_ verdict: Report.VerdictWord) -> [String] {
    findings.values.filter { $0.verdict == verdict }.map(\.subject).sorted()
  }
}
