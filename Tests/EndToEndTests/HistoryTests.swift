import ControlInterface
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// Recorded workouts, which the client lists and starts again.
@Suite(.hangLimit) struct HistoryTests {
  @Test func `history again starts the exact plan of a workout, and a workout of less than 10 s is not recorded`()
    async throws
  {
    try await Desktop.with { desktop in
      let plan = "name \"Up, \"\n" + "lead-in 10m\n600s run @6:00/km \"=1+1\""
      var recorded = Samples.workout("w-1", at: "2026-01-02T03:04:05Z", title: "Up, ")
      recorded.plan = plan
      try desktop.folder.write(Samples.history([recorded]), to: "state/intervald/history.jsonl")
      let daemon = try await DaemonProcess.start(on: desktop)
      let again = try await daemon.intervalctl("history", "again", "--watch", "--replace", "nothing")
      #expect(again.status == 66)
      #expect(try await daemon.intervalctl("history", "again", "1").output.hasPrefix("Started \"Up, \": 10:00"))
      #expect(try await daemon.connect().status().plan == plan)
      // Another workout is refused while this workout runs.
      #expect(try await daemon.intervalctl("history", "again").status == 1)
      #expect(try await daemon.intervalctl("history", "again", "--replace").status == 0)
      let stopped = try await daemon.intervalctl("stop").output
      #expect(stopped.contains("History    not recorded: less than 10 s of intervals"), "\(stopped)")
      #expect(try await daemon.intervalctl("history", "again").status == 0)
      // The workout ends in its pause, after no time of intervals.
      #expect(try await daemon.intervalctl("pause").status == 0)
      #expect(try await daemon.intervalctl("next").status == 0)
      #expect(
        try await daemon.intervalctl("next").output
          == "Finished: that was the last interval.\nNot recorded: less than 10 s of intervals.\n")
      let list = try await daemon.intervalctl("history")
      #expect(list.output.hasPrefix("1 workout\n"), "\(list.output)")
    }
  }
}
