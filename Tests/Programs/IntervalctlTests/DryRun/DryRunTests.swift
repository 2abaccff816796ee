import ControlInterface
import FoundationEssentials
import TestSupport
import Testing
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

@testable import intervalctl

@Suite(.timeLimit(.minutes(2))) struct DryRunTests {
  private static let longRun = "until 10mi (2m run @9:00/mi, 30s walk @16:00/mi)"

  @Test func `a long workout is told whole, however fast the clock`() async throws {
    let request = try RequestedWorkout(text: Self.longRun, planName: nil, configuration: Settings())
    var rehearsal = Rehearsal(configuration: Settings(), environment: [:])
    let begin = Instant(sinceOrigin: .zero)
    let start = rehearsal.start(request, at: begin, on: .now)
    let expected = rehearsal.advance(to: begin + .seconds(36_000))
      .compactMap { Report.Event($0, idleUnits: rehearsal.idleUnits) }
    let told = try await Self.follow(Self.run(Self.longRun, speed: 3600))
    #expect(start.count > 1 && expected.count > 200)
    #expect(told.dropFirst().map(\.text) == expected.map(\.text))
    #expect(told.dropFirst().map(\.cue) == expected.map(\.cue))
    #expect(told.dropFirst().map(\.status.elapsedMs) == expected.map(\.status.elapsedMs))
    let summary = try #require(told.last?.summary)
    #expect(summary.completed && summary.elapsedMs == expected.last?.summary?.elapsedMs)
    #expect(told.allSatisfy { $0.status.punctuality == nil && $0.summary?.punctuality == nil })
  }

  @Test func `the news begin with the workout as it was started, with its plan`() async throws {
    let run = try Self.run("lead-in 5s\n600s run", speed: 1)
    let told = try await Self.follow(run) { _ in try await run.perform(.stop) }
    #expect(told[0].event == .state && told[0].status == run.started && told[0].status.plan != nil)
    #expect(run.started.phase == .leadIn && run.started.intervalRemainingMs == 5000)
    #expect(run.started.atNs == run.clock.reading(at: run.started.atNs))
  }

  @Test func `all that a view can ask for is done`() async throws {
    let run = try Self.run("lead-in 60s\n2x(600s run, 600s walk)", speed: 1)
    // Paused, it does not matter how long all this takes.
    let commands: [WatchCommand] = [
      .toggle, .next(out: false), .next(out: false), .previous, .extend(milliseconds: 10_000), .toggle,
      .next(out: true),
    ]
    let told = try await Self.follow(run) { told in
      if told <= commands.count { try await run.perform(commands[told - 1]) }
    }
    #expect(told.map(\.cue) == [nil, .paused, .start, .start, .start, nil, .resumed, .finish])
    #expect(told.map(\.status.number) == [nil, nil, 1, 2, 1, 1, 1, nil])
    #expect(told[5].status.phase == .paused && told[5].status.intervalRemainingMs == 610_000)
    #expect(told[6].status.phase == .running)
    #expect(await run.status().phase == .idle)
    await #expect(throws: ControlError.notRunning) { try await run.perform(.toggle) }
  }

  @Test func `stopped, it says what the workout came to`() async throws {
    let run = try Self.run("lead-in off\n600s run", speed: 60)
    let told = try await Self.follow(run) { _ in try await run.perform(.stop) }
    #expect(told.map(\.event) == [.state, .stopped] && told.last?.summary?.completed == false)
  }

  @Test(arguments: [(1, "dry run"), (60, "dry run, 60 times as fast")])
  func `a view says that it is one, and how fast`(speed: Int, note: String) throws {
    #expect(try Self.run("30s", speed: speed).note == note)
  }

  private static func run(_ text: String, speed: Int) throws -> DryRun {
    let request = try RequestedWorkout(text: text, planName: nil, configuration: Settings())
    return DryRun(request, speed: speed, configuration: Settings(), environment: [:])
  }

  /// Follows a dry run to its end; `react` is told how many events have come.
  private static func follow(
    _ run: DryRun, react: (Int) async throws -> Void = { _ in }
  ) async throws -> [Report.Event] {
    var told: [Report.Event] = []
    try await run.follow { news in
      guard case .event(let event) = news else { return }
      told.append(event)
      if event.summary == nil { try await react(told.count) }
    }
    return told
  }
}
