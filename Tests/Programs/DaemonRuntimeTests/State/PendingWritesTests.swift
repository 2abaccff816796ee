import FoundationEssentials
import SystemPackage
import Testing
import UserFiles
import WorkoutHistory
import WorkoutReports

@testable import DaemonRuntime

@Suite struct PendingWritesTests {
  private let error = SystemError("/s", .noSpace)

  @Test func `a failed batch waits until it is unblocked`() throws {
    var pending = PendingWrites()
    _ = pending.record(.workout(.sample(id: "w1")))
    pending.position = .remove
    let first = pending.next()
    let batch = try #require(first)
    _ = pending.fail(batch, with: error)
    let blocked = pending.next()
    #expect(blocked?.lines.count == nil)
    pending.isBlocked = false
    let second = pending.next()
    #expect(second?.lines.map(\.line.workoutID) == ["w1"])
    guard case .remove = second?.position else { return #expect(Bool(false), "the position is lost") }
    let empty = pending.next()
    #expect(empty?.lines.count == nil)
  }

  @Test func `a write that arrives during a failing attempt starts the next attempt`() throws {
    var pending = PendingWrites()
    _ = pending.record(.workout(.sample(id: "w1")))
    let first = pending.next()
    _ = pending.record(.workout(.sample(id: "w2")))
    _ = pending.fail(try #require(first), with: error)
    let second = pending.next()
    #expect(second?.lines.map(\.line.workoutID) == ["w1", "w2"])
  }

  @Test func `a failure and the next success are reported once, and one retry is scheduled`() {
    var pending = PendingWrites()
    let batch = PendingWrites.Batch(position: .remove, lines: [])
    let first = pending.fail(batch, with: error)
    #expect(first.isFirst)
    #expect(first.needsRetry)
    let second = pending.fail(batch, with: error)
    #expect(!second.isFirst)
    #expect(!second.needsRetry)
    let hasRecovered = pending.succeed()
    #expect(hasRecovered)
    let hasRecoveredAgain = pending.succeed()
    #expect(!hasRecoveredAgain)
  }

  @Test func `a correction replaces a correction that waits, and changes are dropped before workouts`() {
    var pending = PendingWrites()
    let noon = Date(timeIntervalSince1970: 0)
    _ = pending.record(.workout(.sample(id: "w0")))
    for metres in [1.0, 2, 3] { _ = pending.record(.change(.correct("w0", toMetres: metres, at: noon))) }
    _ = pending.record(.change(.note("w0", "late", at: noon)))
    #expect(pending.lines.count == 3)
    #expect(pending.unsavedState == UnsavedState(hasPosition: false, summaryCount: 1, changeCount: 2))
    for number in 1..<PendingWrites.maxLines { _ = pending.record(.workout(.sample(id: "w\(number)"))) }
    #expect(pending.lines.count == PendingWrites.maxLines)
    #expect(pending.lines.allSatisfy { $0.line.isWorkout })
    #expect(pending.lines.first?.line.workoutID == "w0")
  }

  @Test func `the oldest lines are dropped and returned if too many lines wait`() throws {
    var pending = PendingWrites()
    let workouts = (0..<PendingWrites.maxLines + 3).map { HistoryLine.workout(.sample(id: "w\($0)")) }
    var dropped: [HistoryLine] = []
    for workout in workouts.dropLast() { dropped += pending.record(workout) }
    #expect(dropped == Array(workouts[0...1]))
    let batch = pending.next()
    dropped = pending.record(workouts[PendingWrites.maxLines + 2])
    #expect(dropped == [])
    dropped = pending.fail(try #require(batch), with: error).dropped
    #expect(dropped == [workouts[2]])
    dropped = pending.restore(Array(workouts[0...1]))
    #expect(dropped == Array(workouts[0...1]))
    #expect(pending.lines.map(\.line) == workouts.suffix(PendingWrites.maxLines))
  }
}

extension HistoryLine {
  /// The ID of the workout that the line records or changes; nil for a move in a program.
  fileprivate var workoutID: String? {
    switch self {
    case .workout(let summary): summary.workoutId
    case .change(let change): change.workoutId
    }
  }
}
