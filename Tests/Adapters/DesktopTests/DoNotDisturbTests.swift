import Desktop
import TestSupport
import TestTraits
import Testing

/// Detection of Do Not Disturb, on real servers or through the same interfaces.
@Suite(.ownProcess, .serialized, .timeLimit(.minutes(2))) struct DoNotDisturbTests {
  @Test func `a paused dunst hides notifications`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        _ = try await scenario.begin()
        #expect(await scenario.notifier.isSilenced(within: generousLimit) == false)
        try await scenario.desktop.run("dunstctl", ["set-paused", "true"])
        #expect(await scenario.notifier.isSilenced(within: generousLimit) == true)
      }
    }
  }

  @Test func `a server that does not report it leaves it unknown`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        #expect(await scenario.notifier.isSilenced(within: generousLimit) == nil)
        try await scenario.begin(onMock: "mock")
        #expect(await scenario.notifier.isSilenced(within: generousLimit) == nil)
      }
    }
  }

  @Test func `a server without the property of its real counterpart leaves it unknown`() async {
    await #expect(processExitsWith: .success) {
      await NotifierScenario.run { scenario in
        try await scenario.begin(onMock: "Plasma")
        #expect(await scenario.notifier.isSilenced(within: generousLimit) == nil)
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
          #expect(await notifier.isSilenced(within: generousLimit) == true)
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
