extension TestProcesses {
  /// Starts a message bus on which everybody may do everything, and returns when it listens: dbus-daemon(1).
  ///
  /// - Parameters:
  ///   - type: `session` or `system`.
  ///   - address: where it listens.
  ///   - services: the folder with what it starts at the first call; nil for nothing.
  ///   - folder: where its configuration is written.
  ///   - environment: that of the bus, and of what it starts.
  /// - Throws: `TimedOut` where it does not start.
  /// - Returns: the bus.
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
}
