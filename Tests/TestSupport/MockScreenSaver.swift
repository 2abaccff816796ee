/// A screen saver service made with python-dbusmock; its methods have no effect.
package struct MockScreenSaver: Sendable {
  package static let name = "org.freedesktop.ScreenSaver"

  package let process: TestProcess

  /// Cookie that `Inhibit` returns by default.
  package static let cookie: Int64 = 7

  /// Starts the service on the session bus of a desktop.
  ///
  /// `inhibit` is the Python code of the method `Inhibit`.
  package static func start(
    on desktop: Desktop, inhibit: String = "ret = dbus.UInt32(\(cookie))"
  ) async throws -> MockScreenSaver {
    MockScreenSaver(
      process: try await desktop.startMock(
        name, at: "/org/freedesktop/ScreenSaver",
        methods: [("Inhibit", "ss", "u", inhibit), ("UnInhibit", "u", "", "")]))
  }
}
