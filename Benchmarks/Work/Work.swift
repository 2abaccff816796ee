import PlanNotation
import WorkoutModel

/// Piece of the programs' work that only uses the processor.
enum Work: String, CaseIterable {
  /// Reads a plan of 64 KiB, the maximum, and makes a workout.
  case readLongest = "read-longest"
  /// Reads a plan of one line, and makes a workout.
  case read
  /// Makes a timeline with totals of a plan with 311,040 intervals.
  case total
  /// Finds the interval at a time in that plan.
  case seek
  /// Computes the profile of that plan, as wide as a terminal.
  case profile
  /// Advances the engine to the end of an interval, with the countdown, and encodes the events for watchers.
  case cue

  /// Returns a function that performs the work once per call.
  func prepared() throws -> () throws -> Void {
    switch self {
    case .readLongest: return Self.reading(SamplePlans.longest)
    case .read: return Self.reading(SamplePlans.mission)
    case .total: return try Self.totalling(SamplePlans.vast)
    case .seek: return try Self.seeking(SamplePlans.vast)
    case .profile: return try Self.profiling(SamplePlans.vast)
    case .cue:
      var driver = try CueDriver("forever (30s run @11:30/mi, 30s walk @16:30/mi)")
      return { try driver.passInterval() }
    }
  }

  static func reading(_ text: String) -> () throws -> Void {
    { _ = try SamplePlans.workout(text) }
  }

  static func totalling(_ text: String) throws -> () throws -> Void {
    let plan = try PlanFile(text).plan
    return { _ = try Timeline(plan).totals }
  }

  static func seeking(_ text: String) throws -> () throws -> Void {
    let timeline = try SamplePlans.workout(text).timeline
    let offset = (timeline.totals.duration ?? .zero) * 2 / 3
    return { _ = timeline.position(at: offset) }
  }

  static func profiling(_ text: String) throws -> () throws -> Void {
    let timeline = try SamplePlans.workout(text).timeline
    return { _ = Profile(timeline, columns: 80, openColumns: 8) { $0.interval.pace?.metresPerSecond ?? 1 } }
  }
}
