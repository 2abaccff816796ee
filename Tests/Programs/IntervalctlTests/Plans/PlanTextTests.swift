import PlanLibrary
import PlanNotation
import TestSupport
import Testing
import UserFiles
import WorkoutFiles
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

@testable import intervalctl

/// Tests of `PlanText`.
///
/// `PlanText` and its parsed file are classes: identical references show that a text was not parsed again.
@Suite struct PlanTextTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = Library(environment: ["XDG_CONFIG_HOME": folder.path, "XDG_CONFIG_DIRS": "/nonexistent"])
  }

  @Test func `classifying, reading and starting a typed plan parses it only once`() throws {
    let argument = try #require(try PlanArgument(words: ["4x(30s run,", "30s walk)"], in: library.plans))
    guard case .text(let typed) = argument else {
      Issue.record("the words are not a plan: \(argument)")
      return
    }
    let request = try StartRequest(argument, overrides: PlanOverrides(), library: library)
    #expect(request.text === typed)
    let file = try typed.file
    #expect(try typed.read(over: Settings()).file === file)
    #expect(try typed.requested(over: Settings()).file === file)
  }

  @Test func `an override changes the settings but not the plan`() throws {
    let text = PlanText(text: "lead-in 5s\n30s run,\n30s walk # easy")
    var settings = Settings()
    settings.leadIn = .seconds(10)
    let overridden = try text.overridden(by: settings)
    #expect(try overridden.file.plan == text.file.plan)
    #expect(try overridden.file.settings.leadIn == .seconds(10))
    #expect(overridden.text == "lead-in 10s\n30s run, 30s walk")
  }

  @Test func `a plan without overrides is returned unchanged`() throws {
    let text = PlanText(text: "30s run # easy")
    #expect(try text.overridden(by: PlanOverrides(), over: Settings()) === text)
  }

  @Test func `an error in a plan with overrides has its position in the original text`() throws {
    try folder.write("30s walk\nuntil 5km (30s run)\n", to: "hills.plan")
    let path = "\(folder.path)/hills.plan"
    var settings = Settings()
    settings.leadIn = .seconds(10)
    let plan = try PlanText(file: path)
    let failure = try #require(throws: Failure.self) { try plan.read(over: Settings()) }
    #expect(failure.message.hasPrefix("\(path):2:"))
    #expect(throws: failure) { try plan.overridden(by: settings).read(over: Settings()) }
  }

  @Test func `an imported plan is used without parsing its text`() throws {
    let workout = try ImportedWorkout(Array("- 30s\n- 1km\n".utf8), format: .icu, per: .kilometres)
    let text = PlanText(importing: workout, planName: "hills", path: "hills.icu")
    #expect(text.text == "30s run\n1km run\n")
    #expect(try text.file.plan == workout.plan)
    var settings = Settings()
    settings.paces = [.run: .time(.seconds(300), per: .kilometres)]
    let overridden = try text.overridden(by: settings)
    #expect(overridden.text == "pace run 5:00/km\n30s run\n1km run\n")
    #expect(try overridden.requested(over: Settings()).file === overridden.file)
  }

  @Test func `an error in an imported plan has its position in the notation of the plan`() throws {
    let workout = try ImportedWorkout(Array("- 30s\n- 1km\n".utf8), format: .icu, per: .kilometres)
    let text = PlanText(importing: workout, planName: "hills", path: "hills.icu")
    let failure = try #require(throws: Failure.self) { try text.read(over: Settings()) }
    #expect(failure.excerpt == Failure.Excerpt(lineText: "1km run", column: 1))
  }
}
