import ArgumentParser
import ControlInterface
import FoundationEssentials
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests that paste the commands, plans and settings of README.md and docs/guide.md unchanged.
@Suite(.hangLimit) struct DocumentTests {
  private static let documents = ["README.md", "docs/guide.md"]

  @Test(arguments: documents) func `every shell block has valid syntax and contains only commands and comments`(
    document: String
  ) async throws {
    for block in try PastedBlock.blocks(in: document) {
      guard case .shell(let lines, _) = block else { continue }
      let run = try await Invocation.run("sh", ["-n", "-c", lines.joined(separator: "\n")])
      #expect(run.status == 0, "\(lines): \(run.errors)")
      // The shell would run a pasted prompt, or an explanation without '#', as a command.
      for line in lines { #expect(line.wholeMatch(of: /(\w.*)?|#.*/) != nil, "\(line)") }
    }
  }

  @Test(arguments: documents) func `every command line can be parsed`(document: String) async throws {
    let commands = try await Self.commands(of: document)
    #expect(commands.count > 15)
    for arguments in commands {
      #expect(throws: Never.self, "\(arguments)") {
        try Intervalctl.parseAsRoot(Intervalctl.protectingNegativeValues(in: arguments))
      }
    }
  }

  @Test(arguments: documents) func `every plan in a start command is valid`(document: String) async throws {
    let plans = try await Self.commands(of: document).filter { $0[0] == "start" }.compactMap { arguments in
      arguments.first { $0.contains("(") || $0.contains(",") }
    }
    #expect(plans.count > 4)
    try await ProgramHome.with(daemon: nil) { home in
      for plan in Set(plans) where !plan.contains("rum") {
        let run = try await home.run(["show", "--text", plan])
        #expect(run.status == 0, "\(plan): \(run.messages)")
        #expect(run.messages == [], "\(plan): \(run.messages)")
      }
    }
  }

  @Test(arguments: documents) func `every block works and prints the output that the document shows`(
    document: String
  ) async throws {
    let blocks = try PastedBlock.blocks(in: document)
    let events = [
      Report.Event(event: .state, status: Samples.running),
      Report.Event(event: .finished, status: Samples.idle, summary: Samples.summary),
    ]
    let sensor = Report.Sensor(name: "Stryd", address: "C0:00:00:00:00:01", measures: ["foot-pod"], paired: true)
    try await ProgramHome.with(daemon: ScriptedController(.init(events: events, sensors: [sensor]))) { home in
      for plan in try FileManager.default.contentsOfDirectory(atPath: "\(packageRoot)/config/plans") {
        try home.folder.write(packageFile("config/plans/\(plan)"), to: "config/intervald/plans/\(plan)")
      }
      // The guide shows and changes the last two workouts.
      try home.folder.write(
        Samples.history([
          Samples.workout("a", at: "2026-11-20T10:00:00Z"), Samples.workout("b", at: "2026-11-21T10:00:00Z"),
        ]), to: ".local/state/intervald/history.jsonl")
      for block in blocks {
        switch block {
        case .file(let path, let text):
          try home.folder.write(text, to: path.replacing("~/.config", with: "config"))
        case .shell(let lines, let output?):
          let run = try await home.shell("exec 2>&1; \(lines.joined(separator: "\n"))")
          #expect(run.output == output, "\(lines)")
        case .shell(let lines, nil):
          for line in lines where line.contains("intervalctl ") && !Self.isSkipped(line) {
            let run = try await home.shell(line.contains("intervalctl watch") ? "\(line) | head -1" : line)
            #expect(run.status == 0, "\(line): \(run.messages)")
          }
        }
      }
    }
  }

  /// Whether a line is skipped.
  ///
  /// The skipped commands require a terminal, or are slow and tested elsewhere.
  private static func isSkipped(_ line: String) -> Bool {
    [
      "intervalctl render", "intervalctl new", "intervalctl start -n", "intervalctl start --dry-run",
      "intervalctl sensors test",
    ]
    .contains(where: line.hasPrefix)
  }

  /// The arguments of every `intervalctl` command in the blocks and in the text of a document.
  private static func commands(of document: String) async throws -> [[String]] {
    let blocks = try PastedBlock.blocks(in: document).flatMap { block -> [String] in
      guard case .shell(let lines, _) = block else { return [] }
      return lines.filter { $0.contains("intervalctl ") }
    }
    let text = try packageFile(document).split(separator: "\n").filter { !$0.hasPrefix("    ") }
    let spans = text.joined(separator: " ").matches(of: /`(intervalctl [^`]+)`/).map { String($0.1) }
    // A shell splits each command into words, and prints the words of each command in a single write. With several
    // writes, the words of a pipeline's commands could mix, because these commands run at the same time.
    let script = ["exec 3>&1", "intervalctl() { printf '%s\\n' \"$(printf '%s\\037' \"$@\")\" >&3; }"] + blocks + spans
    let folder = try TemporaryFolder()
    let words = try await Invocation.run("sh", ["-c", "cd \(folder.path)\n" + script.joined(separator: "\n")]).output
    return words.split(separator: "\n").map { $0.split(separator: "\u{1F}").map(String.init) }
  }
}
