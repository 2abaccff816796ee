import DaemonRuntime
import Dispatch
import FoundationEssentials
import Synchronization
import WorkoutEngine

/// Clocks that only a test advances.
final class ManualTimekeeper: Timekeeper {
  private struct Contents {
    var now = Instant(sinceOrigin: .seconds(100))
    var asleep = Duration.zero
    var wallClockStep = Duration.zero
    var bootID = "first"
    var alarms: [ManualAlarm] = []
  }

  private let contents = Mutex(Contents())

  var now: Instant { contents.withLock { $0.now } }

  var sinceBoot: Instant { contents.withLock { $0.now + $0.asleep } }

  var bootID: String? { contents.withLock { $0.bootID } }

  /// Suspends the machine; the clock of deadlines stops for this duration.
  func suspend(for duration: Duration) {
    contents.withLock { $0.asleep += duration }
  }

  /// Removes the alarm of a process that has ended.
  func removeAlarm() {
    contents.withLock { $0.alarms = [] }
  }

  /// Reboots the machine: both clocks restart.
  func reboot() {
    contents.withLock { $0 = Contents(now: Instant(sinceOrigin: .seconds(10)), bootID: $0.bootID + "'") }
  }

  /// The wall-clock time, which begins at 2026-01-01T00:00:00Z, and continues during a suspend.
  var timeOfDay: Date {
    let sinceOrigin = contents.withLock { contents in
      contents.now.sinceOrigin - .seconds(100) + contents.asleep + contents.wallClockStep
    }
    return Date(timeIntervalSince1970: 1_767_225_600 + sinceOrigin / .seconds(1))
  }

  func makeAlarm(on queue: DispatchQueue, ring: @escaping @Sendable () -> Void) -> any Alarm {
    let alarm = ManualAlarm(queue: queue, ring: ring)
    contents.withLock { $0.alarms.append(alarm) }
    return alarm
  }

  /// The time of the alarm; nil if the alarm is not set.
  var alarm: Instant? {
    contents.withLock { contents in
      precondition(contents.alarms.count <= 1, "more than one alarm")
      return contents.alarms.first?.deadline
    }
  }

  /// Changes the wall-clock time only.
  func stepWallClock(by duration: Duration) {
    contents.withLock { $0.wallClockStep += duration }
  }

  /// Advances the clocks; each alarm that becomes due rings with the given lateness.
  func pass(_ duration: Duration, lateness: Duration = .zero) {
    let end = now + duration
    while let alarm = contents.withLock({ $0.alarms.first }), let deadline = alarm.deadline, deadline + lateness <= end
    {
      contents.withLock { $0.now = max($0.now, deadline + lateness) }
      alarm.ringNow()
    }
    contents.withLock { $0.now = end }
  }
}

/// An alarm that a `ManualTimekeeper` rings.
final class ManualAlarm: Alarm, Sendable {
  private let queue: DispatchQueue
  private let ring: @Sendable () -> Void
  private let setting = Mutex<Instant?>(nil)

  init(queue: DispatchQueue, ring: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.ring = ring
  }

  var deadline: Instant? { setting.withLock { $0 } }

  func set(for instant: Instant?) {
    setting.withLock { $0 = instant }
  }

  func ringNow() {
    setting.withLock { $0 = nil }
    queue.sync { ring() }
  }
}
