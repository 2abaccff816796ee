import DesktopNotifications
import Neighbours
import TestSupport
import Testing

/// What holds for every notifier: the real one against a real server, and the one in memory that other tests use.
@Suite(.ownProcess, .serialized, .timeLimit(.minutes(2))) struct NotifierTests {
  /// Drives a notifier that has a server, and looks at what is to be seen from outside.
  static func expectToBehave(_ notifier: some Notifier, shown: () async throws -> Bool, press: () async throws -> Void)
    async throws
  {
    notifier.prepare()
    guard case .available = await notifier.availability(within: generousLimit) else {
      Issue.record("no server")
      return
    }
    notifier.show(.cue("Run 30 s", startsAnew: true))
    notifier.show(.cue("Walk 40 s"))
    let isShown = try await shown()
    #expect(isShown)
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
    let isStillShown = try await shown()
    #expect(!isStillShown)
    while let event = await events.next() {
      // A server may close a notification by itself when one of its buttons was pressed.
      #expect(event == .closed(.dismissed))
    }
  }

  @Test func `in memory`() async throws {
    let notifier = InMemoryNotifier()
    try await Self.expectToBehave(notifier, shown: { notifier.shown != nil }, press: { notifier.press("stop") })
    #expect(
      notifier.calls.elements == [
        .prepare, .show(.cue("Run 30 s", startsAnew: true)), .show(.cue("Walk 40 s")), .close, .shutDown,
      ])
  }

  @Test func `with libnotify and dunst`() async {
    await #expect(processExitsWith: .success) {
      do {
        try await Desktop.with { desktop in
          desktop.adopt()
          let server = try await NotificationServer.start(on: desktop)
          try await NotifierTests.expectToBehave(
            LibnotifyNotifier(applicationName: "intervald", desktopEntry: "intervald"),
            shown: {
              let call = try await desktop.monitor.notification("Walk 40 s")
              _ = try await desktop.monitor.number(of: call)
              return try await server.displayedCount() == 1
            },
            press: { try await server.press("Stop") })
        }
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}
