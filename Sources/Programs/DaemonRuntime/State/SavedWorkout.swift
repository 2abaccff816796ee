import CLinux
package import FoundationEssentials
import JSON
package import PlanNotation
package import UserFiles
package import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// A workout and its position, with everything that another process needs to resume the workout.
///
/// It is a class, because the code that copies a large structure would make the program larger.
package final class SavedWorkout: Equatable, Sendable {
  package let id: String
  /// The text of the plan.
  package let plan: String
  package let planName: String?
  /// The session of a training program; nil if the plan is not a session of a program.
  package let session: Report.Session?
  /// The timing settings when the workout started, in the plan notation: paces, lead-in and skipped intervals.
  ///
  /// These settings apply until the workout ends, even if the configuration changes.
  package let timing: String
  package let startedAt: Date
  /// The position; nil if the file does not contain a valid position.
  package let snapshot: WorkoutEngine.Snapshot?
  /// The clocks when the snapshot was taken.
  package let clocks: ClockReading
  /// Whether the workout has ended, so that it is not resumed.
  let hasEnded: Bool

  init(_ workout: RunningWorkout, _ snapshot: WorkoutEngine.Snapshot, at clocks: ClockReading) {
    id = workout.id
    plan = workout.request.text
    planName = workout.request.planName
    session = workout.request.session
    timing = workout.request.timing.notation
    startedAt = workout.startedAt
    self.snapshot = snapshot
    self.clocks = clocks
    hasEnded = false
  }

  /// Reads a saved workout.
  package init(json: String) throws(RestoreError) {
    let fields = try Fields(json: json)
    id = fields.workoutId
    planName = fields.planName
    session = fields.session.flatMap { $0.isPossible ? $0 : nil }
    plan = fields.plan
    timing = fields.timing
    startedAt = Date(timeIntervalSince1970: fields.startedAt)
    clocks = ClockReading(
      bootID: fields.bootId, now: Instant(sinceOrigin: .nanoseconds(fields.monotonicNs)),
      sinceBoot: Instant(sinceOrigin: .nanoseconds(fields.sinceBootNs)),
      timeOfDay: Date(timeIntervalSince1970: fields.timeOfDay))
    snapshot = fields.snapshot.snapshot
    hasEnded = fields.hasEnded ?? false
  }

  package static func == (one: SavedWorkout, other: SavedWorkout) -> Bool {
    one.id == other.id && one.plan == other.plan && one.planName == other.planName
      && one.session == other.session && one.timing == other.timing && one.startedAt == other.startedAt
      && one.snapshot == other.snapshot && one.clocks == other.clocks && one.hasEnded == other.hasEnded
  }

  /// The reason why a saved workout cannot be resumed.
  package enum RestoreError: Error, Equatable {
    /// The file cannot be read, or other users can write to it.
    case unreadable(FileReadError)
    /// The file is not JSON, or a value is missing or invalid.
    case malformed
    /// Another version of the program saved the file; the number is the version of the file's format.
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
  /// This limit exceeds the maximum size of a request to start a plan, because the escapes of JSON make a text longer.
  static let maxBytes = 1 << 21

  /// The fields of the file; `startedAt` and `timeOfDay` are in seconds since 1970.
  fileprivate struct Fields: Codable {
    let version: Int
    let workoutId: String
    let planName: String?
    let session: Report.Session?
    let plan: String
    let timing: String
    let startedAt: Double
    let bootId: String?
    let monotonicNs: Int
    let sinceBootNs: Int
    let timeOfDay: Double
    let snapshot: Position
    /// True if the workout has ended; otherwise nil.
    let hasEnded: Bool?
  }

  /// The position; `snapshot` is nil if the position in the file is damaged.
  ///
  /// A damaged position does not prevent the plan from being read.
  fileprivate struct Position: Codable {
    let snapshot: WorkoutEngine.Snapshot?
  }

  fileprivate struct Version: Codable {
    let version: Int
  }

  package var json: String { encoded(hasEnded: hasEnded).json }

  /// Encodes the workout, without its position if the position cannot be encoded.
  ///
  /// A position can be encoded if all its numbers are finite.
  func encoded(hasEnded: Bool = false) -> (json: String, hasPosition: Bool) {
    if let snapshot, let complete = try? encoded(snapshot, hasEnded: hasEnded) { return (complete, true) }
    return ((try? encoded(nil, hasEnded: hasEnded)) ?? "{}", false)
  }

  private func encoded(_ snapshot: WorkoutEngine.Snapshot?, hasEnded: Bool) throws -> String {
    let fields = Fields(
      version: Self.version, workoutId: id, planName: planName, session: session, plan: plan, timing: timing,
      startedAt: startedAt.timeIntervalSince1970, bootId: clocks.bootID, monotonicNs: clocks.now.nanoseconds,
      sinceBootNs: clocks.sinceBoot.nanoseconds, timeOfDay: clocks.timeOfDay.timeIntervalSince1970,
      snapshot: Position(snapshot: snapshot), hasEnded: hasEnded ? true : nil)
    return String(decoding: try JSONValue(encoding: fields).text, as: UTF8.self)
  }
}

extension SavedWorkout.Position {
  fileprivate init(from decoder: any Decoder) {
    snapshot = try? WorkoutEngine.Snapshot(from: decoder)
  }

  fileprivate func encode(to encoder: any Encoder) throws {
    try snapshot?.encode(to: encoder)
  }
}

extension SavedWorkout.Fields {
  fileprivate init(json: String) throws(SavedWorkout.RestoreError) {
    // JSONDecoder needs quadratic time for a key of combining marks.
    guard let value = try? JSONValue(parsing: Array(json.utf8)),
      let version = try? value.decoded(as: SavedWorkout.Version.self).version
    else { throw .malformed }
    guard version == SavedWorkout.version else { throw .version(version) }
    guard let fields = try? value.decoded(as: Self.self), fields.areClocksPlausible else {
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
