import FoundationEssentials
import Glibc
import SystemPackage
import TestSupport
import TestTraits
import Testing
import UserFiles
import WorkoutReports

@testable import DaemonRuntime

/// Workouts that are restored while the history cannot be read.
///
/// Root can read all files, so each test runs in its own process and drops its privileges.
@Suite(.hangLimit, .ownProcess) struct UnreadableHistoryTests {
  @Test func `a workout is recorded once, even if the history could not be read when it was restored`() async {
    await #expect(processExitsWith: .success) {
      #expect(seteuid(65_534) == 0 || geteuid() != 0)
      let fixture = try StateFixture()
      let workout = try await fixture.workout(after: .seconds(1))
      fixture.store.save(workout)
      await fixture.record(.sample(id: workout.id))
      try Self.setHistoryAccess(false, in: fixture)

      let next = fixture.nextStore()
      #expect(try next.savedWorkout() == workout)
      next.record(.sample(id: workout.id))
      next.save(nil)
      let unsaved = try #require(await next.flush(within: generousLimit))
      let failure = SystemError(next.historyPath, .permissionDenied)
      #expect(unsaved == UnsavedState(hasPosition: false, summaryCount: 1, failure: failure))
      #expect(fixture.events.elements == [.failed(failure)])

      try Self.setHistoryAccess(true, in: fixture)
      #expect(await next.flush(within: generousLimit)?.isEmpty == true)
      #expect(fixture.events.elements == [.failed(failure), .recovered])
      #expect(try fixture.recorded == [.sample(id: workout.id)])
      #expect(try fixture.files == ["history.jsonl"])
    }
  }

  @Test
  func `a workout that an unreadable history lacks is recorded when the history is readable, and can be corrected`()
    async
  {
    await #expect(processExitsWith: .success) {
      #expect(seteuid(65_534) == 0 || geteuid() != 0)
      let fixture = try StateFixture()
      let workout = try await fixture.workout(after: .seconds(1))
      fixture.store.save(workout)
      await fixture.record(.sample(id: "w1"))
      try Self.setHistoryAccess(false, in: fixture)

      let next = fixture.nextStore()
      #expect(try next.savedWorkout() == workout)
      try Self.setHistoryAccess(true, in: fixture)
      var summary = Report.Summary.sample(id: workout.id)
      next.record(summary)
      await next.flush(within: generousLimit)
      next.correct(workout.id, toMetres: 7)
      await next.flush(within: generousLimit)
      summary.correct(toMetres: 7)
      #expect(try await next.lastSummary(within: generousLimit)?.get() == summary)
      #expect(try fixture.history.split(separator: "\n").count == 3)
    }
  }

  @Test func `a correction that waits for the history is recorded, even if the history contains its workout`() async {
    await #expect(processExitsWith: .success) {
      #expect(seteuid(65_534) == 0 || geteuid() != 0)
      let fixture = try StateFixture()
      let workout = try await fixture.workout(after: .seconds(1))
      fixture.store.save(workout)
      await fixture.record(.sample(id: workout.id))
      try Self.setHistoryAccess(false, in: fixture)

      let next = fixture.nextStore()
      #expect(try next.savedWorkout() == workout)
      next.record(.sample(id: workout.id))
      await next.flush(within: generousLimit)
      var corrected = try #require(try await next.lastSummary(within: generousLimit)?.get())
      corrected.correct(toMetres: 7)
      next.correct(workout.id, toMetres: 7)
      try Self.setHistoryAccess(true, in: fixture)
      await next.flush(within: generousLimit)
      #expect(try await next.lastSummary(within: generousLimit)?.get() == corrected)
      #expect(try fixture.history.split(separator: "\n").count == 2)
    }
  }

  /// Allows or denies this process access to the history.
  private static func setHistoryAccess(_ isAllowed: Bool, in fixture: StateFixture) throws {
    // chmod(2) receives the path as a C string, which is valid during the call.
    try #require(unsafe chmod(fixture.store.historyPath, isAllowed ? 0o600 : 0) == 0)
  }
}
