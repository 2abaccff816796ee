import ControlInterface
import DaemonRuntime
import PlanNotation
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// Compares a rehearsal with the daemon's runner.
///
/// The seed of each test case determines the plan and the commands of the test case.
@Suite struct RehearsalTests {
  @Test(arguments: UInt64(0)..<30)
  func `a rehearsal of a random plan with random commands has the same events as the runner`(seed: UInt64) async throws
  {
    var generator = SplitMix64(seed: seed)
    let isEndless = generator.oneIn(3)
    let plan = Plan.random(.init(hasOpenIntervals: true, hasForever: isEndless, hasPaces: false), using: &generator)
    let request = try RequestedWorkout(text: plan.notation, planName: "random", configuration: Settings())
    let fixture = RunnerFixture(configuration: Settings())
    let (runner, clock) = (fixture.runner, fixture.timekeeper)
    var rehearsal = Rehearsal(configuration: Settings(), environment: ["LANG": "de_DE.UTF-8"])
    var rehearsed = rehearsal.start(request, at: clock.now, on: clock.timeOfDay)
    _ = try await runner.start(request, replace: false)
    for _ in 0..<40 {
      let command = generator.oneIn(30) ? .stop : Command.random(correcting: false, using: &generator)
      do {
        rehearsed += try rehearsal.handle(command, at: clock.now)
        _ = try await runner.handle(command)
      } catch CommandError.notRunning {
        await #expect(throws: ControlError.notRunning) { try await runner.handle(command) }
      }
      clock.pass(.milliseconds(Int.random(in: 0...40_000, using: &generator)))
      rehearsed += rehearsal.advance(to: clock.now)
      #expect(runner.status().withoutID == rehearsal.status(at: clock.now, withPlan: true).withoutID)
    }
    let units = rehearsal.idleUnits
    let events = fixture.output.events
    #expect(
      rehearsed.compactMap { Report.Event($0, idleUnits: units)?.withoutID }
        == events.compactMap { Report.Event($0, idleUnits: units)?.withoutID })
    #expect(rehearsed.map(\.effect) == events.map(\.effect))
    #expect(rehearsed.count > 1)
  }

  @Test func `the stop of a replaced workout reports the idle state`() throws {
    let first = try RequestedWorkout(text: "forever 30s", planName: "first", configuration: .withoutCues)
    let second = try RequestedWorkout(text: "1m run", planName: "second", configuration: .withoutCues)
    let clock = ManualTimekeeper()
    var rehearsal = Rehearsal(configuration: .withoutCues, environment: [:])
    _ = rehearsal.start(first, at: clock.now, on: clock.timeOfDay)
    let rehearsed = rehearsal.start(second, at: clock.now, on: clock.timeOfDay)
      .compactMap { Report.Event($0, idleUnits: rehearsal.idleUnits) }
    #expect(rehearsed.map(\.event) == [.stopped, .state, .cue])
    #expect(rehearsed.map(\.status.phase) == [.idle, .leadIn, .leadIn])
    #expect(rehearsed.map(\.status.planName) == [nil, "second", "second"])
    #expect(rehearsed[0].summary?.planName == "first")
  }
}

extension Report.Status {
  fileprivate var withoutID: Report.Status {
    var status = self
    status.workoutId = nil
    return status
  }
}

extension Report.Event {
  fileprivate var withoutID: Report.Event {
    var event = self
    event.status = status.withoutID
    event.summary?.workoutId = ""
    return event
  }
}
