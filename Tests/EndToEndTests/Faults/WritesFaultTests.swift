import FoundationEssentials
import TestSupport
import TestTraits
import Testing

/// Failures of single changes of files, in the daemon and in the client.
///
/// The sequences and the expected files are in Tests/foreign/writes. A preloaded library makes a change fail: a file
/// cannot be opened, written, synced, renamed or removed.
@Suite(.fault, .hangLimit) struct WritesFaultTests {
  @Test(arguments: [("daemon", "intervald", 6), ("client", "intervalctl", 4)])
  func `nothing is lost and nothing is half done if any change of a file fails`(
    script: String, program: String, trials: Int
  ) async throws {
    let result = try await Invocation.run(
      "python3",
      [
        "-B", "\(packageRoot)/Tests/foreign/writes/\(script).py", try BuiltProgram.path(of: program),
        "\(FaultSize.of(trials, full: 1000))",
      ], within: .seconds(FaultSize.of(120, full: 800)))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    print(result.output.split(separator: "\n").last ?? "")
  }
}
