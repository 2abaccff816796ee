import WorkoutReports
import DaemonRuntime
import PlanNotation
import TestSupport
import Testing
import ControlInterface
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// A rehearsal tells what the daemon's runner would; the seed is the test case.
@Suite struct RehearsalTests {
  @Test(arguments: UInt64(0)..<30)
  func `of any plan, whatever is asked, a rehearsal tells what the runner tells`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let isEndless = generator.oneIn(3)
    let plan = Plan.random(.init(hasOpenIntervals: true, hasForever: isEndless, hasPaces: false), using: &generator)
    let request = try RequestedWorkout(text: plan.notation, planName: "random", configuration: Settings())
    let fixture = RunnerFixture(configuration: Settings())
    let (runner, clock) = (fixture.runner, fixture.timekeeper)
    var rehearsal = Rehearsal(configuration: Settings(), environment: ["LANG": "de_DE.UTF-8"])
    var told = rehearsal.start(request, at: clock.now, on: clock.timeOfDay)
    _ = try await runner.start(request, replace: false)
    for _ in 0..<40 {
      let command = generator.oneIn(30) ? .stop : Command.random(using: &generator)
      do {
        told += try rehearsal.handle(command, at: clock.now)
        _ = try await runner.handle(command)
      } catch CommandError.notRunning {
        await #expect(throws: ControlError.notRunning) { try await runner.handle(command) }
      }
      clock.pass(.milliseconds(Int.random(in: 0...40_000, using: &generator)))
      told += rehearsal.advance(to: clock.now)
      #expect(runner.status().withoutID == rehearsal.status(at: clock.now, withPlan: true).withoutID)
    }
    let units = rehearsal.idleUnits
    let events = fixture.output.events
    #expect(
      told.compactMap { Report.Event($0, idleUnits: units)?.withoutID }
        == events.compactMap { Report.Event($0, idleUnits: units)?.withoutID })
    #expect(told.map(\.effect) == events.map(\.effect) && told.count > 1)
  }

  @Test func `a workout that another replaces has ended in what is told of it`() throws {
    let first = try RequestedWorkout(text: "forever 30s", planName: "first", configuration: .withoutCues)
    let second = try RequestedWorkout(text: "1m run", planName: "second", configuration: .withoutCues)
    let clock = ManualTimekeeper()
    var rehearsal = Rehearsal(configuration: .withoutCues, environment: [:])
    _ = rehearsal.start(first, at: clock.now, on: clock.timeOfDay)
    let told = rehearsal.start(second, at: clock.now, on: clock.timeOfDay)
      .compactMap { Report.Event($0, idleUnits: rehearsal.idleUnits) }
    #expect(told.map(\.event) == [.stopped, .state, .cue])
    #expect(told.map(\.status.phase) == [.idle, .leadIn, .leadIn])
    #expect(told.map(\.status.planName) == [nil, "second", "second"] && told[0].summary?.planName == "first")
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
