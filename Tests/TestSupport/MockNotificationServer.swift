/// A notification server whose replies are defined by a test: python-dbusmock.
package struct MockNotificationServer: Sendable {
  package let process: TestProcess

  /// Starts a server that reports this name and these capabilities.
  ///
  /// `notify` is the Python code of the method `Notify`. The code gets the arguments in `args`, and assigns the ID of
  /// the notification to `ret`. If `refusal` is not nil, `GetServerInformation` fails with this message.
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
