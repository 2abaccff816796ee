import Concurrency
import ControlInterface
import Varlink
import WorkoutReports
import WorkoutViews

/// The daemon as a source of events.
///
/// It reconnects when the connection is lost: at once if the connection lasted at least a second, otherwise after a
/// second, then once a second.
struct DaemonSource: WatchSource {
  private let console: Console
  private let client: WorkoutClient?

  /// Uses `client` as the first connection for events; each command opens its own connection.
  ///
  /// Without a client, it connects on its own and waits for a daemon that is not running yet, after an `away` event.
  init(_ client: WorkoutClient? = nil, console: Console) {
    self.client = client
    self.console = console
  }

  var clock: WatchClock { .monotonic }
  var note: String? { nil }
  var outlivesViews: Bool { true }

  /// - Throws: `TransportError` if the first connection ends before an event, or if a message is malformed.
  func follow(_ receive: (WatchEvent) async throws -> Void) async throws {
    var first: WorkoutClient? = client
    // Without a first connection, a missing daemon is reported as away and not as an error.
    var reportsAbsence = client == nil
    var toleratesAbsence = client == nil
    while true {
      var begin: ContinuousClock.Instant?
      do {
        let client = if let first { first } else { try await console.connect() }
        first = nil
        for try await event in client.watch() {
          begin = begin ?? .now
          (reportsAbsence, toleratesAbsence) = (true, true)
          try await receive(.event(event))
        }
        guard toleratesAbsence else { throw TransportError(.disconnected, context: "the watch ended") }
      } catch let error as TransportError where toleratesAbsence && error.code.isAbsence {}
      if reportsAbsence {
        reportsAbsence = false
        try await receive(.away)
        if let begin, ContinuousClock.now - begin >= Self.pause { continue }
      }
      await Self.pause.elapse()
      try Task.checkCancellation()
    }
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

  /// The time between attempts to connect, unless the last connection lasted at least that long.
  private static let pause = Duration.seconds(1)
}

extension TransportError.Code {
  /// Whether the daemon is unreachable but may come back.
  fileprivate var isAbsence: Bool {
    switch self {
    case .noSocket, .connectionRefused, .disconnected, .timedOut, .system: true
    case .addressInUse, .unusablePath, .malformedMessage, .slowReader, .busy: false
    }
  }
}
