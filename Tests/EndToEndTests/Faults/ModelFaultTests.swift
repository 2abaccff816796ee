import FoundationEssentials
import TestSupport
import TestTraits
import Testing

/// Comparison of the real daemon with an independent model after each operation of random sequences.
///
/// The model and the operations are in Tests/foreign/model, which shares no code with the daemon. The operations are all
/// commands that change a workout, suspends, kills and restarts. A preloaded library simulates the clocks of the daemon.
/// The environment variable `INTERVALD_SEED` selects the sequences.
@Suite(.fault, .timeLimit(.minutes(600))) struct ModelFaultTests {
  @Test func `the daemon and a model of the workout agree after each command, suspend and restart`() async throws {
    let seed = ProcessInfo.processInfo.environment["INTERVALD_SEED"]
    let count = FaultSize.of(2000, full: 1_000_000)
    let result = try await Invocation.run(
      "python3",
      [
        "-B", "\(packageRoot)/Tests/foreign/model/check.py", try BuiltProgram.path(of: "intervald"), "\(count)",
        seed ?? FaultSize.of("28", full: "\(UInt32.random(in: 0...UInt32.max))"),
      ], within: .seconds(FaultSize.of(120, full: 36_000)))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    print(result.answer)
  }
}
