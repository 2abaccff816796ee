import Concurrency
import TestSupport
import TestTraits
import Testing

@testable import Desktop

/// Detection of Do Not Disturb, on real servers or through the same interfaces.
@Suite(.ownProcess, .serialized, .hangLimit) struct DoNotDisturbTests {
  @Test func `a paused dunst hides notifications`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        _ = try await scenario.begin()
        #expect(await scenario.notifier.silence(within: generousLimit) == .off)
        try await scenario.desktop.run("dunstctl", ["set-paused", "true"])
        #expect(await scenario.notifier.silence(within: generousLimit) == .complete)
      }
    }
  }

  @Test func `a notification asks for the state, but not soon again, and a lost server clears the state`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let (desktop, notifier) = (scenario.desktop, scenario.notifier)
        let server = try await scenario.begin()
        #expect(notifier.lastSilence == nil)
        try await desktop.run("dunstctl", ["set-paused", "true"])
        let mark = desktop.monitor.mark
        for text in ["Run 30 s", "Walk 40 s", "Run 50 s"] {
          notifier.show(.cue(text))
          _ = try await desktop.monitor.number(of: desktop.monitor.notification(text))
        }
        try await scenario.wait(for: .complete)
        try await desktop.run("dunstctl", ["set-paused", "false"])
        #expect(notifier.lastSilence == .complete)
        #expect(desktop.monitor.messages(from: mark).count { $0.member == "Get" && $0.kind == .call } == 1)
        #expect(await notifier.silence(within: generousLimit) == .off)
        #expect(notifier.lastSilence == .off)
        try await server.process.killAndWait()
        try await scenario.wait(for: nil)
      }
    }
  }

  @Test(arguments: [
    ("gnome-shell", Silence.exceptCritical), ("Plasma", .exceptCritical), ("Xfce Notify Daemon", .exceptCritical),
    ("SwayNotificationCenter", .exceptCritical), ("dunst", .complete), ("mako", .complete),
    ("Notification Daemon", .complete), ("cinnamon", .complete),
  ])
  func `the server determines whether critical notifications are hidden`(name: String, silence: Silence) {
    let server = ServerInformation(name: name, vendor: "MATE", version: "1", capabilities: [])
    #expect(server.silenceSource != nil)
    #expect(server.silence == silence)
  }

  @Test(arguments: [
    (Silence.off, [DesktopNotification.Urgency]()), (.exceptCritical, [.normal, .byServer]),
    (.complete, [.normal, .byServer, .critical]),
  ])
  func `a silence hides notifications by their urgency`(silence: Silence, hidden: [DesktopNotification.Urgency]) {
    #expect([.normal, .byServer, .critical].filter(silence.hides) == hidden)
  }

  @Test func `while the server hangs, questions have no answer, and only a few questions wait`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        let server = try await scenario.begin()
        scenario.notifier.show(.cue("Run 30 s"))
        _ = try await scenario.desktop.monitor.number(of: scenario.desktop.monitor.notification("Run 30 s"))
        try await scenario.wait(for: .off)
        server.hang()
        scenario.notifier.show(.cue("Walk 40 s"))
        _ = try await scenario.desktop.monitor.notification("Walk 40 s")
        let answers = await withTaskGroup(of: Silence?.self) { group in
          for _ in 0..<40 { group.addTask { await scenario.notifier.silence(within: .milliseconds(50)) } }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: nil, count: 40))
        let waiting = scenario.notifier.requests.contents.silenceCallers.count
        #expect(waiting == [SilenceCaller].maxSilenceCallers)
        let mark = scenario.desktop.monitor.mark
        server.resume()
        #expect(await scenario.notifier.silence(within: generousLimit) == .off)
        let isQuestion: @Sendable (BusMessage) -> Bool = { $0.member == "Get" && $0.kind == .call }
        _ = try await scenario.desktop.monitor.first("the question", from: mark, where: isQuestion)
        #expect(scenario.desktop.monitor.messages(from: mark).count(where: isQuestion) <= 2)
      }
    }
  }

  @Test func `a server that does not report it leaves it unknown`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        #expect(await scenario.notifier.silence(within: generousLimit) == nil)
        try await scenario.begin(onMock: "mock")
        #expect(await scenario.notifier.silence(within: generousLimit) == nil)
      }
    }
  }

  @Test func `a server without the property of its real counterpart leaves it unknown`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        try await scenario.begin(onMock: "Plasma")
        #expect(await scenario.notifier.silence(within: generousLimit) == nil)
      }
    }
  }

  @Test func `on GNOME, the setting of the desktop hides notifications, and makes them normal`() async {
    await #expect(processExitsWith: .success) {
      do {
        try await Desktop.with { desktop in
          let settings = try await desktop.installNotificationSettings(showBanners: false)
          desktop.adopt(settings)
          let notifier = LibnotifyNotifier(applicationName: "Interval timer", desktopEntry: "intervald")
          _ = try await MockNotificationServer.start(
            on: desktop, name: "gnome-shell", version: "43.9", capabilities: ["actions", "body"], notify: "ret = 7")
          notifier.prepare()
          _ = await notifier.availability(within: generousLimit)
          #expect(await notifier.silence(within: generousLimit) == .exceptCritical)
          var cue = DesktopNotification.cue("Run 30 s")
          cue.urgency = .byServer
          notifier.show(cue)
          #expect(try await desktop.monitor.notification("Run 30 s").hints["urgency"] == .integer(1))
          await notifier.shutDown(within: generousLimit)
        }
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}

extension NotifierScenario {
  /// Waits until the last answer of the server has a value.
  fileprivate func wait(for silence: Silence?) async throws {
    try await withTimeLimit("\(String(describing: silence)) as the last answer") {
      while notifier.lastSilence != silence {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
  }

  /// Starts a server with a name that shows nothing, and waits until the notifier has found it.
  fileprivate func begin(onMock name: String) async throws {
    _ = try await MockNotificationServer.start(
      on: desktop, name: name, capabilities: ["actions", "body"], notify: "ret = 7")
    notifier.prepare()
    try await serverAppeared()
  }
}

extension Desktop {
  /// Installs the setting of GNOME that hides notifications, in a folder of the test; returns the environment for it.
  fileprivate func installNotificationSettings(showBanners: Bool) async throws -> [String: String] {
    try folder.write(
      """
      <schemalist>
        <schema id="org.gnome.desktop.notifications" path="/org/gnome/desktop/notifications/">
          <key name="show-banners" type="b"><default>\(showBanners)</default></key>
        </schema>
      </schemalist>
      """, to: "schemas/test.gschema.xml")
    try await run("glib-compile-schemas", [folder.path(of: "schemas")])
    return ["GSETTINGS_SCHEMA_DIR": folder.path(of: "schemas"), "GSETTINGS_BACKEND": "memory"]
  }
}
