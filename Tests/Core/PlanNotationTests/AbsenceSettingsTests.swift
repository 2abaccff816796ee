import PlanNotation
import Testing
import WorkoutModel

/// The settings for the times at which the machine sleeps, or the daemon is away.
@Suite struct AbsenceSettingsTests {
  @Test(arguments: SleepPolicy.allCases)
  func `a configuration says what becomes of a workout, and reads back as it is printed`(policy: SleepPolicy) throws {
    let settings = try readConfiguration("on-sleep \(policy.rawValue)\nresume-within 1m30s")
    #expect(settings.sleepPolicy == policy && settings.maxAbsence == .seconds(90))
    #expect(settings.notation == "on-sleep \(policy.rawValue)\nresume-within 1m30s\n")
    #expect(settings.over(Settings()) == settings && Settings().over(settings) == settings)
  }

  @Test func `a workout never goes on by itself where that is off`() throws {
    let settings = try readConfiguration("resume-within off")
    #expect(settings.maxAbsence == .zero)
    #expect(settings.notation == "resume-within off\n")
  }

  @Test func `a configuration that is silent has it paused, and going on within five minutes`() throws {
    let settings = try readConfiguration("")
    #expect(settings.sleepPolicy == .pause && settings.maxAbsence == .seconds(300))
  }

  @Test(arguments: [
    ("on-sleep wake", 10, "found 'wake', expected pause, continue or stop"),
    ("on-sleep pause stop", 16, "found 'stop', expected the end of the line"),
    ("on-sleep stop\non-sleep stop", 1, "'on-sleep' is set twice"),
    ("resume-within 0.5s", 15, "'0.5s' is out of range: 1s to 99h59m59s"),
    ("resume-within on", 15, "found 'on', expected a time such as 10s, or off"),
    ("resume-within of", 15, "found 'of', expected a time such as 10s, or off"),
  ])
  func `a mistake says where and what instead`(text: String, column: Int, message: String) throws {
    let error = try #require(throws: NotationError.self) { try readConfiguration(text) }
    #expect(error.message == message && error.column == column)
  }

  @Test(arguments: ["on-sleep stop", "resume-within 1h"]) func `a plan says nothing of it`(setting: String) throws {
    let error = try #require(throws: NotationError.self) { try PlanFile("\(setting)\n30s") }
    #expect(error.message.contains("only intervald.conf controls suspends and restarts"))
  }
}
