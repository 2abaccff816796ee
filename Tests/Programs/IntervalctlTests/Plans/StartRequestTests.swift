import TestSupport
import Testing
import WorkoutModel

@testable import intervalctl

@Suite struct StartRequestTests {
  @Test func `a typed plan is requested by its unchanged text`() throws {
    #expect(try request(.text("4X( 30s RUN )")) == .text(PlanText(text: "4X( 30s RUN )")))
  }

  @Test func `a named plan is requested by its name, and the usual plan is requested without an argument`() throws {
    guard case .named("run", session: nil, found: let plan?) = try request(.named("run")) else {
      Issue.record("not a named plan")
      return
    }
    #expect(plan.planName == "run")
    #expect(try request(.named("elsewhere")) == .named("elsewhere"))
    #expect(try request(nil) == .usual)
  }

  @Test func `overrides replace the settings of a plan, and the plan must exist`() throws {
    var overrides = Settings()
    overrides.leadIn = .seconds(10)
    overrides.paces = [.run: .time(.seconds(600), per: .miles)]
    guard case .text(let plan) = try request(.named("run"), PlanOverrides(settings: overrides)) else {
      Issue.record("not a text")
      return
    }
    #expect(plan.planName == "run")
    #expect(plan.text == "pace run 10:00/mi\npace walk 20:00/mi\nlead-in 10s\n30s run, 30s walk")
    #expect(throws: Failure.self) { try request(.named("elsewhere"), PlanOverrides(settings: overrides)) }
  }

  @Test func `an invalid or missing plan is an error and is not requested`() {
    #expect(throws: Failure.self) { try request(.text("until 5km (30s run)")) }
    #expect(throws: Failure.self) { try request(.named("wrong")) }
    #expect(throws: Failure.self) { try request(.file("/nonexistent/x.plan")) }
  }

  private func request(_ argument: PlanArgument?, _ overrides: PlanOverrides = PlanOverrides()) throws -> StartRequest {
    let folder = try TemporaryFolder()
    try folder.write("pace run 9:00/mi\npace walk 20:00/mi\n30s run\n30s walk\n", to: "intervald/plans/run.plan")
    try folder.write("30s rum", to: "intervald/plans/wrong.plan")
    let library = Library(environment: ["XDG_CONFIG_HOME": folder.path, "XDG_CONFIG_DIRS": "/nonexistent"])
    return try StartRequest(argument, overrides: overrides, library: library)
  }
}
