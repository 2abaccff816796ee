import FoundationEssentials
import TestSupport
import TestTraits
import Testing

/// Comparison of the history with an independent model that follows docs/protocol.md.
///
/// The model and the random histories are in Tests/foreign/model/history.py, which shares no code with the programs. The
/// environment variable `INTERVALD_SEED` selects the histories.
@Suite(.fault, .timeLimit(.minutes(600))) struct HistoryFaultTests {
  @Test func `the daemon, the client and a model agree on random histories after each change`() async throws {
    let seed = ProcessInfo.processInfo.environment["INTERVALD_SEED"]
    let result = try await Invocation.run(
      "python3",
      [
        "-B", "\(packageRoot)/Tests/foreign/model/history.py", try BuiltProgram.path(of: "intervald"),
        try BuiltProgram.path(of: "intervalctl"), "\(FaultSize.of(20, full: 10_000))",
        seed ?? FaultSize.of("51", full: "\(UInt32.random(in: 0...UInt32.max))"),
      ], within: .seconds(FaultSize.of(120, full: 36_000)))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    print(result.answer)
  }
}
