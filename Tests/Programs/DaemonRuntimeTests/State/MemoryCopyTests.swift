import DaemonRuntime
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import UserFiles
import WorkoutReports

/// Tests of the in-memory copy of the saved workout.
///
/// In these tests, the state folder cannot be written or trusted.
@Suite struct MemoryCopyTests {
  @Test func `the copy of an ended workout remains until the history contains the workout`() async throws {
    let fixture = try StateFixture(inMemory: true)
    let first = try await fixture.workout(after: .seconds(1))
    let second = try await fixture.workout(after: .seconds(2))
    await fixture.save(first)
    fixture.store.saveInMemory(second)
    try fixture.write("", to: "history.jsonl/in the way")
    fixture.store.record(.sample(id: first.id))
    await fixture.save(nil)
    #expect(try fixture.nextStore().savedWorkout() == second)
    try FileManager.default.removeItem(atPath: fixture.store.historyPath)
    await fixture.save(nil)
    #expect(try fixture.history.split(separator: "\n").count == 1)
    #expect(try fixture.nextStore().savedWorkout() == nil)
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
