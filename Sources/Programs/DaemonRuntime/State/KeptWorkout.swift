package import FoundationEssentials
package import PlanNotation
package import UserFiles
package import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// A workout's place as it is kept in a file, with all that is needed to go on with it in another process.
package struct KeptWorkout: Equatable, Sendable {
  package let id: String
  /// The text as started.
  package let plan: String
  package let planName: String?
  /// What the configuration said at the start about paces, lead-in and skipped intervals, in the plan notation: a
  /// running workout keeps these, whatever becomes of the configuration.
  package let timing: String
  package let startedAt: Date
  package let snapshot: WorkoutEngine.Snapshot
  /// When the snapshot was taken.
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

  /// Why what is in a file is no workout to go on with.
  package enum Fault: Error, Equatable {
    /// A file that cannot be read, or that others can write to.
    case unreadable(FileReadError)
    /// No JSON, or other values than there should be.
    case malformed
    /// Kept by another version of the program, in another form.
    case version(Int)
    /// The plan, or what is kept of the settings, cannot be read.
    case notation(NotationError)
    /// A place that the plan cannot have been at.
    case impossible
  }
}

/// As JSON, in a form with a version of its own.
extension KeptWorkout {
  private static let version = 1
  /// Maximum size of the file: more than the message that brought the plan, as JSON escapes lengthen a text.
  static let maxBytes = 1 << 21

  /// The fields of the file; clocks in nanoseconds, times of day in seconds since 1970.
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

  private struct Version: Codable {
    let version: Int
  }

  package init(json: String) throws(Fault) {
    let data = Data(json.utf8)
    guard let version = try? JSONDecoder().decode(Version.self, from: data).version else { throw .malformed }
    guard version == Self.version else { throw .version(version) }
    guard let fields = try? JSONDecoder().decode(Fields.self, from: data), fields.isPossible else { throw .malformed }
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

extension KeptWorkout.Fields {
  /// Whether the clocks show what clocks can show: up to some 36 years since the machine's start, and the year 9999.
  fileprivate var isPossible: Bool {
    [monotonicNs, sinceBootNs].allSatisfy { 0...(1 << 60) ~= $0 }
      && [startedAt, timeOfDay].allSatisfy { 0...253_402_300_799 ~= $0 }
  }
}
