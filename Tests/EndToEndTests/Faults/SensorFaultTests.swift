import Glibc
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Faults of the Bluetooth service and of the foot pod during a workout, which delay no cue.
@Suite(.fault, .hangLimit) struct SensorFaultTests {
  @Test func `a hung Bluetooth service delays no cue, and values arrive again when it resumes`() async throws {
    try await SensorScenario.with { scenario in
      let run = try await FaultRun.start(on: scenario.daemon)
      try await scenario.send(speed: 2.5, total: 0)
      try await scenario.daemon.log("Pod sends values")
      scenario.bluetooth.hang()
      try await scenario.daemon.log("The foot pod sends no values")
      try await run.awaitCues(FaultSize.of(4, full: 120))
      scenario.bluetooth.resume()
      try await scenario.measure(speed: 2.5, total: 300)
      try await run.expectUnaffected("Bluetooth: hung")
    }
  }

  @Test func `a removed adapter delays no cue, and values arrive again when it returns`() async throws {
    try await SensorScenario.with { scenario in
      let run = try await FaultRun.start(on: scenario.daemon)
      try await scenario.send(speed: 2.5, total: 0)
      try await scenario.daemon.log("Pod sends values")
      try await scenario.bluetooth.run("remove hci0")
      try await scenario.daemon.log("The foot pod sends no values")
      try await scenario.daemon.log("this computer has no Bluetooth adapter")
      try await run.awaitCues(FaultSize.of(4, full: 120))
      for command in SensorScenario.commands { try await scenario.bluetooth.run(command) }
      try await scenario.measure(speed: 2.5, total: 300)
      try await run.expectUnaffected("Bluetooth: adapter removed", problems: 2)
    }
  }

  @Test func `a killed Bluetooth service delays no cue, and values arrive from the next one`() async throws {
    try await SensorScenario.with { scenario in
      let run = try await FaultRun.start(on: scenario.daemon)
      try await scenario.send(speed: 2.5, total: 0)
      try await scenario.daemon.log("Pod sends values")
      try await scenario.bluetooth.process.killAndWait()
      try await scenario.daemon.log("The foot pod sends no values")
      try await run.awaitCues(FaultSize.of(4, full: 120))
      let next = try await FakeBlueZ.start(on: scenario.bus, SensorScenario.commands)
      let restarted = SensorScenario(
        desktop: scenario.desktop, bus: scenario.bus, bluetooth: next, daemon: scenario.daemon)
      try await restarted.measure(speed: 2.5, total: 300)
      try await run.expectUnaffected("Bluetooth: killed", problems: 2)
    }
  }

  @Test func `a sensor that disconnects and counts from zero delays no cue and changes no distance`() async throws {
    try await SensorScenario.with { scenario in
      let run = try await FaultRun.start(on: scenario.daemon)
      try await scenario.measure(speed: 2.5, total: 4_000_000_000)
      try await scenario.bluetooth.run("drop \(SensorScenario.pod)")
      try await scenario.status("the end of the values") { $0.measured?.isCurrent == false }
      try await run.awaitCues(FaultSize.of(2, full: 60))
      let status = try await scenario.measure(speed: 2.5, total: 0)
      #expect(status.distanceM ?? 0 < 1000)
      try await run.expectUnaffected("Bluetooth: sensor reset")
    }
  }
}
