import TestSupport
import TestTraits
import Testing

@testable import intervalctl

/// Tests of the command lines that the manual page shows with their output.
@Suite(.hangLimit) struct TranscriptTests {
  @Test func `each command prints the output that the manual page shows`() async throws {
    // Commands of other programs are ignored, because they can span several lines: the lines after the first line may
    // belong to the command instead of its output.
    let shown = try Self.entries().filter { $0.command.hasPrefix("intervalctl ") && !$0.output.isEmpty }
    #expect(shown.count > 1)
    try await ProgramHome.with(daemon: nil) { home in
      for entry in shown {
        let run = try await home.shell("\(entry.command) 2>&1")
        #expect(run.output == entry.output, "\(entry.command)")
      }
    }
  }

  private static func entries() throws -> [Transcript.Entry] {
    let page = try ManualPage("intervalctl.1")
    return (page.displays(in: "EXAMPLES") + page.displays(in: "DIAGNOSTICS")).flatMap { display in
      Transcript(display.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)).entries
    }
  }
}
