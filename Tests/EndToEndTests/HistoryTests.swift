import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Recorded workouts, which the client lists and starts again.
@Suite(.hangLimit) struct HistoryTests {
  @Test func `an ended workout is in the history, and history again starts its exact plan`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let plan = "name \"Up, \"\n" + "lead-in off\n600s run @6:00/km \"=1+1\""
      #expect(try await daemon.intervalctl("start", plan).status == 0)
      // A workout that is stopped at once is not recorded, but a finished workout is.
      #expect(try await daemon.intervalctl("next").status == 0)
      let again = try await daemon.intervalctl("history", "again", "--watch", "--replace", "nothing")
      #expect(again.status == 66)
      #expect(try await daemon.intervalctl("history", "again", "1").output.hasPrefix("Started \"Up, \": 10:00"))
      #expect(try await daemon.connect().status().plan == plan)
      // Another workout is refused while this workout runs.
      #expect(try await daemon.intervalctl("history", "again").status == 1)
      #expect(try await daemon.intervalctl("history", "again", "--replace").status == 0)
      let stopped = try await daemon.intervalctl("stop").output
      #expect(stopped.contains("History    not recorded: stopped within 10 s"), "\(stopped)")
      #expect(try await daemon.intervalctl("history", "again").status == 0)
      #expect(try await daemon.intervalctl("next").status == 0)
      let list = try await daemon.intervalctl("history")
      #expect(list.output.hasPrefix("2 workouts\n"), "\(list.output)")
      let rows = list.output.split(separator: "\n")[2...3]
      #expect(rows.allSatisfy { $0.contains("  Up, ") }, "\(rows)")
      let lines = try await daemon.intervalctl("history", "--json", "--since", "yesterday").output
      #expect(lines.split(separator: "\n").count == 2)
    }
  }
}
