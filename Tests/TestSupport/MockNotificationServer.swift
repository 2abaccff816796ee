/// A notification server whose replies are defined by a test: python-dbusmock.
package struct MockNotificationServer: Sendable {
  package let process: TestProcess
  private let desktop: Desktop

  /// Starts a server that reports this name, this version and these capabilities.
  ///
  /// `notify` is the Python code of the method `Notify`. The code gets the arguments in `args`, and assigns the ID of
  /// the notification to `ret`. If `refusal` is not nil, `GetServerInformation` fails with this message.
  package static func start(
    on desktop: Desktop, name: String = "mock", version: String = "1", capabilities: [String], notify: String,
    refusal: String? = nil
  ) async throws -> MockNotificationServer {
    let identity =
      refusal.map { "raise dbus.exceptions.DBusException('\($0)', name='\(NotificationServer.name).Refused')" }
      ?? "ret = ('\(name)', 'intervald', '\(version)', '1.2')"
    let list = capabilities.map { "'\($0)'" }.joined(separator: ", ")
    return MockNotificationServer(
      process: try await desktop.startMock(
        NotificationServer.name, at: "/org/freedesktop/Notifications",
        methods: [
          ("GetServerInformation", "", "ssss", identity),
          ("GetCapabilities", "", "as", "ret = dbus.Array([\(list)], signature='s')"),
          ("Notify", "susssasa{sv}i", "u", notify),
          ("CloseNotification", "u", "", ""),
        ]), desktop: desktop)
  }

  /// Sends a signal of the server, with two arguments of the given D-Bus types.
  package func send(_ signal: String, _ types: String, _ number: Int64, _ value: String) async throws {
    let mock = "\(NotificationServer.name) /org/freedesktop/Notifications org.freedesktop.DBus.Mock"
    let call = "busctl --user call \(mock) EmitSignal sssav \(NotificationServer.name) \(signal) \(types) 2"
    let type = types.suffix(1)
    try await desktop.run("sh", ["-c", "\(call) u \(number) \(type) \(value)"])
  }
}
