import TestSupport
import Testing
import WorkoutModel
import WorkoutSettings

@testable import PlanNotation

/// The manual pages of settings and plans against the code, and all pages against mandoc(1).
@Suite struct ManualPagesTests {
  @Test(arguments: ManualPage.names) func `mandoc finds no fault`(name: String) async throws {
    let lint = try await Invocation.run("mandoc", ["-T", "lint", ManualPage(name).path])
    // Which other pages are installed is the machine's affair.
    let faults = lint.output.split(separator: "\n").filter { !$0.contains("referenced manual not found") }
    #expect(faults == [] && lint.status != 127)
  }

  @Test func `every setting has its entry, which says whether plans may have it`() throws {
    let entries = try ManualPage("intervald.conf.5").entries().filter { $0.macro == "Ic" }
    #expect(entries.map(\.words[0]).sorted() == names { $0 != .plans })
    for entry in entries {
      let scope = try #require(SettingName(rawValue: entry.words[0])).scope
      #expect(entry.text.contains { $0.contains("In plans too.") } == (scope == .both), "\(entry.words[0])")
      #expect(entry.text.contains { $0.hasPrefix("Default:") }, "\(entry.words[0])")
    }
    let words = try ManualPage("intervald.plan.5").entries().filter { $0.macro == "Ic" }.map(\.words[0])
    #expect(words.filter { SettingName(rawValue: $0) != nil }.sorted() == names { $0 == .plans })
  }

  @Test func `every choice of a setting is told`() throws {
    let entries = try ManualPage("intervald.conf.5").entries()
    for (setting, choices) in [
      ("distance-units", DistanceUnit.allCases.map(\.rawValue)), ("pace-units", PaceUnit.allCases.map(\.rawValue)),
    ] {
      let entry = try #require(entries.first { $0.words[0] == setting })
      #expect(Set(entry.words.dropFirst(2)) == Set(choices))
    }
  }

  @Test func `every kind has its entry, which says how it is heard`() throws {
    let entries = try ManualPage("intervald.plan.5").entries()
    for kind in Kind.allCases {
      let entry = try #require(entries.first { $0.words == [kind.rawValue] }, "\(kind)")
      #expect(entry.text.first?.hasPrefix(kind.effort == .neutral ? "a bare cue" : "\(kind.effort)") == true)
    }
  }

  @Test func `every word that can be a goal or its unit is told`() throws {
    let told = try ManualPage("intervald.plan.5").entries().filter { $0.macro == "Ic" }.flatMap(\.words)
    let words =
      TimeUnit.allCases.flatMap(\.spellings) + DistanceUnit.allCases.flatMap(\.spellings) + Scanner.metreSpellings
      + Scanner.goalWords.filter { $0 != "open" }
    #expect(Set(words).subtracting(told) == [])
  }

  @Test func `the examples can be run`() throws {
    let plans = try ManualPage("intervald.plan.5").displays(in: "EXAMPLES")
    #expect(plans.count == 9)
    for plan in plans {
      #expect(throws: Never.self, "\(plan)") { try PlanFile(plan).workout(over: Settings()) }
    }
    let configurations = try ManualPage("intervald.conf.5").displays(in: "EXAMPLES")
    #expect(configurations.count == 2)
    for configuration in configurations {
      #expect(throws: Never.self, "\(configuration)") { try readConfiguration(configuration) }
    }
  }

  @Test func `the errors that are explained are those that there are`() throws {
    let mistakes = [
      "400m", "400mtr run", "until 5km (30s run)", "4x 30s run, 30s walk", "30", "30s run\npace run 5:00/km",
      "default-plan tabata",
    ]
    let messages = mistakes.map { text in
      #expect(throws: NotationError.self) { try PlanFile(text).workout(over: Settings()) }?.message
    }
    let told = try ManualPage("intervald.plan.5").entries(in: "DIAGNOSTICS").map { $0.words.joined(separator: " ") }
    #expect(Set(messages) == Set(told))
  }

  private func names(_ isMeant: (SettingName.Scope) -> Bool) -> [String] {
    SettingName.allCases.filter { isMeant($0.scope) }.map(\.rawValue).sorted()
  }
}
