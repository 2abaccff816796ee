import FoundationEssentials
import PlanNotation
import TestSupport
import Testing
import WorkoutFiles
import WorkoutModel

/// FIT files that others make; see Tests/foreign/fit_makers.py.
@Suite(
  .enabled(if: VirtualEnvironment.isComplete, "\(VirtualEnvironment.requirement)"), .timeLimit(.minutes(2)))
struct ForeignMakerTests {
  @Test func `pace2fit and fit-tool`() async throws {
    let files: [(text: String, plan: String, losses: [String])] = [
      ("10min,3x(8min+2min),cooldown", "10m run, 3x(8m run, 2m run), open cooldown", []),
      (
        "warmup@6:00,6x(400m@4:00-4:10+90sec@Z1),2.5km@5:00",
        "open warmup @6:00/km, 6x(400mtr run @4:05/km, 1m30s run \"heart rate zone 1\"), 2.5km run @5:00/km",
        [
          "5:55/km to 6:05/km became 6:00/km", "4:00/km to 4:10/km became 4:05/km",
          "heart rate zone 1 is kept as a label",
          "4:55/km to 5:05/km became 5:00/km",
        ]
      ),
    ]
    let folder = try TemporaryFolder()
    let run = try await Invocation.run(
      VirtualEnvironment.program("python"),
      ["\(packageRoot)/Tests/foreign/fit_makers.py", folder.path] + files.map(\.text), within: .seconds(60))
    try #require(run.status == 0, "\(run.errors)")
    for (number, file) in files.enumerated() {
      let imported = try Self.imported(folder.path(of: "\(number).fit"))
      #expect(imported.name == file.text)
      #expect(imported.plan.notation == file.plan)
      #expect(imported.report.losses.map(\.words) == file.losses)
    }
    let imported = try Self.imported(folder.path(of: "fit-tool.fit"))
    #expect(
      imported.text == """
        name "Hills"
        5m warmup
        3x(4x(400mtr run "Hill sprint", 1m30.5s rest), 2m recover "heart rate zone 2")
        open cooldown

        """)
    #expect(imported.report.losses.map(\.words) == ["heart rate zone 2 is kept as a label"])
  }

  private static func imported(_ path: String) throws -> ImportedWorkout {
    try ImportedWorkout(Array(Data(contentsOf: URL(filePath: path))), format: .fit, per: .kilometres)
  }
}
