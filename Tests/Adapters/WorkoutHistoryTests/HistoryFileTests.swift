import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import TestTraits
import Testing
import UserFiles
import WorkoutReports

@testable import WorkoutHistory

@Suite(.hangLimit, .ownProcess) struct HistoryFileTests {
  @Test func `a line is removed if the folder cannot be synced, and is added once when syncing works`() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let file = HistoryFile(path: folder.path(of: "history.jsonl"))
      // With this mode, files can be created in the folder, but only root can open the folder to sync it. chmod(2)
      // receives the path as a C string, which is valid during the call.
      #expect(unsafe chmod(folder.path, 0o333) == 0)
      #expect(seteuid(65_534) == 0 || geteuid() != 0)
      #expect(throws: SystemError.self) { try file.append(Self.line) }
      #expect(seteuid(getuid()) == 0)
      #expect(unsafe chmod(folder.path, 0o700) == 0)
      #expect(try folder.read("history.jsonl").isEmpty)
      try file.append(Self.line)
      #expect(try folder.read("history.jsonl").split(separator: "\n").count == 1)
    }
  }

  @Test func `a line waits for another writer, but not for longer than the limit`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("", to: "history.jsonl")
    let other = try OpenFile(path, .readWrite)
    #expect(try other.lock(within: .zero))
    #expect(throws: SystemError(path, .resourceTemporarilyUnavailable)) {
      try HistoryFile(path: path).append(Self.line)
    }
    #expect(try folder.read("history.jsonl").isEmpty)
    _ = consume other
    try HistoryFile(path: path).append(Self.line)
    #expect(try folder.read("history.jsonl") == String(decoding: Self.line.bytes, as: UTF8.self))
  }

  @Test func `a workout is not added if it is among the last workouts, even after many changes`() throws {
    let folder = try TemporaryFolder()
    let file = HistoryFile(path: folder.path(of: "history.jsonl"))
    try file.append(Self.line)
    for _ in 0..<2 * HistoryFile.maxWaiting { try file.append(.change(.note("w1", "slow", at: Date()))) }
    let before = try folder.read("history.jsonl")
    try file.append(Self.line, onlyIfMissing: true)
    #expect(try folder.read("history.jsonl") == before)
    #expect(try file.contains("w1"))
    #expect(try !file.contains("w2"))
  }

  @Test func `a torn change is removed, and the changes before it remain`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      Samples.history([Self.line, .change(.note("w1", "legs heavy", at: Date()))]), to: "history.jsonl")
    let torn = HistoryLine.change(.remove("w1", at: Date())).bytes
    let whole = try folder.read("history.jsonl")
    for count in 1..<torn.count - 1 {
      try folder.write(bytes: Array(whole.utf8) + torn.prefix(count), to: "history.jsonl")
      #expect(try HistoryFile(path: path).latest()?.note == "legs heavy")
      try HistoryFile(path: path).append(.change(.note("w1", nil, at: Date())))
      #expect(try folder.read("history.jsonl").hasPrefix(whole + #"{"at":"#))
      #expect(try HistoryFile(path: path).latest()?.note == nil)
    }
  }

  @Test(arguments: [
    #"{"completed":true,"elapsedMs":-1,"workoutId":"w1"}"#, #"{"at":"","change":"paint","workoutId":"w1"}"#, "17",
  ])
  func `a last line of JSON that is not understood is completed, and only a torn line is removed`(last: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(last, to: "history.jsonl")
    try HistoryFile(path: path).append(Self.line)
    #expect(try folder.read("history.jsonl") == last + "\n" + String(decoding: Self.line.bytes, as: UTF8.self))
  }

  private static let line = HistoryLine.workout(Samples.workout("w1", at: "2026-11-20T10:00:00Z"))
}
