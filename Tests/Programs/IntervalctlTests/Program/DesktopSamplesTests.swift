import ControlInterface
import JSON
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import intervalctl

/// Tests that run every command in the samples of docs/desktop.md.
@Suite(.hangLimit) struct DesktopSamplesTests {
  /// The samples of each section of the document, by the heading of the section.
  private let samples: [String: [String]]

  init() throws {
    let sections = try packageFile("docs/desktop.md").split(separator: "\n## ").dropFirst()
    samples = Dictionary(
      uniqueKeysWithValues: sections.map { section in
        let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
        let blocks = lines.dropFirst().split { !$0.isEmpty && !$0.hasPrefix("    ") }
          .map { $0.map { $0.dropFirst(4) }.joined(separator: "\n") }.filter { !$0.allSatisfy(\.isNewline) }
        return (String(lines[0]), blocks)
      })
  }

  /// The sections without commands of intervalctl; other tests run the commands of these sections.
  private static let otherSections: Set<String> = [
    "Notifications", "Status bars", "Notifications on a phone or a watch", "Home Assistant and MQTT", "Timewarrior",
  ]

  /// The pattern of the commands in each section, by the heading of the section.
  private static var commands: [String: Regex<(Substring, Substring)>] {
    [
      "Waybar": /": "(intervalctl .*)"/, "Polybar": /= (intervalctl .*)/, "i3blocks": /command=(intervalctl .*)/,
      "i3status-rust": /command = "(intervalctl .*)"/, "swaybar": /status_command "(intervalctl .*)"/,
      "Quickshell": /"(intervalctl [^"]*)"/, "tmux": /#\((intervalctl .*)\)/, "Keys in sway": /exec (intervalctl .*)/,
      "Keys in GNOME": /command '(intervalctl .*)'/,
    ]
  }

  @Test func `every command in the samples works`() async throws {
    #expect(Set(samples.keys) == Set(Self.commands.keys).union(Self.otherSections))
    let samples = samples
    let daemon = ScriptedController(.init(events: [Report.Event(event: .state, status: Samples.running)]))
    try await ProgramHome.with(daemon: daemon) { home in
      for (section, pattern) in Self.commands {
        let text = samples[section]?.joined(separator: "\n") ?? ""
        let commands = text.matches(of: pattern).map { String($0.1) }
        #expect(commands.count == text.split(separator: "intervalctl ").count - 1, "\(section)")
        #expect(!commands.isEmpty, "\(section)")
        for command in commands {
          let run = try await home.shell("\(command) | head -1")
          #expect(run.status == 0, "\(command)")
          #expect(run.messages == [], "\(command)")
          #expect(run.output.first?.isEmpty == false, "\(command)")
        }
      }
    }
  }

  @Test func `the sample for Waybar and the output of its command are JSON`() async throws {
    let sample = try #require(samples["Waybar"]?.first)
    let configuration = try JSONValue(parsing: Array("{\(sample)}".utf8))
    let module = try #require(configuration.object?["custom/intervald"]?.object)
    #expect(module["return-type"] == "json")
    let exec = try #require(module["exec"]?.string)
    let daemon = ScriptedController(.init(events: [Report.Event(event: .state, status: Samples.running)]))
    try await ProgramHome.with(daemon: daemon) { home in
      let line = try #require(try await home.shell("\(exec) | head -1").output.first)
      let text = try JSONValue(parsing: Array(line.utf8)).object?["text"]?.string
      #expect(text?.hasPrefix("▲ run 0:") == true)
    }
  }

  @Test func `tmux shows the status line that the sample for tmux configures`() async throws {
    let sample = try #require(samples["tmux"]?.first)
    let daemon = ScriptedController(.init(events: [Report.Event(event: .state, status: Samples.paused(by: .user))]))
    try await ProgramHome.with(daemon: daemon) { home in
      try home.folder.write("\(sample)\n", to: ".tmux.conf")
      let terminal = try await ProgramTerminal(in: home)
      // The server ends with the terminal.
      try await terminal.enter("tmux -u -S inner -f .tmux.conf new-session sh ';' set-option -s exit-unattached on")
      try await terminal.line(with: "‖ run 0:23")
    }
  }
}
