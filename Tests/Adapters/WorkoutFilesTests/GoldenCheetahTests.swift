import FoundationEssentials
import TestSupport
import TestTraits
import Testing
import WorkoutReports

@testable import WorkoutFiles

/// The importer of GoldenCheetah, a program with a screen, so it runs with the tests on real desktops.
@Suite(
  .hangLimit,
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/GoldenCheetah"), "requires GoldenCheetah"))
struct GoldenCheetahTests {
  /// The values that GoldenCheetah calculates from a file.
  private struct Ride: Decodable {
    let sport: String
    let seconds: Double
    let kilometres: Double
    /// Seconds from the start of the activity to the start and to the end of each lap.
    let laps: [[Double]]
  }

  @Test func `GoldenCheetah imports the times, the distances and the laps of both files`() async throws {
    let summaries = try seeds.map { try Report.Summary.random(seed: $0) }
    let activities = try summaries.map { try Activity($0) }
    let folder = try ForeignActivityTests.folder(summaries)
    let run = try await Desktop.with { desktop in
      try await Invocation.run(
        "python3", ["\(packageRoot)/Tests/foreign/goldencheetah.py", folder.path, desktop.folder.path(of: "home")],
        environment: desktop.environment, within: .seconds(240))
    }
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n")
    try #require(lines.count == 2 * summaries.count)
    for (index, line) in lines.enumerated() {
      let ride = try JSONDecoder().decode(Ride.self, from: Data(line.utf8))
      let activity = activities[index / 2]
      #expect(ride.sport == "Run")
      let total = activity.laps.reduce(0) { $0 + $1.total }
      #expect(abs(ride.seconds - Double(total) / 1000) <= 2)
      #expect(abs(ride.kilometres - Double(activity.known?.distance ?? 0) / 100_000) <= 0.001)
      // GoldenCheetah leaves out a lap that is almost the whole activity, and some laps that are shorter than a second.
      let long = activity.traces.count { Activity.second($0.begin) < Activity.second($0.end) }
      #expect((max(0, long - 1)...activity.laps.count).contains(ride.laps.count))
    }
  }
}
