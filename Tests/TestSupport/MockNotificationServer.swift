/// A notification server that can do and say what a test wants: python-dbusmock.
package struct MockNotificationServer: Sendable {
  package let process: TestProcess

  /// Starts a server that says that it is called `name` and has these capabilities.
  ///
  /// `notify` is the Python code of its method `Notify`, with the arguments in `args` and the number in `ret`. With a
  /// `refusal` those words are all that one who asks what it is gets.
  package static func start(
    on desktop: Desktop, name: String = "mock", capabilities: [String], notify: String, refusal: String? = nil
  ) async throws -> MockNotificationServer {
    let identity =
      refusal.map { "raise dbus.exceptions.DBusException('\($0)', name='\(NotificationServer.name).Refused')" }
      ?? "ret = ('\(name)', 'intervald', '1', '1.2')"
    let list = capabilities.map { "'\($0)'" }.joined(separator: ", ")
    return MockNotificationServer(
      process: try await desktop.startMock(
        NotificationServer.name, at: "/org/freedesktop/Notifications",
        methods: [
          ("GetServerInformation", "", "ssss", identity),
          ("GetCapabilities", "", "as", "ret = dbus.Array([\(list)], signature='s')"),
          ("Notify", "susssasa{sv}i", "u", notify),
          ("CloseNotification", "u", "", ""),
        ]))
  }
}
