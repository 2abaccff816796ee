import ControlInterface
import FoundationEssentials
import TestSupport
import TestTraits
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

@testable import intervalctl

@Suite(.hangLimit) struct DryRunTests {
  private static let longRun = "until 10mi (2m run @9:00/mi, 30s walk @16:00/mi)"

  @Test func `a dry run delivers every event of a long workout at the highest speed`() async throws {
    let request = try RequestedWorkout(text: Self.longRun, planName: nil, configuration: Settings())
    var rehearsal = Rehearsal(configuration: Settings(), environment: [:])
    let begin = Instant(sinceOrigin: .zero)
    let start = rehearsal.start(request, at: begin, on: .now)
    let expected = rehearsal.advance(to: begin + .seconds(36_000))
      .compactMap { Report.Event($0, idleUnits: rehearsal.idleUnits) }
    let events = try await Self.follow(Self.run(Self.longRun, speed: 3600))
    #expect(start.count > 1)
    #expect(expected.count > 200)
    #expect(events.dropFirst().map(\.text) == expected.map(\.text))
    #expect(events.dropFirst().map(\.cue) == expected.map(\.cue))
    #expect(events.dropFirst().map(\.status.elapsedMs) == expected.map(\.status.elapsedMs))
    let summary = try #require(events.last?.summary)
    #expect(summary.completed)
    #expect(summary.elapsedMs == expected.last?.summary?.elapsedMs)
    #expect(events.allSatisfy { $0.status.punctuality == nil })
    #expect(events.allSatisfy { $0.summary?.punctuality == nil })
  }

  @Test func `the first event contains the status at the start, and the status contains the plan`() async throws {
    let run = try Self.run("lead-in 5s\n600s run", speed: 1)
    let events = try await Self.follow(run) { _ in try await run.perform(.stop) }
    #expect(events[0].event == .state)
    #expect(events[0].status == run.started)
    #expect(events[0].status.plan != nil)
    #expect(run.started.phase == .leadIn)
    #expect(run.started.intervalRemainingMs == 5000)
    #expect(run.started.atNs == run.clock.reading(at: run.started.atNs))
  }

  @Test func `a dry run performs every command of the watch view`() async throws {
    let run = try Self.run("lead-in 60s\n2x(600s run, 600s walk)", speed: 1)
    // The first command pauses the workout, so the time that passes before the other commands has no effect.
    let commands: [WatchCommand] = [
      .toggle, .next(out: false), .next(out: false), .previous, .extend(milliseconds: 10_000), .toggle,
      .next(out: true),
    ]
    let events = try await Self.follow(run) { count in
      if count <= commands.count { try await run.perform(commands[count - 1]) }
    }
    #expect(events.map(\.cue) == [nil, .paused, .start, .start, .start, nil, .resumed, .finish])
    #expect(events.map(\.status.number) == [nil, nil, 1, 2, 1, 1, 1, nil])
    #expect(events[5].status.phase == .paused)
    #expect(events[5].status.intervalRemainingMs == 610_000)
    #expect(events[6].status.phase == .running)
    #expect(await run.status().phase == .idle)
    await #expect(throws: ControlError.notRunning) { try await run.perform(.toggle) }
  }

  @Test func `a stopped dry run delivers the summary of the workout`() async throws {
    let run = try Self.run("lead-in off\n600s run", speed: 60)
    let events = try await Self.follow(run) { _ in try await run.perform(.stop) }
    #expect(events.map(\.event) == [.state, .stopped])
    #expect(events.last?.summary?.completed == false)
  }

  @Test(arguments: [(1, "dry run"), (60, "dry run, 60 times as fast")])
  func `the note of a dry run contains the speed`(speed: Int, note: String) throws {
    #expect(try Self.run("30s", speed: speed).note == note)
  }

  private static func run(_ text: String, speed: Int) throws -> DryRun {
    let request = try RequestedWorkout(text: text, planName: nil, configuration: Settings())
    return DryRun(request, speed: speed, takesKeys: true, configuration: Settings(), environment: [:])
  }

  /// Follows a dry run to the end, and returns its events.
  ///
  /// After each event except the last, `react` is called with the number of events so far.
  private static func follow(
    _ run: DryRun, react: (Int) async throws -> Void = { _ in }
  ) async throws -> [Report.Event] {
    var events: [Report.Event] = []
    try await run.follow { update in
      guard case .event(let event) = update else { return }
      events.append(event)
      if event.summary == nil { try await react(events.count) }
    }
    return events
  }
}
