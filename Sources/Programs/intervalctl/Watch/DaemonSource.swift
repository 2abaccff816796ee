import Concurrency
import ControlInterface
import Varlink
import WorkoutHistory
import WorkoutPresentation
import WorkoutReports
import WorkoutViews

/// The daemon as a source of events.
///
/// When the connection is lost, the source reconnects. If the next process of the daemon answers within
/// `WorkoutClient.restartLimit`, the source sends a `restarted` event, and otherwise an `away` event. If the workout has
/// ended in the meantime, its end is read from the history.
struct DaemonSource: WatchSource {
  private let console: Console
  private let client: WorkoutClient?
  /// The ID of the workout that the caller shows until its end; nil for all workouts.
  private let workoutID: String?

  /// Uses `client` as the first connection for events; each command opens its own connection.
  ///
  /// Without a client, the source makes the first connection itself. If the daemon is not running yet, the source sends
  /// an `away` event and waits for the daemon. `workoutID` is the ID of a workout that the daemon has started, if the
  /// caller shows this workout until its end.
  init(_ client: WorkoutClient? = nil, until workoutID: String? = nil, console: Console) {
    self.client = client
    self.workoutID = workoutID
    self.console = console
  }

  var clock: WatchClock { .monotonic }
  var note: String? { nil }
  var outlivesViews: Bool { true }

  /// - Throws: `TransportError` if the first connection ends before the first event, unless the daemon was missing from
  ///   the start or has started a workout; `TransportError` if a message is malformed; `Failure` if the workout of the
  ///   caller has ended without a result.
  func follow(_ receive: (WatchEvent) async throws -> Void) async throws {
    var first = client
    var toleratesAbsence = client == nil || workoutID != nil
    // A daemon that is missing from the start is reported at once.
    var lossTime = client == nil ? nil : ContinuousClock.now
    var isAway = false
    var hasConnected = false
    var running = workoutID
    var connectTime: ContinuousClock.Instant?
    while true {
      var hasEvents = false
      do {
        let client = if let first { first } else { try await console.connect(restartingWithin: .zero) }
        first = nil
        connectTime = .now
        for try await event in client.watch() {
          if !hasEvents {
            if hasConnected, !isAway { try await receive(.restarted) }
            if let end = try missedEnd(of: running, before: event.status) { try await receive(.event(end)) }
            (hasEvents, hasConnected, toleratesAbsence, isAway) = (true, true, true, false)
          }
          running = event.status.workoutId
          try await receive(.event(event))
        }
        guard toleratesAbsence else { throw TransportError(.disconnected, context: "the watch ended") }
      } catch let error as TransportError
        where error.code == .callUnread || toleratesAbsence && error.code.isAbsence
      {}
      try Task.checkCancellation()
      if hasEvents { lossTime = .now }
      if !isAway {
        if let lossTime, ContinuousClock.now - lossTime < WorkoutClient.restartLimit {
          // A daemon that ends each connection at once is not connected to more than once a second.
          let isBrief = hasEvents && connectTime.map { ContinuousClock.now - $0 < Self.pause } == true
          await (isBrief ? Self.pause : WorkoutClient.restartPause).elapse()
          continue
        }
        isAway = true
        try await receive(.away)
      }
      await Self.pause.elapse()
    }
  }

  /// The end of a workout that ran at the last event; nil if it is still active.
  ///
  /// - Throws: `Failure.endedUnseen` if the history does not contain the workout, and the caller waits for its end.
  private func missedEnd(of workout: String?, before status: Report.Status) throws -> Report.Event? {
    guard let workout, workout != status.workoutId else { return nil }
    let history = try? Library(environment: console.environment).history()
    if let index = try? history?.index(of: workout),
      let summary = try? history?.recordedSummary(at: index, hasLaps: true)
    {
      return Report.Event(endOf: summary, status: status)
    }
    guard workout == workoutID else { return nil }
    throw Failure.endedUnseen
  }

  func perform(_ command: WatchCommand) async throws {
    let client = try await console.connect()
    switch command {
    case .toggle:
      do {
        _ = try await client.toggle()
      } catch ControlError.notRunning {
        _ = try await WorkoutStarter(console: console).request(.usual, on: client)
      }
    case .next(let out): _ = try await client.next(out: out)
    case .previous: _ = try await client.previous()
    case .extend(let milliseconds): _ = try await client.extend(byMilliseconds: milliseconds)
    case .stop: _ = try await client.stop()
    }
  }

  func status() async throws -> Report.Status { try await console.connect().status() }

  /// The time between two attempts to connect to a daemon that is away.
  private static let pause = Duration.seconds(1)
}

extension TransportError.Code {
  /// Whether the daemon is unreachable, but may become reachable again.
  fileprivate var isAbsence: Bool {
    switch self {
    case .noSocket, .connectionRefused, .disconnected, .callUnread, .timedOut, .system: true
    case .addressInUse, .unusablePath, .foreignServer, .malformedMessage, .slowReader, .busy: false
    }
  }
}
