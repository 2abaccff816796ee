import ControlInterface
import Glibc
import Subprocess
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// A disk of the state folder on which each file operation hangs.
@Suite(.fault, .hangLimit) struct HangingDiskFaultTests {
  @Test func `plans are listed and started while the disk hangs, and SIGTERM ends the daemon`() async throws {
    try await SuspendScenario.with(configuration: "notify off\nsound off\n") { desktop, _ in
      try desktop.folder.write("600s run", to: "config/intervald/plans/hills.plan")
    } _: { scenario, _ in
      let client = try await scenario.daemon.connect()
      // The saved plan and the read of the history hang, in addition to the store.
      _ = try await client.start(plan: "600s walk")
      try scenario.setDiskHanging(true)
      _ = try await client.start(plan: "600s run", replace: true)
      #expect(try await client.plans().map(\.name).contains("hills"))
      let started = try await client.startNamed("hills", replace: true)
      #expect(started.warnings.contains("The workout is not saved to disk yet; a restart could lose it."))
      let error = try await #require(throws: ControlError.self) { try await client.startNamed(replace: true) }
      guard case .unusableHistory(let reason) = error else { return #expect(Bool(false), "\(error)") }
      #expect(reason.message == "the plan that was started last is unknown, because the disk does not respond")
      scenario.daemon.process.send(SIGTERM)
      #expect(try await scenario.daemon.process.end() == .exited(0))
      print("disk: hung while plans were listed and started, and when the daemon ended")
    }
  }
}
