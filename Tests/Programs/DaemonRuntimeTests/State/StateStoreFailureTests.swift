import Dispatch
import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import Testing
import UserFiles
import WorkoutEngine
import WorkoutHistory
import WorkoutModel
import WorkoutReports

@testable import DaemonRuntime

/// The store with real files that cannot be written, read or trusted.
@Suite struct StateStoreFailureTests {
  @Test func `a failure is reported once, and all data is written when writing works again`() async throws {
    let fixture = try StateFixture()
    try fixture.blockFolder()
    for number in 1...5 {
      fixture.store.save(try await fixture.workout(after: .seconds(number)))
      await fixture.record(.sample(id: "w\(number)"))
    }
    let events = fixture.events.elements
    guard events.count == 1, case .failed(let error) = events[0] else { return #expect(Bool(false), "\(events)") }
    #expect(error.errno == .notDirectory)
    try fixture.unblockFolder()
    await fixture.save(nil)
    #expect(fixture.events.elements.last == .recovered)
    #expect(try fixture.history.split(separator: "\n").count == 5)
  }

  @Test func `a workout that is not recorded yet can be corrected, and is recorded once`() async throws {
    let fixture = try StateFixture()
    try fixture.blockFolder()
    for id in ["w1", "w2"] { fixture.store.record(.sample(id: id)) }
    var last = try #require(try await fixture.lastSummary())
    #expect(last.workoutId == "w2")
    fixture.store.correct("w2", toMetres: 7)
    last.correct(toMetres: 7)
    #expect(try await fixture.lastSummary() == last)
    let unsaved = try #require(await fixture.store.flush(within: generousLimit))
    #expect(unsaved.summaryCount == 2)
    #expect(unsaved.changeCount == 1)
    #expect(unsaved.failure?.errno == .notDirectory)
    try fixture.unblockFolder()
    await fixture.store.flush(within: generousLimit)
    let lines = try fixture.history.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[2].contains(#""distanceM":7,"#))
    #expect(try await fixture.lastSummary() == last)
  }

  @Test func `a workout is saved even if the history cannot be written`() async throws {
    let fixture = try StateFixture()
    let first = try await fixture.workout(after: .seconds(1))
    let second = try await fixture.workout(after: .seconds(2))
    try fixture.write("", to: "history.jsonl/in the way")
    await fixture.save(first)
    fixture.store.record(.sample(id: first.id))
    await fixture.save(nil)
    // The saved workout is not removed before the workout is recorded.
    #expect(try fixture.store.savedWorkout() == first)
    await fixture.save(second)
    #expect(try fixture.store.savedWorkout() == second)
    try FileManager.default.removeItem(atPath: fixture.store.historyPath)
    await fixture.save(nil)
    #expect(try fixture.history.split(separator: "\n").count == 1)
    #expect(fixture.events.elements.count == 2)
    #expect(fixture.events.elements.last == .recovered)
    #expect(try fixture.store.savedWorkout() == nil)
  }

  @Test func `a history that is not a regular file is reported, and new records wait`() async throws {
    let fixture = try StateFixture()
    try fixture.write("", to: ".keep")
    try #require(unsafe mkfifo(fixture.store.historyPath, 0o600) == 0)
    let pipe = FileReadError.notRegular(path: fixture.store.historyPath)
    #expect(await fixture.store.check(within: generousLimit)?.historyError == pipe)
    await #expect(throws: pipe) { try await fixture.lastSummary() }
    fixture.store.record(.sample(id: "w1"))
    let failure = SystemError(fixture.store.historyPath, .notSupported)
    #expect(
      await fixture.store.check(within: generousLimit)?.unsaved
        == UnsavedState(hasPosition: false, summaryCount: 1, failure: failure))
    // A summary that is not written yet is later than all written summaries, so it is the last summary.
    #expect(try await fixture.lastSummary()?.workoutId == "w1")
    try #require(unsafe unlink(fixture.store.historyPath) == 0)
    try #require(unsafe mkdir(fixture.store.historyPath, 0o700) == 0)
    let folder = FileReadError.system(SystemError(fixture.store.historyPath, .isDirectory))
    let check = try #require(await fixture.store.check(within: generousLimit))
    #expect(check.historyError == folder)
    #expect(check.unsaved.failure?.errno == .isDirectory)
  }

  @Test func `a history that other users can write to is ignored`() async throws {
    let fixture = try StateFixture()
    let workout = try await fixture.workout(after: .seconds(1))
    fixture.store.save(workout)
    await fixture.record(.sample(id: workout.id))
    try #require(unsafe chmod(fixture.store.historyPath, 0o666) == 0)
    #expect(try fixture.store.savedWorkout() == workout)
    let error = FileReadError.untrusted(.writableFile(path: fixture.store.historyPath))
    await #expect(throws: error) { try await fixture.lastSummary() }
    let check = try #require(await fixture.store.check(within: generousLimit))
    #expect(check.historyError == error)
    #expect(check.failure == nil)
    #expect(check.unsaved.isEmpty)
  }

  @Test func `laps that the runtime folder rejects are added to it with the next lap`() throws {
    let folder = try TemporaryFolder()
    let (disk, memory) = (folder.path(of: "disk"), folder.path(of: "memory"))
    let path = try folder.write("", to: "memory/laps/a.txt")
    let files = GrowingFiles(.laps, in: disk, memoryFolder: memory)
    _ = files.add(["1"], to: "a")
    try FileManager.default.removeItem(atPath: path)
    try folder.write("", to: "memory/laps/a.txt/in the way")
    _ = files.add(["2"], to: "a")
    try FileManager.default.removeItem(atPath: path)
    _ = files.add(["3"], to: "a")
    let next = GrowingFiles(.laps, in: disk, memoryFolder: memory)
    next.restore()
    #expect(next.lines(of: "a") == ["1", "2", "3"])
  }

  @Test func `values of sensors that exceed the maximum size of their file are reported once`() async throws {
    let fixture = try StateFixture()
    let path = try fixture.folder.write(
      String(repeating: "\n", count: SensorRecordFile.maxSize), to: "state/intervald/sensors/a.csv")
    for time in 0..<30 { fixture.store.record(SensorRecord(time: time, heartRate: 130), of: "a") }
    await fixture.store.flush(within: generousLimit)
    #expect(fixture.events.elements == [.recordsLost(SystemError(path, .fileTooLarge))])
  }

  @Test func `values of sensors that find no space while the disk hangs are reported once`() async throws {
    let folder = try TemporaryFolder()
    let (events, gate) = (Recording<StateStore.Event>(), DispatchSemaphore(value: 0))
    let failures = Recording<StateStore.Event>()
    let folders = XDGFolders(environment: ["XDG_STATE_HOME": folder.path])
    let store = StateStore(folders, runtimeFolder: nil) { event in
      // The queue of the store hangs at the first failed write.
      guard case .failed = event else { return events.append(event) }
      failures.append(event)
      gate.wait()
    }
    try folder.write("", to: "intervald/history.jsonl/in the way")
    store.record(.sample(id: "a"))
    _ = try await failures.first("the failed write") { _ in true }
    for time in 0..<(GrowingFiles.maxWaiting + 3) { store.record(SensorRecord(time: time, heartRate: 130), of: "a") }
    let path = folder.path(of: "intervald/sensors/a.csv")
    #expect(events.elements == [.recordsLost(SystemError(path, .resourceBusy))])
    gate.signal()
    await store.flush(within: generousLimit)
    #expect(events.elements.dropFirst() == [.recordsRecovered])
    #expect(try SensorRecordFile(path: path).read().map(\.time) == Array(0..<GrowingFiles.maxWaiting))
  }

  @Test func `a position that cannot be encoded is reported at once, and the plan is saved`() async throws {
    let fixture = try StateFixture()
    let saved = try await fixture.workout(after: .seconds(30))
    let text = String(decoding: try JSONEncoder().encode(saved.snapshot), as: UTF8.self)
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let snapshot = try decoder.decode(
      WorkoutEngine.Snapshot.self,
      from: Data(text.replacing("\"metres\":0", with: "\"metres\":\"inf\"").utf8))
    let request = try RequestedWorkout(text: saved.plan, planName: nil, configuration: .withoutCues)
    let workout = RunningWorkout(request, startedAt: saved.startedAt, configuration: .withoutCues, environment: [:])
    await fixture.save(SavedWorkout(workout, snapshot, at: saved.clocks))
    #expect(fixture.events.elements == [.failed(SystemError(fixture.store.workoutPath, .outOfRange))])
    let next = try #require(try fixture.nextStore().savedWorkout())
    #expect(next.plan == saved.plan)
    #expect(next.snapshot == nil)
  }

  @Test func `a workout that is saved again without a position keeps its earlier position`() async throws {
    let fixture = try StateFixture()
    let saved = try await fixture.workout(after: .seconds(30))
    await fixture.save(saved)
    let later = try SavedWorkout(json: saved.json.replacing("\"stage\"", with: "\"Stage\""))
    await fixture.save(later)
    #expect(try fixture.nextStore().savedWorkout() == saved)
  }

  @Test(arguments: ["", "{", "{\"version\":1}", "{\"version\":2}", "\u{0}\u{1}", "[1,2,3]"])
  func `a saved workout that cannot be read is renamed`(text: String) async throws {
    let fixture = try StateFixture()
    try fixture.write(text, to: "workout.json")
    let error = try #require(throws: SavedWorkout.RestoreError.self) { try fixture.store.savedWorkout() }
    #expect(fixture.store.moveAside(after: error) == fixture.store.workoutPath + ".unreadable")
    #expect(try fixture.store.savedWorkout() == nil)
    #expect(try fixture.read("workout.json.unreadable") == text)
  }

  @Test func `five saved workouts that cannot be read remain, and the last of them is replaced`() async throws {
    let fixture = try StateFixture()
    for number in 1...6 {
      try fixture.write("\(number)", to: "workout.json")
      let error = try #require(throws: SavedWorkout.RestoreError.self) { try fixture.store.savedWorkout() }
      let path = try #require(fixture.store.moveAside(after: error))
      #expect(await fixture.store.check(within: generousLimit)?.unreadablePath == path)
    }
    #expect(try fixture.read("workout.json.unreadable") == "1")
    #expect(try (2...5).map { try fixture.read("workout.json.unreadable.\($0)") } == ["2", "3", "4", "6"])
  }

  @Test func `a saved workout that cannot be opened keeps its name until another workout is saved`() async throws {
    let fixture = try StateFixture()
    try fixture.write("", to: ".keep")
    let path = fixture.store.workoutPath
    try #require(unsafe symlink(path, path) == 0)
    let error = try #require(throws: SavedWorkout.RestoreError.self) { try fixture.store.savedWorkout() }
    #expect(error == .unreadable(.system(SystemError(path, .tooManySymbolicLinkLevels))))
    #expect(fixture.store.moveAside(after: error) == nil)
    // The daemon saves the state when it is terminated, and when the computer is suspended.
    await fixture.save(nil)
    #expect(try fixture.files == [".keep", "workout.json"])
    let workout = try await fixture.workout(after: .seconds(1))
    await fixture.save(workout)
    #expect(try fixture.files == [".keep", "workout.json", "workout.json.unreadable"])
    #expect(try fixture.store.savedWorkout() == workout)
  }

  @Test func `a state folder that other users can write to is not trusted`() throws {
    let fixture = try StateFixture()
    try fixture.store.checkFolder()
    let folder = fixture.folder.path(of: "state/intervald")
    try fixture.write("", to: ".keep")
    try #require(unsafe chmod(folder, 0o777) == 0)
    #expect(throws: FileTrustError.writableFolder(path: folder)) { try fixture.store.checkFolder() }
  }
}
