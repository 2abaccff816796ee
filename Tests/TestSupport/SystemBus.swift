/// A bus of one test's own that stands in for the machine's, with a monitor.
package struct SystemBus: Sendable {
  package let process: TestProcess
  package let monitor: BusMonitor
  /// All of the environment for programs on this bus.
  package let environment: [String: String]
  package let address: String
  let processes: TestProcesses

  /// Starts it on a desktop, whose environment is that of its programs but for the address; once more, after it was
  /// killed, at the same address.
  package static func start(on desktop: Desktop) async throws -> SystemBus {
    let address = "unix:path=\(desktop.folder.path)/run/system-bus"
    let environment = desktop.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": address]) { _, own in own }
    let process = try await desktop.processes.startBus(
      "system", at: address, in: desktop.folder, environment: environment)
    let monitor = try await BusMonitor.start(in: desktop.processes, environment: environment, address: address)
    return SystemBus(
      process: process, monitor: monitor, environment: environment, address: address, processes: desktop.processes)
  }
}
