import FoundationEssentials
import TestSupport
import TestTraits
import Testing
import WorkoutReports

/// A dry run, compared with the real workout.
@Suite(.clocked, .hangLimit) struct RehearsedPunctualityTests {
  @Test func `a dry run prints the same lines as watching the workout`() async throws {
    try await Desktop.with { desktop in
      let daemon = try await DaemonProcess.start(on: desktop)
      let plan = ["--lead-in", "3s", "2x(3s run @5:00/km, 2s walk @10:00/km)"]
      func lines(_ options: [String]) async throws -> [String] {
        let run = try await Invocation.run(
          BuiltProgram.path(of: "intervalctl"), ["start"] + options + plan, environment: daemon.environment)
        try #require(run.status == 0, "\(run.errors)")
        // The first two lines describe the start, and how to end it.
        return run.output.split(separator: "\n").dropFirst(2).map(String.init)
      }
      let rehearsed = try await lines(["--dry-run", "--speed", "60"])
      #expect(rehearsed.count == 7)
      // If the machine stalls, cues are late, and the printed times differ. In this case, the workout is repeated.
      for attempt in 1... {
        let watched = try await lines(["--watch"])
        if watched == rehearsed { return }
        let history = try desktop.folder.read("state/intervald/history.jsonl").split(separator: "\n")
        let recorded = try JSONDecoder().decode(Report.Summary.self, from: Data(history[attempt - 1].utf8))
        let lateness = try #require(recorded.punctuality).maxUs
        try #require(lateness > 400_000 && attempt < 5, "\(watched) instead of \(rehearsed)")
      }
    }
  }
}
