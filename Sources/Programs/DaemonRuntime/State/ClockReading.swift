package import FoundationEssentials
package import WorkoutEngine

/// The clocks of the machine at one moment.
package struct ClockReading: Equatable, Sendable {
  /// The kernel's ID of the current boot; nil if it is unknown.
  package var bootID: String?
  /// The clock of deadlines, which stops while the machine is suspended: CLOCK_MONOTONIC.
  package var now: Instant
  /// The clock that continues during a suspend: CLOCK_BOOTTIME.
  package var sinceBoot: Instant
  package var timeOfDay: Date

  package init(bootID: String?, now: Instant, sinceBoot: Instant, timeOfDay: Date) {
    self.bootID = bootID
    self.now = now
    self.sinceBoot = sinceBoot
    self.timeOfDay = timeOfDay
  }

  /// The maximum result of `passed(since:)`: a year.
  package static let maxAbsence = Duration.seconds(365 * 24 * 3600)

  /// The time that has passed since an earlier reading, including suspends; at least zero, and at most `maxAbsence`.
  ///
  /// After a reboot, the result is the difference of the times of day. The result is then wrong if the time of day was
  /// changed, or if the machine has no battery for its clock.
  package func passed(since earlier: ClockReading) -> Duration {
    let passed =
      isOfSameBoot(as: earlier)
      ? sinceBoot - earlier.sinceBoot : .seconds(timeOfDay.timeIntervalSince(earlier.timeOfDay))
    return min(max(passed, .zero), Self.maxAbsence)
  }

  /// Whether this reading was taken after another reading of the same boot.
  func isLater(than other: ClockReading) -> Bool { isOfSameBoot(as: other) && other.now < now }

  /// The time for which the machine was suspended since an earlier reading; nil if the machine was rebooted.
  ///
  /// A time below `SuspendRecord.minLength` counts as zero.
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
