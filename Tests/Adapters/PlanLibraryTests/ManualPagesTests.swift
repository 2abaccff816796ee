import TestSupport
import Testing
import WorkoutModel

@testable import PlanNotation

/// Compares the manual pages for settings and plans with the code, and checks all pages with mandoc(1).
@Suite struct ManualPagesTests {
  @Test(arguments: ManualPage.names) func `mandoc reports no problem`(name: String) async throws {
    let lint = try await Invocation.run("mandoc", ["-T", "lint", ManualPage(name).path])
    // References to missing pages are allowed, because the pages of other programs may not be installed.
    let problems = lint.output.split(separator: "\n").filter { !$0.contains("referenced manual not found") }
    #expect(problems == [])
    #expect(lint.status != 127)
  }

  @Test func `every setting has an entry that shows whether the setting is allowed in plans`() throws {
    let entries = try ManualPage("intervald.conf.5").entries().filter { $0.macro == "Ic" }
    #expect(Set(entries.map(\.words[0])) == Set(names { $0 != .plans }))
    for entry in entries {
      let setting = try #require(SettingName(rawValue: entry.words[0]))
      // Two settings begin with `sound`. The setting that can name a file is not allowed in plans.
      let isForPlans = setting.scope == .both && entry.words.prefix(2) != ["sound", "Ar"]
      #expect(entry.text.contains { $0.contains("Can also be set in a plan.") } == isForPlans, "\(entry.words)")
      #expect(entry.text.contains { $0.hasPrefix("Defaults to") }, "\(entry.words)")
    }
    let words = try ManualPage("intervald.plan.5").entries().filter { $0.macro == "Ic" }.map(\.words[0])
    #expect(words.filter { SettingName(rawValue: $0) != nil }.sorted() == names { $0 == .plans })
    let section = try ManualPage("intervald.plan.5").lines(in: "DESCRIPTION").drop { $0 != ".Ic pace ," }
    let others = section.prefix { $0.hasPrefix(".Ic ") || $0 == "and" }.compactMap { line in
      line.split(separator: " ").dropFirst().first.map(String.init)
    }
    #expect(others.sorted() == names { $0 == .both })
  }

  @Test func `every choice of a setting is listed`() throws {
    let entries = try ManualPage("intervald.conf.5").entries()
    for (setting, choices) in [
      ("distance-units", DistanceUnit.allCases.map(\.rawValue)), ("pace-units", PaceUnit.allCases.map(\.rawValue)),
      ("notify", NotifyMode.allCases.map(\.rawValue)),
      ("media-keys", MediaKeys.allCases.map(\.rawValue)),
      ("notify-urgency", NotifyUrgency.allCases.map(\.rawValue)), ("on-sleep", SleepPolicy.allCases.map(\.rawValue)),
      ("distance-from", DistanceSource.allCases.map(\.rawValue)),
    ] {
      let entry = try #require(entries.first { $0.words[0] == setting })
      #expect(Set(entry.words.dropFirst(2)) == Set(choices))
    }
  }

  @Test func `the table of cues and channels shows the defaults`() throws {
    let rows = try ManualPage("intervald.conf.5").table(after: Channel.allCases.map(\.rawValue))
    #expect(Set(rows.map(\.[0])) == Set(Cue.allCases.map(\.rawValue)))
    #expect(rows.count == Cue.allCases.count)
    for row in rows {
      let cue = try #require(Cue(rawValue: row[0]))
      let channels = zip(Channel.allCases, row.dropFirst()).filter { $0.1 == "yes" }.map(\.0)
      #expect(Set(channels) == cue.defaultChannels, "\(cue)")
    }
  }

  @Test func `every cue is explained, its words are shown, and the cues are listed by importance`() throws {
    let page = try ManualPage("intervald.conf.5")
    let sayings = page.entries(in: "DESCRIPTION").filter { $0.macro == "Cm" && Cue(rawValue: $0.words[0]) != nil }
    for cue in Cue.allCases {
      let texts = sayings.filter { $0.words.contains(cue.rawValue) }.compactMap(\.text.first)
      #expect(texts.count == 2, "\(cue)")
      #expect(texts.last == cue.defaultWords().text, "\(cue)")
    }
    let text = page.lines(in: "DESCRIPTION")
    let order = text.filter { $0.hasPrefix(".Ic finish , ") || $0.hasPrefix(".Ic next , ") }
      .flatMap { $0.split(separator: " ").dropFirst().filter { $0 != "," && $0 != "." }.map(String.init) }
    #expect(order == Cue.allCases.map(\.rawValue))
  }

  @Test func `every field is explained`() throws {
    let listed = try ManualPage("intervald.conf.5").entries(in: "TEMPLATE FIELDS").flatMap(\.words)
    #expect(listed.sorted() == CueField.allCases.map(\.rawValue).sorted())
  }

  @Test func `every kind has an entry that describes the sound of the kind`() throws {
    let entries = try ManualPage("intervald.plan.5").entries()
    for kind in Kind.allCases {
      let entry = try #require(entries.first { $0.words == [kind.rawValue] }, "\(kind)")
      #expect(entry.text.first?.hasPrefix(kind.effort == .neutral ? "a bare cue" : "\(kind.effort)") == true)
    }
  }

  @Test func `every word for a goal or a unit is listed`() throws {
    let listed = try ManualPage("intervald.plan.5").entries().filter { $0.macro == "Ic" }.flatMap(\.words)
    let words =
      TimeUnit.allCases.flatMap(\.spellings) + DistanceUnit.allCases.flatMap(\.spellings) + Scanner.metreSpellings
      + Scanner.goalWords.filter { $0 != "open" }
    #expect(Set(words).subtracting(listed) == [])
  }

  @Test func `every example is valid`() throws {
    let plans = try ManualPage("intervald.plan.5").displays(in: "EXAMPLES")
    #expect(plans.count == 9)
    for plan in plans {
      #expect(throws: Never.self, "\(plan)") { try PlanFile(plan).workout(over: Settings()) }
    }
    let programs = try ManualPage("intervald.plan.5").displays(in: "DESCRIPTION").filter { $0.hasPrefix("name ") }
    #expect(programs.count == 1)
    for program in programs {
      #expect(throws: Never.self, "\(program)") { try ProgramFile(program).workouts(over: Settings()) }
    }
    let configurations = try ManualPage("intervald.conf.5").displays(in: "EXAMPLES")
    #expect(configurations.count == 5)
    for configuration in configurations {
      #expect(throws: Never.self, "\(configuration)") { try readConfiguration(configuration) }
    }
  }

  @Test func `the page explains the errors of typical mistakes`() throws {
    let mistakes = [
      "400m", "400mtr run", "until 5km (30s run)", "until 5km (2m rest)", "4x 30s run, 30s walk", "30",
      "30s run\npace run 5:00/km",
      "default-plan tabata", "30s squats", "5km run 5:00/km",
    ]
    let messages = mistakes.map { text in
      #expect(throws: NotationError.self) { try PlanFile(text).workout(over: Settings()) }?.message
    }
    let listed = try ManualPage("intervald.plan.5").entries(in: "DIAGNOSTICS").map { $0.words.joined(separator: " ") }
    #expect(Set(messages) == Set(listed))
  }

  private func names(_ isIncluded: (SettingName.Scope) -> Bool) -> [String] {
    SettingName.allCases.filter { isIncluded($0.scope) }.map(\.rawValue).sorted()
  }
}
