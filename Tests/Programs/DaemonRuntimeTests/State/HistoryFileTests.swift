import FoundationEssentials
import Glibc
import TestSupport
import TestTraits
import Testing
import ControlInterface
import UserFiles

@testable import DaemonRuntime

@Suite(.timeLimit(.minutes(1)), .ownProcess) struct HistoryFileTests {
  @Test func `a line whose folder cannot be synced is taken back, and is there once when it can`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = HistoryFile(path: folder.path(of: "history.jsonl"))
      // In such a folder files can be made, and only root can open it to sync it; the path is a C string for the call.
      #expect(unsafe chmod(folder.path, 0o333) == 0)
      #expect(seteuid(65_534) == 0 || geteuid() != 0)
      #expect(throws: SystemError.self) { try file.append(.sample(id: "w1")) }
      #expect(seteuid(getuid()) == 0)
      #expect(unsafe chmod(folder.path, 0o700) == 0)
      #expect(try folder.read("history.jsonl").isEmpty)
      try file.append(.sample(id: "w1"))
      #expect(try folder.read("history.jsonl").split(separator: "\n").count == 1)
    }
  }
}
