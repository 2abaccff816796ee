import Concurrency
import ControlInterface
import Varlink
import WorkoutReports
import WorkoutViews

/// The daemon as a source of events.
///
/// When the connection is lost, the source reconnects. If the connection lasted at least a second, the first attempt is
/// made at once. All other attempts are made after a pause of one second.
struct DaemonSource: WatchSource {
  private let console: Console
  private let client: WorkoutClient?

  /// Uses `client` as the first connection for events; each command opens its own connection.
  ///
  /// Without a client, the source makes the first connection itself. If the daemon is not running yet, the source sends
  /// an `away` event and waits for the daemon.
  init(_ client: WorkoutClient? = nil, console: Console) {
    self.client = client
    self.console = console
  }

  var clock: WatchClock { .monotonic }
  var note: String? { nil }
  var outlivesViews: Bool { true }

  /// - Throws: `TransportError` if the first connection ends before the first event, or if a message is malformed.
  func follow(_ receive: (WatchEvent) async throws -> Void) async throws {
    var first: WorkoutClient? = client
    // Without a first connection, a missing daemon is an `away` event instead of an error.
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

  /// The time between two attempts to connect.
  ///
  /// After a connection that lasted at least this long, the next attempt is made at once.
  private static let pause = Duration.seconds(1)
}

extension TransportError.Code {
  /// Whether the daemon is unreachable, but may become reachable again.
  fileprivate var isAbsence: Bool {
    switch self {
    case .noSocket, .connectionRefused, .disconnected, .timedOut, .system: true
    case .addressInUse, .unusablePath, .foreignServer, .malformedMessage, .slowReader, .busy: false
    }
  }
}
