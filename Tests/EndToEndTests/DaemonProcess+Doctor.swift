import FoundationEssentials
import TestSupport
import WorkoutReports

extension DaemonProcess {
  /// What the doctor finds, by subject, and its exit status.
  func doctor() async throws -> Diagnosis { try Diagnosis(await intervalctl("doctor", "--json")) }
}

/// What `intervalctl doctor --json` told.
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

  /// The subjects with a verdict, sorted.
  func subjects(_ verdict: Report.VerdictWord) -> [String] {
    findings.values.filter { $0.verdict == verdict }.map(\.subject).sorted()
  }
}
