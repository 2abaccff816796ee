import ControlInterface
import TestSupport
import Testing
import WorkoutReports

/// A daemon with a foot pod of a simulated Bluetooth service.
struct SensorScenario: Sendable {
  let desktop: Desktop
  let bus: SystemBus
  let bluetooth: FakeBlueZ
  let daemon: DaemonProcess

  /// The address of the foot pod.
  static let pod = "C0:00:00:00:00:01"
  /// The commands that make the adapter and the paired foot pod.
  static let commands = ["adapter hci0", "device \(pod) Pod foot-pod paired trusted"]

  /// Runs the body with a daemon whose settings require the foot pod.
  static func with(_ body: @escaping @Sendable (SensorScenario) async throws -> Void) async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      try desktop.folder.write("distance-from foot-pod\nnotify off\nsound off\n", to: "config/intervald/intervald.conf")
      let bluetooth = try await FakeBlueZ.start(on: bus, commands)
      let daemon = try await startDaemon(on: desktop, bus)
      try await body(SensorScenario(desktop: desktop, bus: bus, bluetooth: bluetooth, daemon: daemon))
    }
  }

  private static func startDaemon(on desktop: Desktop, _ bus: SystemBus) async throws -> DaemonProcess {
    try await DaemonProcess.start(on: desktop, ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
  }

  /// Starts another daemon after the first one was killed.
  func startDaemon() async throws -> DaemonProcess { try await Self.startDaemon(on: desktop, bus) }

  /// Sends a value of the foot pod as soon as the daemon is connected: a speed in metres per second, and a total distance
  /// in decimetres.
  func send(speed: Double, total: UInt32) async throws {
    try await bluetooth.send(Self.bytes(speed: speed, total: total), of: "foot-pod", from: Self.pod)
  }

  /// Sends values at a constant speed until the task is cancelled; `total` is the total distance of the first value.
  ///
  /// The values are lost after the daemon has released the sensor.
  func sendValues(speed: Double, total: UInt32) async throws -> Never {
    let begin = ContinuousClock.now
    while true {
      try Task.checkCancellation()
      let covered = UInt32(begin.duration(to: .now) / .seconds(1) * speed * 10)
      try await bluetooth.sendOnce(Self.bytes(speed: speed, total: total + covered), of: "foot-pod", from: Self.pod)
    }
  }

  /// Sends a value of the foot pod, and returns the first status with a measured distance.
  ///
  /// The daemon is watched before the value is sent, because the value is current for only five seconds.
  @discardableResult
  func measure(speed: Double, total: UInt32) async throws -> Report.Status {
    var isSent = false
    for try await event in try await daemon.connect().watch() {
      if event.status.measured?.isCurrent == true { return event.status }
      if !isSent { try await send(speed: speed, total: total) }
      isSent = true
    }
    throw Missing(description: "a measured distance")
  }

  private static func bytes(speed: Double, total: UInt32) -> [UInt8] {
    let units = UInt16(speed * 256)
    return [0b10, UInt8(units & 255), UInt8(units >> 8), 85] + (0..<4).map { UInt8(total >> (8 * $0) & 255) }
  }

  /// Waits until the daemon reports a status that matches a condition, and returns the status.
  @discardableResult
  func status(
    _ description: String, where isExpected: @escaping @Sendable (Report.Status) -> Bool
  ) async throws -> Report.Status {
    for try await event in try await daemon.connect().watch() where isExpected(event.status) { return event.status }
    throw Missing(description: description)
  }

  private struct Missing: Error {
    let description: String
  }
}
