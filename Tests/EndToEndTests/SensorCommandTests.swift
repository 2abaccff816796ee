import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// The client and the daemon with a simulated Bluetooth service.
@Suite(.hangLimit) struct SensorCommandTests {
  private static let pod = "C0:00:00:00:00:01"

  @Test func `a foot pod is found, paired, tested and forgotten`() async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      let service = try await FakeBlueZ.start(
        on: bus, ["adapter hci0", "device \(Self.pod) 'My Pod' foot-pod"])
      let daemon = try await DaemonProcess.start(on: desktop, ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
      let list = try await daemon.intervalctl("sensors", "--search", "1s")
      #expect(list.output.contains("My Pod  foot pod        –  strong (-60 dBm)  no"), "\(list)")
      #expect(list.errors.hasPrefix("hint: pair a sensor with: intervalctl sensors pair 'My Pod'"))
      let pairing = try await daemon.intervalctl("sensors", "pair", "my pod")
      #expect(pairing.output == "Paired My Pod (foot pod)\n", "\(pairing)")
      try desktop.folder.write("distance-from foot-pod\n", to: "config/intervald/intervald.conf")
      #expect(try await daemon.intervalctl("reload").status == 0)
      #expect(try await daemon.doctor()["sensors"] == .init("sensors", .ok, "paired: My Pod"))

      let test = try await desktop.processes.start(
        BuiltProgram.path(of: "intervalctl"), ["sensors", "test", "My Pod"], environment: daemon.environment)
      // 3 m/s, 170 steps a minute, without a total distance.
      try await service.send([0, 0, 3, 170], of: "foot-pod", from: Self.pod)
      _ = try await test.output.first("the values") { $0.contains("5:33/km") && $0.contains("170 spm") }
      try await service.run("drop \(Self.pod)")
      try await test.end()
      #expect(test.errors.elements.contains("error: 'My Pod' has disconnected"), "\(test.errors.elements)")

      let removal = try await daemon.intervalctl("sensors", "forget", Self.pod)
      #expect(removal.output == "Removed the pairing of My Pod (foot pod)\n", "\(removal)")
      #expect(
        try await daemon.doctor()["sensors"]
          == .init(
            "sensors", .fault, "no foot pod is paired",
            remedy: "find its name with 'intervalctl sensors', then: intervalctl sensors pair NAME"))
      try await service.awaitRest()
      #expect(!service.calls.contains { $0.hasPrefix("WriteValue") || $0.hasPrefix("AcquireWrite") })
    }
  }

  @Test func `a missing service and an adapter that is off are reported with their fixes`() async throws {
    try await Desktop.with { desktop in
      let bus = try await SystemBus.start(on: desktop)
      let daemon = try await DaemonProcess.start(on: desktop, ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
      let missing = try await daemon.intervalctl("sensors")
      #expect(missing.status == 69)
      #expect(missing.errors.hasPrefix("error: the Bluetooth service is not running\n"), "\(missing)")
      #expect(missing.errors.hasSuffix("hint: if it is not installed: sudo apt install bluez\n"))
      _ = try await FakeBlueZ.start(on: bus, ["adapter hci0 off"])
      let off = try await daemon.intervalctl("sensors", "pair", "Pod")
      #expect(off.status == 69)
      #expect(
        off.errors == """
          error: the Bluetooth adapter is switched off
          hint: switch it on: bluetoothctl power on
          hint: if that fails: rfkill unblock bluetooth

          """)
    }
  }
}
