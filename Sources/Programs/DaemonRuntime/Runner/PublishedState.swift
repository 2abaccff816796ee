import Dispatch
import Synchronization
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// The runner's state after its last change, for callers on any thread.
struct PublishedState: Sendable {
  var engine = WorkoutEngine()
  var running: RunningWorkout?
  /// The units of a status if no workout runs.
  var idleUnits: DisplayUnits
  /// The suspends that `engine` already includes.
  var suspendRecord: SuspendRecord

  /// Applies a suspend that the runner has not handled yet, as the runner will.
  ///
  /// - Returns: whether there was one.
  mutating func handleSuspend(timeAsleep: Duration, at now: Instant) -> Bool {
    guard let suspend = suspendRecord.take(timeAsleep: timeAsleep, at: now, notified: false) else { return false }
    _ = engine.handleSuspend(suspend, policy: running?.settings.sleepPolicy ?? .continue, at: now)
    return true
  }

  /// The status of the workout; without `withPlan`, it does not contain the text of the plan.
  func status(at now: Instant, withPlan: Bool) -> Report.Status {
    Report.Status(engine.progress(at: now), of: running, at: now, withPlan: withPlan, idleUnits: idleUnits)
  }
}

extension WorkoutRunner {
  /// The status of the workout, computed on the calling thread from the published state.
  ///
  /// It never waits for the runner's queue. It includes a suspend that the runner has not handled yet, and then makes
  /// the runner handle it.
  package nonisolated func status() -> Report.Status {
    var state = published.withLock { $0 }
    let now = timekeeper.now
    if state.handleSuspend(timeAsleep: timekeeper.timeAsleep, at: now) {
      queue.async { [weak self] in self?.assumeIsolated { $0.handleSuspend() } }
    }
    return state.status(at: now, withPlan: true)
  }
}

/// The event streams of clients that watch, each with a buffer of its own.
struct Watchers {
  private var continuations: [Int: AsyncStream<Report.Event>.Continuation] = [:]
  private var nextID = 0

  /// The maximum number of unread events of a watcher; one more ends its stream.
  static let bufferSize = 64

  /// Adds a watcher.
  ///
  /// - Parameters:
  ///   - first: the first event.
  ///   - onEnd: called with the stream's number when its reader is gone.
  /// - Returns: the watcher's stream, which begins with `first`.
  mutating func add(first: Report.Event, onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<Report.Event> {
    let (stream, continuation) = AsyncStream<Report.Event>.makeStream(
      bufferingPolicy: .bufferingOldest(Self.bufferSize))
    let id = nextID
    nextID += 1
    continuations[id] = continuation
    continuation.yield(first)
    continuation.onTermination = { _ in onEnd(id) }
    return stream
  }

  /// Sends an event to all watchers, and ends the stream of each whose buffer is full: a gap would be worse.
  mutating func send(_ event: Report.Event) {
    for (id, continuation) in continuations {
      switch continuation.yield(event) {
      case .enqueued: continue
      default:
        continuation.finish()
        continuations[id] = nil
      }
    }
  }

  /// Sends the reports of workout events to all watchers; `idleUnits` are the units if no workout runs.
  mutating func send(_ events: [WorkoutEvent], idleUnits: DisplayUnits) {
    for event in events where !continuations.isEmpty {
      if let event = Report.Event(event, idleUnits: idleUnits) { send(event) }
    }
  }

  /// Ends all streams after the events that were sent.
  mutating func end() {
    for continuation in continuations.values { continuation.finish() }
    continuations = [:]
  }

  mutating func remove(_ id: Int) {
    continuations[id] = nil
  }
}
