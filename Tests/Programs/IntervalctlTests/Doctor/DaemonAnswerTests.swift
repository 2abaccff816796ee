import Testing
import Varlink
import WorkoutReports

@testable import intervalctl

@Suite struct DaemonAnswerTests {
  private static let timeout = TransportError(.timedOut, context: "x")
  private static let unknown = VarlinkError.methodNotFound("x")
  private static let finding = Report.Finding("log", .ok, "x")

  private struct Garbage: Error, CustomStringConvertible {
    var description: String { "garbage" }
  }

  @Test(
    arguments: [
      (.success("1"), .success([finding]), .answered(version: "1", findings: [finding])),
      (.success("1"), .failure(unknown), .refused(unknown, version: "1")),
      (.success("1"), .failure(timeout), .failed(timeout, version: "1")),
      (
        .success("1"), .failure(Garbage()),
        .failed(TransportError(.malformedMessage, context: "garbage"), version: "1")
      ),
      (.failure(timeout), .success([]), .failed(timeout)),
      (.failure(unknown), .success([]), .failed(TransportError(.malformedMessage, context: "\(unknown)"))),
    ] as [(Result<String, any Error>, Result<[Report.Finding], any Error>, DaemonAnswer)])
  func `an answer contains everything that the daemon sent before a failure`(
    version: Result<String, any Error>, findings: Result<[Report.Finding], any Error>, answer: DaemonAnswer
  ) async {
    let result = await DaemonAnswer.ask(version: { try version.get() }, findings: { try findings.get() })
    #expect(result == answer)
    #expect(result.version == (try? version.get()))
  }
}
