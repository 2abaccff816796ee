import DaemonRuntime
import Dispatch
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import UserFiles
import WorkoutHistory
import WorkoutReports

/// Tests of the in-memory copy of the saved workout.
///
/// In these tests, the state folder cannot be written or trusted.
@Suite struct MemoryCopyTests {
  @Test(arguments: [1, 3])
  func `workouts that end while nothing can be written are recorded once by the next process, and none is resumed`(
    count: Int
  ) async throws {
    let fixture = try StateFixture(inMemory: true)
    await fixture.save(try await fixture.workout(after: .seconds(1)))
    try fixture.write("", to: "history.jsonl/in the way")
    var ids: [String] = []
    for number in 1...count {
      let workout = try await fixture.workout(after: .seconds(number + 1))
      fixture.store.saveInMemory(workout)
      ids.append(workout.id)
      fixture.store.record(.sample(id: workout.id))
      await fixture.save(nil)
    }
    fixture.store.correct(ids[0], toMetres: 7)
    await fixture.store.flush(within: generousLimit)
    for _ in 1...2 { #expect(try fixture.nextStore().savedWorkout() == nil) }
    let next = fixture.nextStore()
    #expect(try next.savedWorkout() == nil)
    #expect(try #require(await next.lastSummary(within: generousLimit)).get()?.workoutId == ids.last)
    try FileManager.default.removeItem(atPath: fixture.store.historyPath)
    await next.flush(within: generousLimit)
    let lines = try fixture.history.split(separator: "\n")
    #expect(lines.count == count + 1)
    #expect(ids.allSatisfy { id in lines.contains { $0.contains(id) } })
    #expect(try fixture.nextStore().savedWorkout() == nil)
    #expect(try fixture.namesInMemory == [])
  }

  @Test func `workouts that end while the disk hangs are recorded once by the next process`() async throws {
    let fixture = try StateFixture(inMemory: true)
    let (events, gate) = (Recording<StateStore.Event>(), DispatchSemaphore(value: 0))
    let store = fixture.nextStore { event in
      events.append(event)
      // The queue of the store hangs at the first failed write.
      if case .failed = event { gate.wait() }
    }
    try fixture.write("", to: "history.jsonl/in the way")
    let workouts = [try await fixture.workout(after: .seconds(1)), try await fixture.workout(after: .seconds(2))]
    for workout in workouts {
      store.save(workout)
      store.record(.sample(id: workout.id))
      store.save(nil)
    }
    _ = try await events.first("a failed write") { _ in true }
    #expect(await store.unsavedState().isInMemory)
    try FileManager.default.removeItem(atPath: fixture.store.historyPath)
    let next = fixture.nextStore()
    #expect(try next.savedWorkout() == nil)
    await next.flush(within: generousLimit)
    #expect(try fixture.recorded.map(\.workoutId) == workouts.map(\.id))
    gate.signal()
    await store.flush(within: generousLimit)
  }

  @Test func `a workout that starts after an unrecorded one is resumed, and the earlier one is recorded`() async throws
  {
    let fixture = try StateFixture(inMemory: true)
    let first = try await fixture.workout(after: .seconds(1))
    let second = try await fixture.workout(after: .seconds(2))
    await fixture.save(first)
    try fixture.write("", to: "history.jsonl/in the way")
    fixture.store.record(.sample(id: first.id))
    await fixture.save(nil)
    fixture.store.saveInMemory(second)
    #expect(try fixture.nextStore().savedWorkout() == second)
    try FileManager.default.removeItem(atPath: fixture.store.historyPath)
    let next = fixture.nextStore()
    #expect(try next.savedWorkout() == second)
    await next.flush(within: generousLimit)
    #expect(try fixture.recorded.map(\.workoutId) == [first.id])
  }

  @Test func `values of sensors and laps that are not on disk are saved by the next process`() async throws {
    let fixture = try StateFixture(inMemory: true)
    let workout = try await fixture.workout(after: .seconds(1))
    // The eleventh value and the second lap are not on disk.
    for time in 0..<11 { fixture.store.record(SensorRecord(time: time * 1000, heartRate: 130), of: workout.id) }
    fixture.store.record(lapLines: ["1 begin 0 0.0/0"], of: workout.id)
    await fixture.save(workout)
    fixture.store.record(SensorRecord(time: 11_000, heartRate: 131), of: workout.id)
    fixture.store.record(lapLines: ["2 end 20 -", "3 begin 20 0/1"], of: workout.id)
    fixture.store.saveInMemory(workout)
    #expect(try fixture.namesInMemory == ["laps/\(workout.id).txt", "sensors/\(workout.id).csv", "workout.json"])
    let next = fixture.nextStore()
    #expect(try next.savedWorkout() == workout)
    #expect(next.lapLines(of: workout.id).map { $0.prefix(1) } == ["1", "2", "3"])
    await next.flush(within: generousLimit)
    let path = fixture.folder.path(of: "state/intervald/sensors/\(workout.id).csv")
    #expect(try SensorRecordFile(path: path).read().map(\.time) == (0..<12).map { $0 * 1000 })
    next.save(nil)
    await next.flush(within: generousLimit)
    #expect(next.lapLines(of: workout.id) == [])
    #expect(try fixture.namesInMemory == [])
  }

  @Test func `the copy of the next workout remains when the previous workout is recorded`() async throws {
    let fixture = try StateFixture(inMemory: true)
    let first = try await fixture.workout(after: .seconds(1))
    let second = try await fixture.workout(after: .seconds(2))
    await fixture.save(first)
    try fixture.write("", to: "history.jsonl/in the way")
    fixture.store.record(.sample(id: first.id))
    await fixture.save(nil)
    fixture.store.saveInMemory(second)
    try FileManager.default.removeItem(atPath: fixture.store.historyPath)
    await fixture.store.flush(within: generousLimit)
    #expect(try fixture.files == ["history.jsonl"])
    #expect(try fixture.nextStore().savedWorkout() == second)
  }

  @Test func `a file that other users can write to is rejected in spite of a copy`() async throws {
    let fixture = try StateFixture(inMemory: true)
    let workout = try await fixture.workout(after: .seconds(1))
    await fixture.save(workout)
    try #require(unsafe chmod(fixture.store.workoutPath, 0o666) == 0)
    let error = FileReadError.untrusted(.writableFile(path: fixture.store.workoutPath))
    #expect(throws: SavedWorkout.RestoreError.unreadable(error)) { try fixture.store.savedWorkout() }
  }

  @Test func `a workout is not recorded again if an untrusted history already contains it`() async throws {
    let fixture = try StateFixture(inMemory: true)
    let workout = try await fixture.workout(after: .seconds(1))
    fixture.store.saveInMemory(workout)
    await fixture.record(.sample(id: workout.id))
    try #require(unsafe chmod(fixture.store.historyPath, 0o666) == 0)
    let next = fixture.nextStore()
    #expect(try next.savedWorkout() == workout)
    next.record(.sample(id: workout.id))
    await next.flush(within: generousLimit)
    #expect(try fixture.history.split(separator: "\n").count == 1)
  }

  @Test func `each of many simultaneous callers waits until the workout is saved`() async throws {
    let fixture = try StateFixture()
    fixture.store.save(try await fixture.workout(after: .seconds(1)))
    let store = fixture.store
    let results = await withTaskGroup { tasks in
      for _ in 1...300 { tasks.addTask { await store.flush(within: generousLimit) } }
      return await tasks.reduce(into: []) { $0.append($1) }
    }
    #expect(results.count { $0?.isEmpty == true } == 300)
  }
}
