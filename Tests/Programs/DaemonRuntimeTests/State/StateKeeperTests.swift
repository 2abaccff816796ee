import DaemonRuntime
import FoundationEssentials
import Glibc
import Synchronization
import SystemPackage
import TestSupport
import Testing
import ControlInterface
import UserFiles
import WorkoutEngine
import WorkoutModel

/// The state folder, as real files.
@Suite struct StateKeeperTests {
  @Test func `a place is kept for its owner alone, replaced, found again, and forgotten`() async throws {
    let bench = try KeeperBench()
    #expect(try bench.keeper.found() == nil)
    for seconds in 1...3 {
      let kept = try await bench.place(after: .seconds(seconds))
      bench.keeper.keep(kept)
      await bench.keeper.settle(within: generousLimit)
      #expect(try bench.keeper.found() == kept)
    }
    #expect(try bench.files == ["workout.json"])
    #expect(try bench.mode(of: "workout.json") == 0o600)
    bench.keeper.keep(nil)
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.keeper.found() == nil)
    #expect(try bench.files.isEmpty)
  }

  @Test func `a position saved in memory is found if it is later than the one on disk`() async throws {
    let bench = try KeeperBench(inMemory: true)
    let (first, second) = (try await bench.place(after: .seconds(1)), try await bench.place(after: .seconds(2)))
    bench.keeper.keep(first)
    await bench.keeper.settle(within: generousLimit)
    bench.keeper.keepInMemory(second)
    #expect(try bench.keeper.found() == second)
    bench.keeper.keepInMemory(first)
    bench.keeper.keep(second)
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.keeper.found() == second)
  }

  @Test func `a position saved in memory is found if the disk could not save any`() async throws {
    let bench = try KeeperBench(inMemory: true)
    let place = try await bench.place(after: .seconds(1))
    bench.keeper.keepInMemory(place)
    #expect(try bench.keeper.found() == place)
  }

  @Test func `an ended workout is removed from memory, too`() async throws {
    let bench = try KeeperBench(inMemory: true)
    bench.keeper.keepInMemory(try await bench.place(after: .seconds(1)))
    bench.keeper.keep(nil)
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.keeper.found() == nil)
  }

  @Test func `a position is saved on disk if the runtime folder is on a disk, too`() async throws {
    let bench = try KeeperBench()
    let place = try await bench.place(after: .seconds(1))
    bench.keeper.keepInMemory(place)
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.files == ["workout.json"])
    #expect(try bench.keeper.found() == place)
  }

  @Test func `of places in quick succession the latest is kept`() async throws {
    let bench = try KeeperBench()
    let places = try await (1...200).asyncMap { try await bench.place(after: .milliseconds($0)) }
    for place in places { bench.keeper.keep(place) }
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.keeper.found() == places[199])
  }

  @Test func `an ended workout is a line of the history, and its place is gone`() async throws {
    let bench = try KeeperBench()
    for number in 1...3 {
      bench.keeper.keep(try await bench.place(after: .seconds(number)))
      bench.keeper.record(.sample(id: "w\(number)"))
      bench.keeper.keep(nil)
    }
    await bench.keeper.settle(within: generousLimit)
    let lines = try bench.history.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 4 && lines[3].isEmpty)
    #expect(lines[1].hasPrefix(#"{"completed":true,"distanceM":1000.5,"#) && lines[1].contains(#""workoutId":"w2""#))
    #expect(try bench.mode(of: "history.jsonl") == 0o600)
    #expect(try bench.files == ["history.jsonl"])
  }

  @Test(arguments: [
    ("", ["w9"]),
    (#"{"half": "a li"#, ["w9"]),
    ("no JSON at all\n", ["no JSON at all", "w9"]),
    (#"{"half": "a line"}"# + "\n" + #"{"and": "#, [#"{"half": "a line"}"#, "w9"]),
    (String(repeating: "x", count: 3_000_000), [String(repeating: "x", count: 3_000_000), "w9"]),
  ])
  func `a torn last line is cut off, and all else stays`(before: String, after: [String]) async throws {
    let bench = try KeeperBench()
    try bench.write(before, to: "history.jsonl")
    bench.keeper.record(.sample(id: "w9"))
    await bench.keeper.settle(within: generousLimit)
    let lines = try bench.history.split(separator: "\n")
    #expect(lines.count == after.count)
    for (line, expected) in zip(lines, after) { #expect(expected == "w9" ? line.contains(#""w9""#) : line == expected) }
  }

  @Test func `a last line that lacks nothing but its end gets that`() async throws {
    let bench = try KeeperBench()
    bench.keeper.record(.sample(id: "w1"))
    await bench.keeper.settle(within: generousLimit)
    try bench.write(String(bench.history.dropLast()), to: "history.jsonl")
    bench.keeper.record(.sample(id: "w2"))
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.history.split(separator: "\n").count == 2)
  }

  @Test func `the last workout is known, and recorded once more it is the last one still`() async throws {
    let bench = try KeeperBench()
    #expect(try await bench.last() == nil)
    for id in ["w1", "w2"] { bench.keeper.record(.sample(id: id)) }
    var corrected = Wire.Summary.sample(id: "w2")
    #expect(try await bench.last() == corrected)
    for metres in [1200.5, 0] {
      (corrected.distanceM, corrected.corrected) = (metres, true)
      bench.keeper.record(corrected)
      #expect(try await bench.last() == corrected)
    }
    let lines = try bench.history.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(try JSONDecoder().decode(Wire.Summary.self, from: Data(lines[3].utf8)) == corrected)
    #expect(lines[2].contains(#""distanceM":1200.5,"#) && lines[2].contains(#""workoutId":"w2""#))
  }

  @Test func `a workout that waits for room is known, and recorded once, as it was corrected`() async throws {
    let bench = try KeeperBench()
    // A file stands where the folder should be.
    try bench.folder.write("", to: "state/intervald")
    for id in ["w1", "w2"] { bench.keeper.record(.sample(id: id)) }
    var last = try #require(try await bench.last())
    #expect(last.workoutId == "w2")
    last.distanceM = 7
    bench.keeper.record(last)
    let unkept = try #require(await bench.keeper.settle(within: generousLimit))
    #expect(unkept.summaries == 2 && unkept.failure?.errno == .notDirectory)
    try #require(unsafe unlink(bench.folder.path(of: "state/intervald")) == 0)
    await bench.keeper.settle(within: generousLimit)
    let lines = try bench.history.split(separator: "\n")
    #expect(lines.count == 2 && lines[1].contains(#""distanceM":7,"#))
  }

  @Test func `a workout that was recorded before the kill is over`() async throws {
    let bench = try KeeperBench()
    let kept = try await bench.place(after: .seconds(1))
    bench.keeper.keep(kept)
    bench.keeper.record(.sample(id: kept.id))
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.keeper.found() == nil)
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.files == ["history.jsonl"])
  }

  @Test func `it is over too where others were recorded behind it`() async throws {
    let bench = try KeeperBench()
    let kept = try await bench.place(after: .seconds(1))
    bench.keeper.keep(kept)
    for id in [kept.id, "w2", "w3"] { bench.keeper.record(.sample(id: id)) }
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.keeper.found() == nil)
  }

  @Test func `a history that others can write to is not believed`() async throws {
    let bench = try KeeperBench()
    let kept = try await bench.place(after: .seconds(1))
    bench.keeper.keep(kept)
    bench.keeper.record(.sample(id: kept.id))
    await bench.keeper.settle(within: generousLimit)
    try #require(unsafe chmod(bench.keeper.historyPath, 0o666) == 0)
    #expect(try bench.keeper.found() == kept)
    let fault = FileReadError.untrusted(.writableFile(path: bench.keeper.historyPath))
    await #expect(throws: fault) { try await bench.last() }
    let check = try #require(await bench.keeper.check(within: generousLimit))
    #expect(check.historyFault == fault && check.failure == nil && check.unkept.isNothing)
  }

  @Test func `what is no history is told, and what waits for it`() async throws {
    let bench = try KeeperBench()
    try bench.write("", to: ".keep")
    try #require(unsafe mkfifo(bench.keeper.historyPath, 0o600) == 0)
    let pipe = FileReadError.notRegular(path: bench.keeper.historyPath)
    #expect(await bench.keeper.check(within: generousLimit)?.historyFault == pipe)
    await #expect(throws: pipe) { try await bench.last() }
    bench.keeper.record(.sample(id: "w1"))
    let failure = SystemError(bench.keeper.historyPath, .notSupported)
    #expect(
      await bench.keeper.check(within: generousLimit)?.unkept
        == Unkept(isPlace: false, summaries: 1, failure: failure))
    // What waits is the last one.
    #expect(try await bench.last()?.workoutId == "w1")
    try #require(unsafe unlink(bench.keeper.historyPath) == 0 && mkdir(bench.keeper.historyPath, 0o700) == 0)
    let folder = FileReadError.system(SystemError(bench.keeper.historyPath, .isDirectory))
    let check = try #require(await bench.keeper.check(within: generousLimit))
    #expect(check.historyFault == folder && check.unkept.failure?.errno == .isDirectory)
  }

  @Test(arguments: ["", "{", "{\"version\":1}", "{\"version\":2}", "\u{0}\u{1}", "[1,2,3]"])
  func `what cannot be read is put aside under another name`(text: String) async throws {
    let bench = try KeeperBench()
    try bench.write(text, to: "workout.json")
    #expect(throws: KeptWorkout.Fault.self) { try bench.keeper.found() }
    #expect(bench.keeper.setAside() == bench.keeper.placePath + ".unreadable")
    #expect(try bench.keeper.found() == nil)
    #expect(try bench.read("workout.json.unreadable") == text)
  }

  @Test func `what cannot be written is told once, waits, and is written when it can be`() async throws {
    let bench = try KeeperBench()
    // A file stands where the folder should be.
    try bench.folder.write("", to: "state/intervald")
    for number in 1...5 {
      bench.keeper.keep(try await bench.place(after: .seconds(number)))
      bench.keeper.record(.sample(id: "w\(number)"))
      await bench.keeper.settle(within: generousLimit)
    }
    let reports = bench.reports.elements
    guard reports.count == 1, case .failed(let error) = reports[0] else { return #expect(Bool(false), "\(reports)") }
    #expect(error.errno == .notDirectory)
    try #require(unsafe unlink(bench.folder.path(of: "state/intervald")) == 0)
    bench.keeper.keep(nil)
    await bench.keeper.settle(within: generousLimit)
    #expect(bench.reports.elements.last == .recovered)
    #expect(try bench.history.split(separator: "\n").count == 5)
  }

  @Test func `a history that cannot be written keeps no workout's place from being kept`() async throws {
    let bench = try KeeperBench()
    let (first, second) = (try await bench.place(after: .seconds(1)), try await bench.place(after: .seconds(2)))
    try bench.write("", to: "history.jsonl/in the way")
    bench.keeper.keep(first)
    await bench.keeper.settle(within: generousLimit)
    bench.keeper.record(.sample(id: first.id))
    bench.keeper.keep(nil)
    await bench.keeper.settle(within: generousLimit)
    // What is not in the history is at least here.
    #expect(try bench.keeper.found() == first)
    bench.keeper.keep(second)
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.keeper.found() == second)
    try FileManager.default.removeItem(atPath: bench.keeper.historyPath)
    bench.keeper.keep(nil)
    await bench.keeper.settle(within: generousLimit)
    #expect(try bench.history.split(separator: "\n").count == 1)
    #expect(bench.reports.elements.count == 2 && bench.reports.elements.last == .recovered)
    #expect(try bench.keeper.found() == nil)
  }

  @Test func `a folder that others can write to is told of before anything is lost in it`() throws {
    let bench = try KeeperBench()
    try bench.keeper.checkFolder()
    let folder = bench.folder.path(of: "state/intervald")
    try bench.write("", to: ".keep")
    try #require(unsafe chmod(folder, 0o775) == 0)
    #expect(throws: FileTrustError.writableFolder(path: folder)) { try bench.keeper.checkFolder() }
  }
}

extension Sequence {
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async rethrows -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
