import FoundationEssentials
import TestSupport
import Testing
import WorkoutControl
import WorkoutSettings

@testable import DaemonRuntime

@Suite(.timeLimit(.minutes(1)), .ownProcess) struct HistoryFileTests {
  @Test func `a line whose folder cannot be synced is taken back, and is there once when it can`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = HistoryFile(path: folder.path(of: "history.jsonl"))
      // One for the file, and none for its folder.
      await #expect(throws: FileError.self) { try await Descriptors.withFew(1) { try file.append(.sample(id: "w1")) } }
      #expect(try folder.read("history.jsonl").isEmpty)
      try file.append(.sample(id: "w1"))
      #expect(try folder.read("history.jsonl").split(separator: "\n").count == 1)
    }
  }
}
