import WorkoutViews
import WorkoutReports
import Concurrency
import Varlink
import ControlInterface

/// The daemon as a source of events.
///
/// It reconnects when the daemon has gone away: at once, or if the last connection lasted less than a second, after a
/// second, and then once a second.
struct DaemonSource: WatchSource {
  private let console: Console
  private let client: WorkoutClient?

  /// Takes over a first connection for the events; each command has its own connection.
  ///
  /// Without one, it connects itself, and waits for a daemon that does not run yet; the first event is then that it is
  /// away.
  init(_ client: WorkoutClient? = nil, console: Console) {
    self.client = client
    self.console = console
  }

  var clock: WatchClock { .monotonic }
  var note: String? { nil }
  var outlivesViews: Bool { true }

  /// - Throws: `TransportError` where the first conversation tells nothing, or what comes is not understood.
  func follow(_ receive: (WatchEvent) async throws -> Void) async throws {
    var first: WorkoutClient? = client
    // One that is waited for is no reason to end.
    var isThere = client == nil
    var hasBegun = isThere
    while true {
      var begin: ContinuousClock.Instant?
      do {
        let client = if let first { first } else { try await console.connect() }
        first = nil
        for try await event in client.watch() {
          begin = begin ?? .now
          (isThere, hasBegun) = (true, true)
          try await receive(.event(event))
        }
        guard hasBegun else { throw TransportError(.disconnected, context: "the watch ended") }
      } catch let error as TransportError where hasBegun && error.code.isAbsence {}
      if isThere {
        isThere = false
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
  /// Whether somebody is not there who may be there again.
  fileprivate var isAbsence: Bool {
    switch self {
    case .noSocket, .connectionRefused, .disconnected, .timedOut, .system: true
    case .addressInUse, .unusablePath, .malformedMessage, .slowReader, .busy: false
    }
  }
}
