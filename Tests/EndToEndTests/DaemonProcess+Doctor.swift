import FoundationEssentials
import TestSupport
import ControlInterface

extension DaemonProcess {
  /// What the doctor finds, by subject, and its exit status.
  func doctor() async throws -> Diagnosis { try Diagnosis(await intervalctl("doctor", "--json")) }
}

/// What `intervalctl doctor --json` told.
struct Diagnosis {
  let status: Int32
  private let findings: [String: Wire.Finding]

  private struct Report: Decodable {
    let findings: [Wire.Finding]
  }

  init(_ invocation: Invocation) throws {
    status = invocation.status
    let report = try JSONDecoder().decode(Report.self, from: Data(invocation.output.utf8))
    findings = Dictionary(report.findings.map { ($0.subject, $0) }, uniquingKeysWith: { $1 })
  }

  subscript(subject: String) -> Wire.Finding { findings[subject] ?? Wire.Finding(subject, "missing", "") }

  /// The subjects with a verdict, sorted.
  func subjects(_ verdict: Wire.VerdictWord) -> [String] {
    findings.values.filter { $0.verdict == verdict }.map(\.subject).sorted()
  }
}
