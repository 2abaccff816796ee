/// A private system bus for one test, with a monitor.
package struct SystemBus: Sendable {
  package let process: TestProcess
  package let monitor: BusMonitor
  /// Complete environment of programs on this bus.
  package let environment: [String: String]
  package let address: String
  let processes: TestProcesses

  /// Starts the bus on a desktop, with the desktop's environment and the address of the bus.
  ///
  /// The address is always the same, so that the bus can be started again after it was killed.
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
