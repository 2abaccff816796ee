extension TestProcesses {
  /// Starts a message bus without access restrictions, and returns when it listens: dbus-daemon(1).
  ///
  /// - Parameters:
  ///   - type: `session` or `system`.
  ///   - address: Address at which the bus listens.
  ///   - services: Folder of the services that the bus can start, or nil.
  ///   - folder: Folder for the configuration of the bus.
  ///   - environment: Environment of the bus and of the services that it starts.
  /// - Throws: `TimedOut` if the bus does not start.
  /// - Returns: The process of the bus.
  func startBus(
    _ type: String, at address: String, services: String? = nil, in folder: TemporaryFolder,
    environment: [String: String]
  ) async throws -> TestProcess {
    let configuration = try folder.write(
      """
      <busconfig>
        <type>\(type)</type>
        <listen>\(address)</listen>
        \(services.map { "<servicedir>\($0)</servicedir>" } ?? "")
        <policy context="default">
          <allow send_destination="*" eavesdrop="true"/>
          <allow eavesdrop="true"/>
          <allow own="*"/>
        </policy>
      </busconfig>
      """, to: "\(type)-bus.conf")
    let bus = try await start(
      "dbus-daemon", ["--config-file=\(configuration)", "--nofork", "--print-address=1"], environment: environment)
    _ = try await bus.output.first("the \(type) bus") { $0.hasPrefix("unix:") }
    return bus
  }

  /// Runs a command of a service in Tests/foreign, and returns its answer.
  ///
  /// The service has the method `Run` of `org.intervald.Test1`.
  func answer(
    to command: String, by service: String, at address: String, environment: [String: String]
  ) async throws -> String {
    let process = try await start(
      "busctl", ["--address=\(address)", "call", service, "/test", "org.intervald.Test1", "Run", "s", command],
      environment: environment)
    try await process.end()
    // An answer such as `s "yes"`.
    guard let answer = process.output.elements.first else {
      throw CommandFailed(command: command, errors: process.errors.elements)
    }
    return String(answer.dropFirst(3).dropLast())
  }
}

private struct CommandFailed: Error {
  let command: String
  let errors: [String]
}
