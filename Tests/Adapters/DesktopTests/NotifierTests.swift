import Concurrency
import Desktop
import TestSupport
import TestTraits
import Testing

/// Checks the same requirements for the real notifier and for the in-memory notifier that other tests use.
@Suite(.ownProcess, .serialized, .hangLimit) struct NotifierTests {
  /// Checks the visible behaviour of a notifier that has a server.
  ///
  /// `count` waits until a notification with the given summary has been shown, and returns the number of notifications
  /// on the screen. `press` presses the button `Stop`.
  static func expectConformance(
    _ notifier: some Notifier, count: (_ summary: String) async throws -> Int?, press: () async throws -> Void
  ) async throws {
    notifier.prepare()
    guard case .available = await notifier.availability(within: generousLimit) else {
      Issue.record("the server is unavailable")
      return
    }
    for cue in [
      DesktopNotification.cue("Run 30 s"), .cue("Walk 40 s"), .cue("Run 31 s", closesPrevious: true),
      DesktopNotification(summary: "Workout finished"), .cue("Walk 42 s"),
    ] {
      notifier.show(cue)
      let shown = try await count(cue.summary)
      #expect(shown == 1, "\(cue.summary)")
    }
    try await press()
    var events = notifier.events.makeAsyncIterator()
    let appeared = await events.next()
    guard case .serverAppeared = appeared else {
      Issue.record("\(String(describing: appeared))")
      return
    }
    let pressed = await events.next()
    #expect(pressed == .action(key: "stop"))
    notifier.close()
    await notifier.shutDown(within: .seconds(1))
    let remaining = try await count("Walk 42 s")
    #expect(remaining == 0)
    while let event = await events.next() {
      // A server may close a notification by itself when a button of the notification was pressed.
      #expect(event == .closed(.dismissed))
    }
  }

  @Test func `the in-memory notifier meets the requirements`() async throws {
    let notifier = InMemoryNotifier()
    try await Self.expectConformance(
      notifier, count: { _ in notifier.shown == nil ? 0 : 1 }, press: { notifier.press("stop") })
    #expect(notifier.calls.elements.first == .prepare)
    #expect(notifier.calls.elements.suffix(2) == [.close, .shutDown])
  }

  @Test func `the notifier with libnotify and dunst meets the requirements`() async {
    await #expect(processExitsWith: .success) {
      do {
        try await Desktop.with { desktop in
          desktop.adopt()
          let server = try await NotificationServer.start(on: desktop)
          try await NotifierTests.expectConformance(
            LibnotifyNotifier(applicationName: "intervald", desktopEntry: "intervald"),
            count: { summary in
              let call = try await desktop.monitor.notification(summary)
              _ = try await desktop.monitor.number(of: call)
              return try await server.displayedCount()
            },
            press: { try await server.press("Stop") })
        }
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
