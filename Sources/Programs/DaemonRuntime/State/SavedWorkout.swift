import CLinux
package import FoundationEssentials
package import PlanNotation
package import UserFiles
package import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A workout and its position, with everything that another process needs to resume it.
///
/// It is a class because the code that copies so large a value would make the program larger.
package final class SavedWorkout: Equatable, Sendable {
  package let id: String
  /// The text of the plan.
  package let plan: String
  package let planName: String?
  /// The settings of paces, lead-in and skipped intervals at the start, in the plan notation.
  ///
  /// They hold until the workout ends, even if the configuration changes.
  package let timing: String
  package let startedAt: Date
  package let snapshot: WorkoutEngine.Snapshot
  /// The clocks when the snapshot was taken.
  package let clocks: ClockReading

  init(_ workout: RunningWorkout, _ snapshot: WorkoutEngine.Snapshot, at clocks: ClockReading) {
    id = workout.id
    plan = workout.request.text
    planName = workout.request.planName
    timing = workout.request.timing.notation
    startedAt = workout.startedAt
    self.snapshot = snapshot
    self.clocks = clocks
  }

  /// Reads a saved workout.
  package init(json: String) throws(RestoreError) {
    let fields = try Fields(json: json)
    id = fields.workoutId
    planName = fields.planName
    plan = fields.plan
    timing = fields.timing
    startedAt = Date(timeIntervalSince1970: fields.startedAt)
    clocks = ClockReading(
      bootID: fields.bootId, now: Instant(sinceOrigin: .nanoseconds(fields.monotonicNs)),
      sinceBoot: Instant(sinceOrigin: .nanoseconds(fields.sinceBootNs)),
      timeOfDay: Date(timeIntervalSince1970: fields.timeOfDay))
    snapshot = fields.snapshot
  }

  package static func == (one: SavedWorkout, other: SavedWorkout) -> Bool {
    one.id == other.id && one.plan == other.plan && one.planName == other.planName && one.timing == other.timing
      && one.startedAt == other.startedAt && one.snapshot == other.snapshot && one.clocks == other.clocks
  }

  /// The reason why a saved workout cannot be resumed.
  package enum RestoreError: Error, Equatable {
    /// The file cannot be read, or other users can write to it.
    case unreadable(FileReadError)
    /// The file is not JSON, or a value is missing or invalid.
    case malformed
    /// Another version of the program saved the file, in this version of the format.
    case version(Int)
    /// The text of the plan or of the settings is invalid.
    case notation(NotationError)
    /// The plan does not contain the position.
    case invalidPosition
  }
}

/// The JSON format, which has its own version number.
extension SavedWorkout {
  fileprivate static let version = 1
  /// The maximum size of the file.
  ///
  /// It exceeds that of a request to start a plan, because JSON escapes lengthen a text.
  static let maxBytes = 1 << 21

  /// The fields of the file; times of day are in seconds since 1970.
  fileprivate struct Fields: Codable {
    let version: Int
    let workoutId: String
    let planName: String?
    let plan: String
    let timing: String
    let startedAt: Double
    let bootId: String?
    let monotonicNs: Int
    let sinceBootNs: Int
    let timeOfDay: Double
    let snapshot: WorkoutEngine.Snapshot
  }

  fileprivate struct Version: Codable {
    let version: Int
  }

  package var json: String {
    let fields = Fields(
      version: Self.version, workoutId: id, planName: planName, plan: plan, timing: timing,
      startedAt: startedAt.timeIntervalSince1970, bootId: clocks.bootID, monotonicNs: clocks.now.nanoseconds,
      sinceBootNs: clocks.sinceBoot.nanoseconds, timeOfDay: clocks.timeOfDay.timeIntervalSince1970, snapshot: snapshot)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Strings and finite numbers can always be encoded.
    return (try? encoder.encode(fields)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}

extension SavedWorkout.Fields {
  fileprivate init(json: String) throws(SavedWorkout.RestoreError) {
    let data = Data(json.utf8)
    guard let version = try? JSONDecoder().decode(SavedWorkout.Version.self, from: data).version else {
      throw .malformed
    }
    guard version == SavedWorkout.version else { throw .version(version) }
    guard let fields = try? JSONDecoder().decode(Self.self, from: data), fields.areClocksPlausible else {
      throw .malformed
    }
    self = fields
  }

  /// Whether each clock is in its range: up to about 36 years since boot, and up to the year 9999.
  fileprivate var areClocksPlausible: Bool {
    [monotonicNs, sinceBootNs].allSatisfy { 0...(1 << 60) ~= $0 }
      && [startedAt, timeOfDay].allSatisfy { 0...253_402_300_799 ~= $0 }
  }
}

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
  /// After a reboot it is computed from the time of day, which may have been changed, or be unknown to a machine
  /// without a battery.
  package func passed(since earlier: ClockReading) -> Duration {
    let passed =
      isOfSameBoot(as: earlier)
      ? sinceBoot - earlier.sinceBoot : .seconds(timeOfDay.timeIntervalSince(earlier.timeOfDay))
    return min(max(passed, .zero), Self.maxAbsence)
  }

  /// Whether this reading was taken after another one of the same boot.
  func isLater(than other: ClockReading) -> Bool { isOfSameBoot(as: other) && other.now < now }

  /// The time for which the machine was suspended since an earlier reading; nil if it was rebooted.
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

/// The copy of the saved workout in memory, in the runtime folder.
///
/// It survives the daemon, but neither the session nor a reboot. Writing it never waits for a disk, so the runner may
/// write it at every cue.
struct MemoryCopy: Sendable {
  private let path: String

  /// Fails if the folder is on a file system that may wait for a disk: statfs(2), tmpfs(5).
  init?(folder: String) {
    var status = statfs()
    // The path and the variable outlive the call.
    guard unsafe statfs(folder, &status) == 0, status.f_type == Int(TMPFS_MAGIC) else { return nil }
    path = "\(folder)/workout.json"
  }

  /// Replaces the copy, or removes it.
  ///
  /// - Returns: Whether that succeeded.
  @discardableResult func replace(with workout: SavedWorkout?) -> Bool {
    do throws(SystemError) {
      if let workout {
        try AtomicFile.write(workout.json, to: path, isSynced: false)
      } else {
        try AtomicFile.remove(path, isSynced: false)
      }
      return true
    } catch {
      return false
    }
  }

  /// The workout in the copy; nil if the copy is missing, or cannot be read or trusted.
  func read() -> SavedWorkout? {
    guard let text = try? TextFile.read(path, maxBytes: SavedWorkout.maxBytes, requireTrusted: true) else { return nil }
    return try? SavedWorkout(json: text)
  }
}
