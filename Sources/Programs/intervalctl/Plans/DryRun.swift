import ControlInterface
import FoundationEssentials
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

/// A workout that is only displayed, on a fast clock: it gives no cues, and nothing is saved.
///
/// Events are computed one deadline at a time, when the view is ready to receive the next event. So a slow view misses
/// no event, and no queue grows.
actor DryRun: WatchSource {
  nonisolated let clock: WatchClock
  /// The status right after the start.
  nonisolated let started: Report.Status
  /// Whether the user can send commands.
  private let takesKeys: Bool
  private var rehearsal: Rehearsal
  /// Events that have not been delivered yet.
  private var pendingEvents: [Report.Event] = []
  private let ticker = Ticker()
  private nonisolated let ticks: AsyncStream<Void>

  /// Starts a workout on a clock that runs `speed` times as fast as real time.
  ///
  /// Without keys, the dry run fails at an interval that waits for a key.
  init(
    _ request: RequestedWorkout, speed: Int, takesKeys: Bool, configuration: Settings, environment: [String: String]
  ) {
    self.takesKeys = takesKeys
    let origin = WatchClock.monotonicNowNs
    let begin = Instant(sinceOrigin: .nanoseconds(origin))
    var rehearsal = Rehearsal(configuration: configuration, environment: environment)
    // The events of the start are not needed, because the view first receives `started`.
    _ = rehearsal.start(request, at: begin, on: .now)
    clock = WatchClock(origin: origin, speed: speed)
    started = rehearsal.status(at: begin, withPlan: true).withoutPunctuality
    self.rehearsal = rehearsal
    ticks = ticker.ticks
    ticker.set(for: origin)
  }

  nonisolated var note: String? { clock.speed == 1 ? "dry run" : "dry run, \(clock.speed) times as fast" }

  nonisolated var outlivesViews: Bool { false }

  /// Delivers the events, and returns when the workout has ended.
  ///
  /// - Throws: `Failure` if the workout waits for a key that the user cannot press.
  nonisolated func follow(_ receive: (WatchEvent) async throws -> Void) async throws {
    try await receive(.event(Report.Event(event: .state, status: started)))
    for await _ in ticks {
      while let event = await nextEvent() {
        try await receive(.event(event))
        // This loop may deliver any number of events, so other tasks get a chance to run after each event.
        await Task.yield()
        try Task.checkCancellation()
      }
      guard try await scheduleTick() else { return }
    }
  }

  /// - Throws: `ControlError` after the end of the workout.
  func perform(_ command: WatchCommand) throws {
    do {
      enqueue(try rehearsal.handle(Command(command), at: now))
    } catch {
      throw ControlError.notRunning
    }
    ticker.set(for: WatchClock.monotonicNowNs)
  }

  func status() -> Report.Status { rehearsal.status(at: now, withPlan: true).withoutPunctuality }

  private var now: Instant { Instant(sinceOrigin: .nanoseconds(clock.nowNs)) }

  /// Removes and returns the next event; nil if no event is due yet.
  private func nextEvent() -> Report.Event? {
    while pendingEvents.isEmpty, let deadline = rehearsal.nextDeadline, deadline <= now {
      enqueue(rehearsal.advance(to: deadline))
    }
    return pendingEvents.isEmpty ? nil : pendingEvents.removeFirst()
  }

  /// Sets the ticker for the next event; returns false if no event will follow.
  private func scheduleTick() throws(Failure) -> Bool {
    let status = rehearsal.status(at: now, withPlan: false)
    // Cues may follow, but an interval without an end ends only at a command.
    if status.phase == .running, status.intervalRemainingMs == nil, !takesKeys { throw .dryRunWithoutKeys }
    ticker.set(for: rehearsal.nextDeadline.map { clock.monotonicNs(at: $0.nanoseconds) })
    return rehearsal.isRunning || !pendingEvents.isEmpty
  }

  private func enqueue(_ events: [WorkoutEvent]) {
    pendingEvents += events.compactMap { Report.Event($0, idleUnits: rehearsal.idleUnits)?.withoutPunctuality }
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
  /// The status without the punctuality of cues, which are never late in a dry run.
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
