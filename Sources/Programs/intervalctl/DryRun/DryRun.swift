import WorkoutViews
import WorkoutReports
import FoundationEssentials
import ControlInterface
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// A workout on a fast clock with nobody but a view to it: no cue is given, and nothing is kept.
///
/// What happens is worked out one deadline at a time when the view is ready to hear it, so that one that falls behind
/// misses nothing, and nothing piles up.
actor DryRun: WatchSource {
  nonisolated let clock: WatchClock
  /// How the workout stands when it has just been started.
  nonisolated let started: Report.Status
  private var rehearsal: Rehearsal
  /// What has happened and is not told yet.
  private var untold: [Report.Event] = []
  private let ticker = Ticker()
  private nonisolated let ticks: AsyncStream<Void>

  /// Starts a workout on a clock that goes `speed` times as fast from now on.
  init(_ request: RequestedWorkout, speed: Int, configuration: Settings, environment: [String: String]) {
    let origin = WatchClock.monotonicNowNs
    let begin = Instant(sinceOrigin: .nanoseconds(origin))
    var rehearsal = Rehearsal(configuration: configuration, environment: environment)
    // What is told of the start is how the workout stands behind it.
    _ = rehearsal.start(request, at: begin, on: .now)
    clock = WatchClock(origin: origin, speed: speed)
    started = rehearsal.status(at: begin, withPlan: true).withoutPunctuality
    self.rehearsal = rehearsal
    ticks = ticker.ticks
    ticker.set(for: origin)
  }

  nonisolated var note: String? { clock.speed == 1 ? "dry run" : "dry run, \(clock.speed) times as fast" }

  nonisolated var outlivesViews: Bool { false }

  /// Returns when the workout is over.
  nonisolated func follow(_ receive: (WatchEvent) async throws -> Void) async throws {
    try await receive(.event(Report.Event(event: .state, status: started)))
    for await _ in ticks {
      while let event = await nextEvent() {
        try await receive(.event(event))
        // There may be no end of them: whatever else waits has its turn between them.
        await Task.yield()
        try Task.checkCancellation()
      }
      guard await awaitsMore() else { return }
    }
  }

  /// - Throws: `ControlError` behind the end.
  func perform(_ command: WatchCommand) throws {
    do {
      tell(try rehearsal.handle(Command(command), at: now))
    } catch {
      throw ControlError.notRunning
    }
    ticker.set(for: WatchClock.monotonicNowNs)
  }

  func status() -> Report.Status { rehearsal.status(at: now, withPlan: true).withoutPunctuality }

  private var now: Instant { Instant(sinceOrigin: .nanoseconds(clock.nowNs)) }

  /// Takes the next of what has happened by now.
  private func nextEvent() -> Report.Event? {
    while untold.isEmpty, let deadline = rehearsal.nextDeadline, deadline <= now {
      tell(rehearsal.advance(to: deadline))
    }
    return untold.isEmpty ? nil : untold.removeFirst()
  }

  /// Has the ticker tick when there is more to tell; false when there will be nothing.
  private func awaitsMore() -> Bool {
    ticker.set(for: rehearsal.nextDeadline.map { clock.monotonicNs(at: $0.nanoseconds) })
    return rehearsal.isRunning || !untold.isEmpty
  }

  private func tell(_ events: [WorkoutEvent]) {
    untold += events.compactMap { Report.Event($0, idleUnits: rehearsal.idleUnits)?.withoutPunctuality }
  }
}

extension Command {
  fileprivate init(_ command: WatchCommand) {
    self =
      switch command {
      case .toggle: .toggle
      case .next(let out): .next(out: out)
      case .previous: .previous
      case .extend(let milliseconds): .extend(by: .milliseconds(milliseconds))
      case .stop: .stop
      }
  }
}

extension Report.Status {
  /// The same, without how late cues were: nothing is late that waits for nobody.
  fileprivate var withoutPunctuality: Report.Status {
    var status = self
    status.punctuality = nil
    return status
  }
}

extension Report.Event {
  fileprivate var withoutPunctuality: Report.Event {
    var event = self
    event.status.punctuality = nil
    event.summary?.punctuality = nil
    return event
  }
}
