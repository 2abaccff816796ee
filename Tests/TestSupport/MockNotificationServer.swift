/// A notification server that can do and say what a test wants: python-dbusmock.
package struct MockNotificationServer: Sendable {
  package let process: TestProcess

  /// Starts a server that says that it is called `name` and has these capabilities.
  ///
  /// `notify` is the Python code of its method `Notify`, with the arguments in `args` and the number in `ret`.
  package static func start(
    on desktop: Desktop, name: String = "mock", capabilities: [String], notify: String
  ) async throws -> MockNotificationServer {
    let path = "/org/freedesktop/Notifications"
    let mark = desktop.monitor.mark
    let process = try await desktop.processes.start(
      "python3", ["-m", "dbusmock", NotificationServer.name, path, NotificationServer.name],
      environment: desktop.environment)
    try await desktop.monitor.owner(of: NotificationServer.name, from: mark)
    let list = capabilities.map { "'\($0)'" }.joined(separator: ", ")
    let methods = [
      ("GetServerInformation", "", "ssss", "ret = ('\(name)', 'intervald', '1', '1.2')"),
      ("GetCapabilities", "", "as", "ret = dbus.Array([\(list)], signature='s')"),
      ("Notify", "susssasa{sv}i", "u", notify),
      ("CloseNotification", "u", "", ""),
    ]
    for (method, input, output, code) in methods {
      try await desktop.run(
        "busctl",
        [
          "--user", "call", NotificationServer.name, path, "org.freedesktop.DBus.Mock", "AddMethod", "sssss",
          NotificationServer.name, method, input, output, code,
        ])
    }
    return MockNotificationServer(process: process)
  }
}
