import Concurrency
import ControlInterface
import Dispatch
import PlanNotation
import TestSupport
import Testing
import Varlink
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

@testable import DaemonRuntime

@Suite struct WorkoutRunnerTests {
  private let fixture = RunnerFixture()

  @Test func `the alarm is set to the next deadline, and is off without a deadline`() async throws {
    let (runner, clock) = (fixture.runner, fixture.timekeeper)
    #expect(clock.alarm == nil)
    let start = clock.now
    try await fixture.start("lead-in 5s\n10s run, 10s walk")
    #expect(clock.alarm == start + .seconds(5))
    clock.pass(.seconds(7))
    #expect(clock.alarm == start + .seconds(15))
    _ = try await runner.handle(.pause(.user))
    #expect(clock.alarm == nil)
    clock.pass(.seconds(60))
    _ = try await runner.handle(.resume)
    #expect(clock.alarm == start + .seconds(75))
    _ = try await runner.stop()
    #expect(clock.alarm == nil)
  }

  @Test func `a status does not wait for the runner's queue`() async throws {
    let executor = QueueExecutor(label: "test")
    let runner = WorkoutRunner(
      on: executor, timekeeper: fixture.timekeeper, configuration: .withoutCues, store: InMemoryStore())
    let request = try RequestedWorkout(text: "1m run", planName: "minute", configuration: .withoutCues)
    _ = try await runner.start(request, replace: false)
    let (busy, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    executor.queue.async {
      busy.signal()
      release.wait()
    }
    defer { release.signal() }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        busy.wait()
        continuation.resume()
      }
    }
    #expect(runner.status().planName == "minute")
  }

  @Test func `the workout is saved in memory at cues, and on disk at commands and full minutes`() async throws {
    let store = InMemoryStore()
    let fixture = RunnerFixture(store: store)
    try await fixture.start("lead-in off\n600x(20s run, 30s walk)")
    let start = fixture.timekeeper.now
    func savedTimes() -> [Duration?] { [store.saved, store.savedOnDisk].map { $0.map { $0.clocks.now - start } } }
    #expect(savedTimes() == [.zero, .zero])
    fixture.timekeeper.pass(.seconds(52))
    #expect(savedTimes() == [.seconds(50), .zero])
    fixture.timekeeper.pass(.seconds(9))
    #expect(savedTimes() == [.seconds(60), .seconds(60)])
    fixture.timekeeper.pass(.seconds(10))
    #expect(savedTimes() == [.seconds(70), .seconds(60)])
    _ = try await fixture.runner.handle(.pause(.user))
    #expect(savedTimes() == [.seconds(71), .seconds(71)])
  }

  @Test func `a cue shortly before a full minute saves on disk, so no alarm is set for that minute`() async throws {
    let store = InMemoryStore()
    let fixture = RunnerFixture(store: store)
    try await fixture.start("lead-in off\n600x(28s run, 28s walk)")
    let start = fixture.timekeeper.now
    fixture.timekeeper.pass(.seconds(57))
    #expect(store.savedOnDisk.map { $0.clocks.now - start } == .seconds(56))
    #expect(fixture.timekeeper.alarm == start + .seconds(84))
  }

  @Test func `outputs receive all events in order, with the summary last`() async throws {
    try await fixture.start("lead-in 1s\n2s run @5:00/km, 2s walk", planName: "short")
    fixture.timekeeper.pass(.seconds(10), lateness: .milliseconds(3))
    let events = fixture.output.events
    #expect(
      events.map(\.effect).dropLast() == [
        .started, .leadInBegan, .intervalBegan(lateness: .milliseconds(3), missed: 0),
        .intervalBegan(lateness: .milliseconds(3), missed: 0),
      ])
    let summary = try #require(events.last?.summary)
    #expect(summary.completed)
    #expect(summary.elapsedMs == 4000)
    #expect(summary.intervals == 2)
    #expect(summary.planName == "short")
    #expect(summary.startedAt == "2026-01-01T00:00:00Z")
    #expect(summary.endedAt == "2026-01-01T00:00:05Z")
    #expect(summary.distanceIsPartial == true)
    #expect(summary.plannedMs == 4000)
    #expect(summary.punctuality == Report.Punctuality(cues: 3, lastUs: 3000, meanUs: 3000, maxUs: 3000, missed: 0))
    #expect(fixture.runner.status().phase == .idle)
  }

  @Test func `an output receives all events of a moment before the next output receives any`() async throws {
    let received = Recording<String>()
    let outputs = ["first", "second"].map { NamedOutput(name: $0, received: received) }
    let fixture = RunnerFixture(configuration: Settings(), outputs: outputs)
    try await fixture.start("lead-in 1s\n2s run, 2s walk")
    let mark = received.count
    fixture.timekeeper.pass(.seconds(1))
    #expect(
      Array(received.elements.dropFirst(mark)) == [
        "first began", "first announced", "second began", "second announced",
      ])
  }

  /// Records `NAME began` for each interval that begins, and `NAME announced` for each cue.
  private struct NamedOutput: WorkoutOutput {
    let name: String
    let received: Recording<String>

    func receive(_ event: WorkoutEvent) {
      switch event.effect {
      case .intervalBegan: received.append("\(name) began")
      case .announced: received.append("\(name) announced")
      default: break
      }
    }
  }

  @Test func `a start during a workout is refused, and a replacing start stops the workout`() async throws {
    let first = try await fixture.start("forever 30s")
    let error = try await #require(throws: ControlError.self) { try await fixture.start("1m run") }
    guard case .alreadyRunning(let status) = error else { return #expect(Bool(false), "\(error)") }
    #expect(status.workoutId == first.workoutId)
    let second = try await fixture.start("1m run", replace: true)
    #expect(second.workoutId != first.workoutId)
    let events = fixture.output.events
    #expect(events.compactMap(\.summary).map(\.workoutId) == [first.workoutId])
    #expect(events.last?.workout.id == second.workoutId)
  }

  @Test func `commands without a workout are refused`() async throws {
    for command in [
      Command.stop, .pause(.user), .resume, .toggle, .next(out: false), .previous, .extend(by: .zero),
      .correct(metres: 1),
    ] {
      await #expect(throws: ControlError.notRunning) { try await fixture.runner.handle(command) }
    }
    await #expect(throws: ControlError.notRunning) { try await fixture.runner.stop() }
  }

  @Test func `a command after a deadline applies to the state after that deadline`() async throws {
    let start = fixture.timekeeper.now
    try await fixture.start("lead-in off\n10s run, 10s walk, 10s jog")
    // The command arrives before the alarm rings.
    fixture.timekeeper.pass(.seconds(12), lateness: .seconds(5))
    let status = try await fixture.runner.handle(.next(out: false))
    #expect(status.interval?.kind == "jog")
    #expect(fixture.timekeeper.alarm == start + .seconds(22))
  }

  @Test func `a status contains all properties of the workout`() async throws {
    try await fixture.start(
      "name \"Test\"\nlead-in off\ndistance-units mi\npace run 11:30/mi\n2x(3x(30s run \"go\", 400mtr walk @16:30/mi))")
    fixture.timekeeper.pass(.milliseconds(30_000 + 246_040 + 10_000))
    let status = fixture.runner.status()
    #expect(status.phase == .running)
    #expect(status.title == "Test")
    #expect(status.distanceUnits == "mi")
    #expect(status.paceUnits == "min/mi")
    #expect(status.number == 3)
    #expect(status.of == 12)
    #expect(status.rounds == [Report.Round(number: 1, of: 2, inner: 1), Report.Round(number: 2, of: 3, inner: 0)])
    #expect(status.interval?.kind == "run")
    #expect(status.interval?.label == "go")
    #expect(status.interval?.goal == "30s")
    #expect(status.interval?.durationMs == 30_000)
    #expect(status.next?.goal == "400mtr")
    #expect(status.next?.distanceM == 400)
    #expect(status.next?.durationMs == 246_063)
    #expect(status.elapsedMs == 286_040)
    #expect(status.intervalElapsedMs == 9977)
    #expect(status.intervalRemainingMs == 20_023)
    #expect(status.plan?.hasPrefix("name \"Test\"") == true)
    let metres = try #require(status.distanceM)
    #expect(abs(metres - (400 + 39.977 * 1609.344 / 690)) < 0.01)
    #expect(status.deadlineNs.map { $0 - status.atNs } == 20_022_992_126)
  }

  @Test func `a watcher receives the state at once, then every event`() async throws {
    var watching = await fixture.runner.watch().makeAsyncIterator()
    #expect(try await watching.next()?.status.phase == .idle)
    try await fixture.start("lead-in 1s\n1s run")
    fixture.timekeeper.pass(.seconds(1))
    _ = try await fixture.runner.handle(.extend(by: .seconds(3)))
    _ = try await fixture.runner.handle(.pause(.user))
    _ = try await fixture.runner.handle(.resume)
    fixture.timekeeper.pass(.seconds(4))
    var events: [Report.Event] = []
    for _ in 0..<7 { events.append(try #require(try await watching.next())) }
    #expect(events.map(\.event) == [.state, .cue, .cue, .state, .cue, .cue, .finished])
    #expect(events.map(\.cue) == [nil, .leadIn, .start, nil, .paused, .resumed, .finish])
    #expect(events.allSatisfy { $0.status.plan == nil })
    #expect(events[2].text == "Run 1 s. The last one. 0:01 left")
    #expect(events[6].summary?.completed == true)
    #expect(events[6].status.phase == .idle)
    var late = await fixture.runner.watch().makeAsyncIterator()
    #expect(try await late.next()?.event == .state)
  }

  @Test func `the stream of a slow watcher ends with an error, and other watchers are unaffected`() async throws {
    let slow = await fixture.runner.watch()
    var quick = await fixture.runner.watch().makeAsyncIterator()
    _ = try await quick.next()
    try await fixture.start("lead-in off\n200x(1s)")
    for _ in 0..<2 { _ = try await quick.next() }
    for number in 2...100 {
      fixture.timekeeper.pass(.seconds(1))
      #expect(try await quick.next()?.status.number == number)
    }
    var seen = 0
    await #expect(throws: TransportError(.slowReader, context: "64 events were waiting")) {
      for try await _ in slow { seen += 1 }
    }
    #expect(seen == 64)
  }

  @Test func `a watcher that has caught up receives values of sensors again`() async throws {
    var watchers = Watchers()
    let status = fixture.runner.status()
    var watching = watchers.add(first: Report.Event(event: .state, status: status)) { _ in }.makeAsyncIterator()
    for _ in 0..<2 {
      for _ in 0..<100 { watchers.send(Report.Event(event: .measured, status: status)) }
      watchers.send(Report.Event(event: .state, status: status))
      var received: [Report.EventWord] = []
      while received.last != .state || received.count == 1 {
        received.append(try #require(await watching.next()).event)
      }
      #expect(received.count { $0 == .measured } >= Watchers.maxBeforeMeasured - 1)
    }
  }

  @Test(arguments: [("10m run", "mi mph"), ("10m run @6:00/km", "km min/km")])
  func `a reload changes the units of a running workout only if the plan has no units`(plan: String, units: String)
    async throws
  {
    try await fixture.start("lead-in off\n\(plan)")
    await fixture.runner.adopt(try readConfiguration("distance-units mi\npace-units mph"))
    let status = fixture.runner.status()
    #expect("\(status.distanceUnits) \(status.paceUnits)" == units)
  }

  @Test func `a reload changes a running workout's cues but not its paces`() async throws {
    let start = fixture.timekeeper.now
    try await fixture.start("pace run 6:00/km\nlead-in off\n1km run, 1km run")
    var settings = try readConfiguration("pace run 5:00/km\ndistance-units mi\nsound off\ncountdown 7")
    settings.cues = Settings.withoutCues.cues.merging([.countdown: [.voice]]) { $1 }
    await fixture.runner.adopt(settings)
    let status = fixture.runner.status()
    #expect(status.distanceUnits == "km")
    #expect(status.remainingMs == 720_000)
    fixture.timekeeper.pass(.seconds(352))
    #expect(fixture.timekeeper.alarm == start + .seconds(353))
    fixture.timekeeper.pass(.seconds(360))
    #expect(fixture.timekeeper.alarm == start + .seconds(713))
    #expect(fixture.output.events.last?.workout.settings.playsSounds == false)
  }
}
