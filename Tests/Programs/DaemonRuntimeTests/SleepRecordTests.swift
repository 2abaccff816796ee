import Testing
import WorkoutEngine

@testable import DaemonRuntime

@Suite struct SleepRecordTests {
  private let noon = Instant(sinceOrigin: .seconds(1000))

  @Test func `a sleep that nobody has told of is met once`() {
    var record = SleepRecord(timeAsleep: .seconds(5))
    #expect(record.take(timeAsleep: .seconds(5), at: noon, isToldOf: false) == nil)
    #expect(
      record.take(timeAsleep: .seconds(65), at: noon, isToldOf: false) == .init(began: noon, length: .seconds(60)))
    #expect(record.take(timeAsleep: .seconds(65), at: noon, isToldOf: true) == nil)
  }

  @Test(arguments: [true, false]) func `a sleep that was told of is met once, whoever sees first that it is over`(
    isSeen: Bool
  ) {
    var record = SleepRecord(timeAsleep: .zero)
    record.announce(at: noon)
    let later = noon + .seconds(2)
    #expect(record.take(timeAsleep: .zero, at: later, isToldOf: false) == nil)
    #expect(
      record.take(timeAsleep: .seconds(60), at: later, isToldOf: !isSeen) == .init(began: noon, length: .seconds(60)))
    #expect(record.take(timeAsleep: .seconds(60), at: later, isToldOf: isSeen) == nil)
  }

  @Test(arguments: [0, 600]) func `a sleep that was told of and did not come to pass is none, and the next is itself`(
    milliseconds: Int
  ) {
    var record = SleepRecord(timeAsleep: .zero)
    record.announce(at: noon)
    let short = Duration.milliseconds(milliseconds)
    #expect(record.take(timeAsleep: short, at: noon + .seconds(1), isToldOf: true) == nil)
    let later = noon + .seconds(90)
    #expect(
      record.take(timeAsleep: .seconds(60), at: later, isToldOf: false) == .init(began: later, length: .seconds(60)))
  }

  @Test func `what is driven on has not fallen asleep`() {
    var record = SleepRecord(timeAsleep: .zero)
    record.drive(at: noon)
    record.announce(at: noon)
    record.drive(at: noon + .seconds(3))
    let sleep = record.take(timeAsleep: .seconds(9), at: noon + .seconds(4), isToldOf: true)
    #expect(sleep == .init(began: noon + .seconds(3), length: .seconds(9)))
  }

  @Test func `short sleeps are met when they have come to something`() {
    var record = SleepRecord(timeAsleep: .zero)
    #expect(record.take(timeAsleep: .milliseconds(600), at: noon, isToldOf: false) == nil)
    let sleep = record.take(timeAsleep: .milliseconds(1200), at: noon, isToldOf: false)
    #expect(sleep == .init(began: noon, length: .milliseconds(1200)))
  }

  @Test func `the machine's clocks agree while nobody sleeps`() {
    let clock = SystemTimekeeper()
    let before = clock.timeAsleep
    let after = clock.timeAsleep
    #expect(before >= .zero && max(after - before, before - after) < .milliseconds(10))
  }
}
