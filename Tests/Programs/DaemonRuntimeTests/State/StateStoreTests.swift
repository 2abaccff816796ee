import DaemonRuntime
import FoundationEssentials
import TestSupport
import Testing
import UserFiles
import WorkoutEngine
import WorkoutModel
import WorkoutReports

/// Tests of the store with real files; no file operation fails.
@Suite struct StateStoreTests {
  @Test func `a workout is saved in a file that only its owner can read, and can be replaced and removed`() async throws
  {
    let fixture = try StateFixture()
    #expect(try fixture.store.savedWorkout() == nil)
    for seconds in 1...3 {
      let workout = try await fixture.workout(after: .seconds(seconds))
      await fixture.save(workout)
      #expect(try fixture.store.savedWorkout() == workout)
    }
    #expect(try fixture.files == ["workout.json"])
    #expect(try fixture.mode(of: "workout.json") == 0o600)
    await fixture.save(nil)
    #expect(try fixture.store.savedWorkout() == nil)
    #expect(try fixture.files.isEmpty)
  }

  @Test func `the later of the workouts in memory and on disk is restored`() async throws {
    let fixture = try StateFixture(inMemory: true)
    let first = try await fixture.workout(after: .seconds(1))
    let second = try await fixture.workout(after: .seconds(2))
    await fixture.save(first)
    fixture.store.saveInMemory(second)
    #expect(try fixture.store.savedWorkout() == second)
    fixture.store.saveInMemory(first)
    await fixture.save(second)
    #expect(try fixture.store.savedWorkout() == second)
  }

  @Test func `a workout in memory is restored if no workout is on disk`() async throws {
    let fixture = try StateFixture(inMemory: true)
    let workout = try await fixture.workout(after: .seconds(1))
    fixture.store.saveInMemory(workout)
    #expect(try fixture.store.savedWorkout() == workout)
  }

  @Test func `an ended workout is also removed from memory`() async throws {
    let fixture = try StateFixture(inMemory: true)
    fixture.store.saveInMemory(try await fixture.workout(after: .seconds(1)))
    await fixture.save(nil)
    #expect(try fixture.store.savedWorkout() == nil)
  }

  @Test func `a workout is saved on disk instead of in memory if the runtime folder is on a disk`() async throws {
    let fixture = try StateFixture()
    let workout = try await fixture.workout(after: .seconds(1))
    fixture.store.saveInMemory(workout)
    await fixture.store.flush(within: generousLimit)
    #expect(try fixture.files == ["workout.json"])
    #expect(try fixture.store.savedWorkout() == workout)
  }

  @Test func `the latest workout remains if several are saved in quick succession`() async throws {
    let fixture = try StateFixture()
    var workouts: [SavedWorkout] = []
    for milliseconds in 1...200 { workouts.append(try await fixture.workout(after: .milliseconds(milliseconds))) }
    for workout in workouts { fixture.store.save(workout) }
    await fixture.store.flush(within: generousLimit)
    #expect(try fixture.store.savedWorkout() == workouts[199])
  }

  @Test func `an ended workout is recorded in a line of the history, and its position is removed`() async throws {
    let fixture = try StateFixture()
    for number in 1...3 {
      fixture.store.save(try await fixture.workout(after: .seconds(number)))
      fixture.store.record(.sample(id: "w\(number)"))
      fixture.store.save(nil)
    }
    await fixture.store.flush(within: generousLimit)
    let lines = try fixture.history.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == 4)
    #expect(lines[3].isEmpty)
    #expect(lines[1].hasPrefix(#"{"completed":true,"distanceM":1000.5,"#))
    #expect(lines[1].contains(#""workoutId":"w2""#))
    #expect(try fixture.mode(of: "history.jsonl") == 0o600)
    #expect(try fixture.files == ["history.jsonl"])
  }

  @Test(arguments: [
    ("", ["w9"]),
    (#"{"half": "a li"#, ["w9"]),
    ("no JSON at all\n", ["no JSON at all", "w9"]),
    (#"{"half": "a line"}"# + "\n" + #"{"and": "#, [#"{"half": "a line"}"#, "w9"]),
    (String(repeating: "x", count: 9_000_000), [String(repeating: "x", count: 9_000_000), "w9"]),
  ])
  func `an incomplete last line is removed, and all other lines remain`(before: String, after: [String]) async throws {
    let fixture = try StateFixture()
    try fixture.write(before, to: "history.jsonl")
    await fixture.record(.sample(id: "w9"))
    let lines = try fixture.history.split(separator: "\n")
    #expect(lines.count == after.count)
    for (line, expected) in zip(lines, after) { #expect(expected == "w9" ? line.contains(#""w9""#) : line == expected) }
  }

  @Test func `a last line that lacks only its line end is completed`() async throws {
    let fixture = try StateFixture()
    await fixture.record(.sample(id: "w1"))
    try fixture.write(String(fixture.history.dropLast()), to: "history.jsonl")
    await fixture.record(.sample(id: "w2"))
    #expect(try fixture.history.split(separator: "\n").count == 2)
  }

  @Test func `a correction of the last workout is added as a line, and replaces the last summary`() async throws {
    let fixture = try StateFixture()
    #expect(try await fixture.lastSummary() == nil)
    for id in ["w1", "w2"] { fixture.store.record(.sample(id: id)) }
    var corrected = Report.Summary.sample(id: "w2")
    #expect(try await fixture.lastSummary() == corrected)
    for metres in [1200.5, 0] {
      (corrected.distanceM, corrected.corrected) = (metres, true)
      fixture.store.correct("w2", toMetres: metres)
      #expect(try await fixture.lastSummary() == corrected)
    }
    let lines = try fixture.history.split(separator: "\n")
    try #require(lines.count == 4)
    #expect(
      lines[2] == #"{"at":"1970-01-01T00:00:00Z","change":"correct","distanceM":1200.5,"workoutId":"w2"}"#)
    #expect(lines[3].contains(#""distanceM":0,"#))
  }

  @Test func `a workout that was recorded before a kill is not restored`() async throws {
    let fixture = try StateFixture()
    let workout = try await fixture.workout(after: .seconds(1))
    fixture.store.save(workout)
    await fixture.record(.sample(id: workout.id))
    #expect(try fixture.store.savedWorkout() == nil)
    await fixture.store.flush(within: generousLimit)
    #expect(try fixture.files == ["history.jsonl"])
  }

  @Test func `a recorded workout is not restored, even if other workouts were recorded after it`() async throws {
    let fixture = try StateFixture()
    let workout = try await fixture.workout(after: .seconds(1))
    fixture.store.save(workout)
    for id in [workout.id, "w2", "w3"] { fixture.store.record(.sample(id: id)) }
    await fixture.store.flush(within: generousLimit)
    #expect(try fixture.store.savedWorkout() == nil)
  }
}
