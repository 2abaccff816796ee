import Desktop
import TestSupport
import TestTraits
import Testing

/// A real notifier on its own desktop, with the events that the notifier reports.
///
/// libnotify and GLib have global state, and read the environment only once. Therefore, each scenario runs in its own
/// process, as the body of an exit test.
struct NotifierScenario: Sendable {
  let desktop: Desktop
  let notifier: LibnotifyNotifier
  let events = Recording<NotifierEvent>()

  /// Runs a scenario with a bus; at its beginning, no server is running, and the notifier has not been called.
  static func run(
    attemptInterval: Duration = .seconds(60),
    _ body: @escaping @Sendable (NotifierScenario) async throws -> Void
  ) async {
    await Desktop.runScenario(
      recording: \.events, events: \.notifier.events, shutDown: { await $0.notifier.shutDown(within: .seconds(1)) },
      make: { desktop in
        NotifierScenario(
          desktop: desktop,
          notifier: LibnotifyNotifier(
            applicationName: "intervald", desktopEntry: "intervald", attemptInterval: attemptInterval))
      }, body: body)
  }

  /// Starts a server, and begins a workout.
  func begin() async throws -> NotificationServer {
    let server = try await NotificationServer.start(on: desktop)
    notifier.prepare()
    try await serverAppeared()
    return server
  }

  /// Starts a server, and waits until the prepared notifier has found the server.
  func startServer() async throws -> NotificationServer {
    let mark = events.count
    let server = try await NotificationServer.start(on: desktop)
    try await serverAppeared(from: mark)
    return server
  }

  /// Waits until the notifier reports a server.
  func serverAppeared(from mark: Int = 0) async throws {
    _ = try await events.first("a server", from: mark) { event in
      if case .serverAppeared = event { true } else { false }
    }
  }

  /// Waits until the notifier reports that no server is available, and returns the reason.
  func serverUnavailable(from mark: Int = 0) async throws -> NotificationFailure? {
    let event = try await events.first("the loss of the server", from: mark) { event in
      if case .serverUnavailable = event { true } else { false }
    }
    if case .serverUnavailable(let failure) = event { return failure }
    return nil
  }
}

extension DesktopNotification {
  /// A cue in the middle of a workout.
  static func cue(_ summary: String, closesPrevious: Bool = false) -> Self {
    Self(
      summary: summary, body: "Then: walk 40 s", withoutButtons: "To stop: type", icon: "intervald", progress: 30,
      actions: [.init(key: "stop", label: "Stop"), .init(key: "pause", label: "Pause")],
      expiry: .never, isResident: true, closesPrevious: closesPrevious)
  }
}
