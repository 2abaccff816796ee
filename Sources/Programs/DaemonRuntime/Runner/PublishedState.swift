import Dispatch
import Synchronization
import Varlink
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// The runner's state after its last change, for callers on any thread.
///
/// It is a class, because the code that copies a large structure would make the program 15 KiB larger.
final class PublishedState: Sendable {
  private let engine: WorkoutEngine
  private let running: RunningWorkout?
  /// The units of the status when no workout runs.
  private let idleUnits: DisplayUnits
  /// The suspends that are already applied to `engine`.
  private let suspendRecord: SuspendRecord
  /// The part of the workout that the last restart has lost.
  private let lost: Report.LossWord?

  init(
    engine: WorkoutEngine, running: RunningWorkout?, idleUnits: DisplayUnits, suspendRecord: SuspendRecord,
    lost: Report.LossWord?
  ) {
    self.engine = engine
    self.running = running
    self.idleUnits = idleUnits
    self.suspendRecord = suspendRecord
    self.lost = lost
  }

  /// The urgency of the workout's notifications; nil if no workout runs, or if the workout shows no notifications.
  var notificationUrgency: NotifyUrgency? {
    guard let running, running.cueRules.usedChannels.contains(.notification) else { return nil }
    return running.settings.urgency
  }

  /// The status of the workout; without `withPlan`, it does not contain the text of the plan.
  func status(at now: Instant, withPlan: Bool) -> Report.Status { status(of: engine, at: now, withPlan: withPlan) }

  /// Predicts the status after a suspend that the runner has not handled yet; nil if the runner has handled all
  /// suspends.
  func status(afterSuspend timeAsleep: Duration, at now: Instant) -> Report.Status? {
    var (suspendRecord, engine) = (suspendRecord, engine)
    guard let suspend = suspendRecord.take(timeAsleep: timeAsleep, at: now, notified: false) else { return nil }
    _ = engine.handleSuspend(suspend, policy: running?.settings.sleepPolicy ?? .continue, at: now)
    return status(of: engine, at: now, withPlan: true)
  }

  private func status(of engine: WorkoutEngine, at now: Instant, withPlan: Bool) -> Report.Status {
    var status = Report.Status(
      engine.progress(at: now), of: running, at: now, withPlan: withPlan, idleUnits: idleUnits)
    status.lost = lost
    return status
  }
}

extension WorkoutRunner {
  /// The status of the workout, computed on the calling thread from the published state.
  ///
  /// The call never waits for the runner's queue. If the runner has not handled a suspend yet, the returned status
  /// already includes the suspend. The runner handles the suspend later, on its queue.
  package nonisolated func status() -> Report.Status {
    let state = published.withLock { $0 }
    let now = timekeeper.now
    if let status = state.status(afterSuspend: timekeeper.timeAsleep, at: now) {
      queue.async { [weak self] in self?.assumeIsolated { $0.handleSuspend() } }
      return status
    }
    return state.status(at: now, withPlan: true)
  }
}

extension WorkoutRunner {
  /// The urgency of the workout's notifications; nil if no workout runs, or if the workout shows no notifications.
  ///
  /// The call never waits for the runner's queue.
  nonisolated var notificationUrgency: NotifyUrgency? { published.withLock { $0 }.notificationUrgency }
}

/// The event streams of clients that watch; each stream has its own buffer.
struct Watchers {
  private var watchers: [Int: Watcher] = [:]
  private var nextID = 0

  private struct Watcher {
    let continuation: AsyncThrowingStream<Report.Event, any Error>.Continuation
    let unread: UnreadEvents
  }

  /// The number of events that wait for the reader of a stream.
  private final class UnreadEvents: Sendable {
    let count = Atomic(0)
  }

  var isEmpty: Bool { watchers.isEmpty }

  /// The maximum number of unread events of a watcher; a further event ends the watcher's stream with an error.
  static let bufferSize = 64
  /// The maximum number of unread events to which an event with values of sensors is added.
  static let maxBeforeMeasured = bufferSize / 2

  /// Adds a watcher.
  ///
  /// - Parameters:
  ///   - first: the first event.
  ///   - onEnd: called with the number of the stream when the stream has no reader any more.
  /// - Returns: the watcher's stream, which begins with `first`.
  mutating func add(
    first: Report.Event, onEnd: @escaping @Sendable (Int) -> Void
  ) -> some AsyncSequence<Report.Event, any Error> & Sendable {
    let (stream, continuation) = AsyncThrowingStream<Report.Event, any Error>.makeStream(
      bufferingPolicy: .bufferingOldest(Self.bufferSize))
    let id = nextID
    nextID += 1
    let unread = UnreadEvents()
    watchers[id] = Watcher(continuation: continuation, unread: unread)
    unread.count.add(1, ordering: .relaxed)
    continuation.yield(first)
    continuation.onTermination = { _ in onEnd(id) }
    return stream.map { event in
      unread.count.subtract(1, ordering: .relaxed)
      return event
    }
  }

  /// Sends an event to all watchers, and ends the streams whose buffers are full.
  ///
  /// A watcher notices the end of its stream, but would not notice a missing event. Only values of sensors are left out
  /// if a watcher is slow, because later events contain later values.
  mutating func send(_ event: Report.Event) {
    for (id, watcher) in watchers {
      let unread = watcher.unread.count.load(ordering: .relaxed)
      guard event.event != .measured || unread < Self.maxBeforeMeasured else { continue }
      watcher.unread.count.add(1, ordering: .relaxed)
      switch watcher.continuation.yield(event) {
      case .enqueued: break
      default:
        let error = TransportError(.slowReader, context: "\(Self.bufferSize) events were waiting")
        watcher.continuation.finish(throwing: error)
        watchers[id] = nil
      }
    }
  }

  /// Sends the reports of workout events to all watchers; `idleUnits` are the units when no workout runs.
  mutating func send(_ events: [WorkoutEvent], idleUnits: DisplayUnits) {
    for event in events where !isEmpty {
      if let event = Report.Event(event, idleUnits: idleUnits) { send(event) }
    }
  }

  mutating func remove(_ id: Int) {
    watchers[id] = nil
  }
}
