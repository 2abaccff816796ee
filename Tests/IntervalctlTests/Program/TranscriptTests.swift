import TestSupport
import Testing

@testable import intervalctl

/// What the documents show of the program against what it prints.
@Suite(.timeLimit(.minutes(2))) struct TranscriptTests {
  @Test(arguments: ["README.md", "intervalctl.1"])
  func `what is typed prints what is shown`(document: String) async throws {
    // Others go on for lines, so that what follows is no output.
    let shown = try Self.entries(of: document).filter { $0.command.hasPrefix("intervalctl ") && !$0.output.isEmpty }
    #expect(shown.count > 1)
    try await ProgramHome.with(daemon: nil) { home in
      for entry in shown {
        let run = try await home.shell("\(entry.command) 2>&1")
        #expect(run.output == entry.output, "\(entry.command)")
      }
    }
  }

  private static func entries(of document: String) throws -> [Transcript.Entry] {
    guard document.hasSuffix(".1") else { return try Transcript(markdown: document).entries }
    let page = try ManualPage(document)
    return (page.displays(in: "EXAMPLES") + page.displays(in: "DIAGNOSTICS")).flatMap { display in
      Transcript(display.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)).entries
    }
  }
}
