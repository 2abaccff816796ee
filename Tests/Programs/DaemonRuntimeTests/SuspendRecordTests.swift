import Testing
import WorkoutEngine

@testable import DaemonRuntime

@Suite struct SuspendRecordTests {
  private let noon = Instant(sinceOrigin: .seconds(1000))

  @Test func `an unannounced suspend is handled once`() {
    var record = SuspendRecord(timeAsleep: .seconds(5))
    #expect(record.take(timeAsleep: .seconds(5), at: noon, notified: false) == nil)
    #expect(
      record.take(timeAsleep: .seconds(65), at: noon, notified: false) == .init(began: noon, length: .seconds(60)))
    #expect(record.take(timeAsleep: .seconds(65), at: noon, notified: true) == nil)
  }

  @Test(arguments: [true, false])
  func `an announced suspend is handled once, whether the clocks or logind report its end first`(
    isSeenByClocks: Bool
  ) {
    var record = SuspendRecord(timeAsleep: .zero)
    record.announce(at: noon)
    let later = noon + .seconds(2)
    #expect(record.take(timeAsleep: .zero, at: later, notified: false) == nil)
    #expect(
      record.take(timeAsleep: .seconds(60), at: later, notified: !isSeenByClocks)
        == .init(began: noon, length: .seconds(60)))
    #expect(record.take(timeAsleep: .seconds(60), at: later, notified: isSeenByClocks) == nil)
  }

  @Test(arguments: [0, 600]) func `a failed suspend is ignored, and does not change when the next suspend begins`(
    milliseconds: Int
  ) {
    var record = SuspendRecord(timeAsleep: .zero)
    record.announce(at: noon)
    let short = Duration.milliseconds(milliseconds)
    #expect(record.take(timeAsleep: short, at: noon + .seconds(1), notified: true) == nil)
    let later = noon + .seconds(90)
    #expect(
      record.take(timeAsleep: .seconds(60), at: later, notified: false) == .init(began: later, length: .seconds(60)))
  }

  @Test func `an announced suspend begins after the last activity`() {
    var record = SuspendRecord(timeAsleep: .zero)
    record.noteActivity(at: noon)
    record.announce(at: noon)
    record.noteActivity(at: noon + .seconds(3))
    let suspend = record.take(timeAsleep: .seconds(9), at: noon + .seconds(4), notified: true)
    #expect(suspend == .init(began: noon + .seconds(3), length: .seconds(9)))
  }

  @Test func `short suspends are handled when their sum reaches the minimum`() {
    var record = SuspendRecord(timeAsleep: .zero)
    #expect(record.take(timeAsleep: .milliseconds(600), at: noon, notified: false) == nil)
    let suspend = record.take(timeAsleep: .milliseconds(1200), at: noon, notified: false)
    #expect(suspend == .init(began: noon, length: .milliseconds(1200)))
  }

  @Test func `the system's clocks agree without a suspend`() {
    let clock = SystemTimekeeper()
    let before = clock.timeAsleep
    let after = clock.timeAsleep
    #expect(before >= .zero)
    #expect(max(after - before, before - after) < .milliseconds(10))
  }
}
