import TestSupport
import TestTraits
import Testing
import WorkoutHistory
import WorkoutReports

@testable import intervalctl

/// Tests of training programs that are not in a plan folder.
@Suite(.hangLimit) struct FileProgramTests {
  private static let file = "my runs/c25k.program"

  /// Copies the program `c25k` from the plan folder to `file`.
  private static func withFile(_ body: @escaping @Sendable (ProgramHome) async throws -> Void) async throws {
    try await TrainingProgramTests.withProgram { home in
      try home.folder.write(home.folder.read("\(TrainingProgramTests.plans)/c25k.program"), to: file)
      try await body(home)
    }
  }

  @Test func `a program of the same name in a plan folder causes a warning`() async throws {
    try await Self.withFile { home in
      let path = home.folder.path(of: Self.file)
      let other = home.folder.path(of: "\(TrainingProgramTests.plans)/c25k.program")
      let warning = "warning: \(other) is also named c25k, so both programs share one position"
      #expect(try await home.run(["program", path]).messages.first == warning)
      let start = try await home.run(["start", path, "--session", "w1d1", "--dry-run", "--speed", "3600"])
      #expect(start.messages.contains(warning))
      for name in ["c25k", other] {
        #expect(try await home.run(["program", name]).messages.contains { $0.hasPrefix("warning") } == false)
      }
    }
  }

  @Test func `a calendar contains a command that finds the program from any folder`() async throws {
    try await Self.withFile { home in
      let path = home.folder.path(of: Self.file)
      let calendar = try await home.run(["export", path, "-o", "-", "--type", "ics", "--session", "w1d1"])
      // Long lines are folded.
      let text = calendar.output.joined(separator: "|").replacing("\r| ", with: "")
      #expect(text.contains("intervalctl start '\(path)' --session w1d1"), "\(text)")
    }
  }

  @Test func `the history finds a program by the path of its last session`() async throws {
    try await Self.withFile { home in
      let path = home.folder.path(of: Self.file)
      _ = try await home.shell("rm \(TrainingProgramTests.plans)/c25k.program")
      let session = Samples.session("a", "w1d1", at: "2025-11-03T06:30:00Z", path: path)
      try home.folder.write(Samples.history([session]), to: TrainingProgramTests.history)
      #expect(try await home.run(["history", "--by-program"]).output[2] == "Couch to 5K, week 1 of 3")
      #expect(
        try await home.run(["program", "c25k"]).messages == [
          "error: no training program is named 'c25k'; the history contains 1 session of this program",
          "hint: specify its file: '\(path)'", "hint: list them with: intervalctl history --by-program",
          "hint: list the programs with: intervalctl plans",
        ])
      try home.folder.write("30s", to: "\(TrainingProgramTests.plans)/c25k.plan")
      #expect(try await home.run(["history", "--by-program"]).output[2] == "Couch to 5K, week 1 of 3")
      _ = try await home.run(["program", path, "--at", "w2d1"])
      #expect(
        try await home.run(["history", "undo"]).output == [
          "Moved Couch to 5K back from week 2, day 1 to week 1, day 2"
        ])
      _ = try await home.shell("rm '\(Self.file)'")
      #expect(try await home.run(["history", "--by-program"]).output[2] == "Couch to 5K (c25k), program not found")
    }
  }
}
