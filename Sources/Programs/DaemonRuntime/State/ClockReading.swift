package import FoundationEssentials
package import WorkoutEngine

/// What all clocks show at one moment.
package struct ClockReading: Equatable, Sendable {
  /// The kernel's name for the time since it was started; nil where it does not tell.
  package var bootID: String?
  /// The clock of deadlines, which stands still while the machine sleeps.
  package var now: Instant
  /// The clock that does not: CLOCK_BOOTTIME.
  package var sinceBoot: Instant
  package var timeOfDay: Date

  package init(bootID: String?, now: Instant, sinceBoot: Instant, timeOfDay: Date) {
    self.bootID = bootID
    self.now = now
    self.sinceBoot = sinceBoot
    self.timeOfDay = timeOfDay
  }

  /// How much time has passed since an earlier reading, sleep included.
  ///
  /// Over a start of the machine the time of day has to do, which people set, and which a machine without a battery
  /// does not know; so it is never below zero, and never more than `maxAbsence`.
  package func passed(since earlier: ClockReading) -> Duration {
    let passed =
      isOfSameBoot(as: earlier)
      ? sinceBoot - earlier.sinceBoot : .seconds(timeOfDay.timeIntervalSince(earlier.timeOfDay))
    return min(max(passed, .zero), Self.maxAbsence)
  }

  /// Whether this reading was taken after another one of the same boot.
  func isLater(than other: ClockReading) -> Bool { isOfSameBoot(as: other) && other.now < now }

  /// A year.
  package static let maxAbsence = Duration.seconds(365 * 24 * 3600)

  /// How long the machine has slept since an earlier reading; nil over a start of the machine.
  ///
  /// Less than `SuspendRecord.minLength` is none.
  package func asleep(since earlier: ClockReading) -> Duration? {
    guard isOfSameBoot(as: earlier) else { return nil }
    let awake: Duration = now - earlier.now
    let asleep = passed(since: earlier) - awake
    return asleep < SuspendRecord.minLength ? .zero : asleep
  }

  private func isOfSameBoot(as earlier: ClockReading) -> Bool {
    bootID != nil && bootID == earlier.bootID && earlier.now <= now && earlier.sinceBoot <= sinceBoot
  }
}

extension Timekeeper {
  package var reading: ClockReading {
    let now = now
    return ClockReading(bootID: bootID, now: now, sinceBoot: now + timeAsleep, timeOfDay: timeOfDay)
  }
}
