import FoundationEssentials
import JSON
import PlanNotation
import WorkoutEngine
import WorkoutHistory
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// Piece of work that uses only the processor, without input or output.
enum Work: String, CaseIterable {
  /// Reads a plan of the maximum size, 64 KiB, and makes a workout.
  case readLongest = "read-longest"
  /// Reads a plan of one line, and makes a workout.
  case read
  /// Makes the timeline and the totals of a plan with 311,040 intervals.
  case total
  /// Finds the interval at a time in a plan with 311,040 intervals.
  case seek
  /// Computes a profile that is as wide as a terminal, for a plan with 311,040 intervals.
  case profile
  /// Advances the engine to the end of an interval, with the countdown, and encodes the events for watchers.
  case cue
  /// Reads the line of a workout with 40 laps from the history, without the laps.
  case recall

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
    case .recall:
      let line = HistoryLine.workout(SamplePlans.recorded).bytes.dropLast()
      return { _ = HistoryLine(line, hasLaps: false) }
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

/// Workout that is advanced from deadline to deadline, without a real clock.
struct CueDriver {
  private var engine = WorkoutEngine()
  private var running: RunningWorkout?
  private var now = Instant(sinceOrigin: .seconds(1000))
  private let units = Settings().units(inLocaleOf: [:])

  /// The workout has no further interval.
  private struct WorkEnded: Error {}

  init(_ plan: String) throws {
    let request = try RequestedWorkout(text: plan, planName: nil, configuration: Settings())
    let starting = RunningWorkout(
      request, startedAt: Date(timeIntervalSinceReferenceDate: 0), configuration: Settings(), environment: [:])
    let effects = try engine.handle(.start(request.workout, cues: starting.cueRules, replacing: false), at: now)
    _ = try encode(effects, beginning: starting)
  }

  /// Advances to the start of the next interval, which must exist, and encodes the events.
  mutating func passInterval() throws {
    while let deadline = engine.nextDeadline {
      now = deadline
      if try encode(engine.advance(to: now)).contains(where: { $0.cue == .start }) { return }
    }
    throw WorkEnded()
  }

  /// Converts the engine's effects to events for watchers, encodes the events, and returns the events.
  private mutating func encode(_ effects: [Effect], beginning next: RunningWorkout? = nil) throws -> [Report.Event] {
    let events = WorkoutEvent.events(
      for: effects, at: now, in: &running, beginning: next, progress: engine.progress(at: now))
    let encoded = events.compactMap { Report.Event($0, idleUnits: units) }
    for event in encoded { _ = try JSONValue(encoding: event).text }
    return encoded
  }
}

/// Plans for the measurements.
enum SamplePlans {
  /// Plan of runs and walks, up to ten miles.
  static let mission = "until 10mi (4x(30s run @11:30/mi, 30s walk @16:30/mi), 60s walk @16:30/mi)"

  /// Plan with a short text and 311,040 intervals, which is close to the maximum number.
  static let vast = "24x(12x(10x(9x(6x(1s run, 1s walk)))))"

  /// Plan whose text is close to the maximum length: each line is a step with a pace and a label.
  static let longest: String = {
    var text = ""
    var number = 0
    while true {
      number += 1
      let line = "\(20 + number % 40)s run @\(9 + number % 5):30/mi \"Number \(number)\"\n"
      guard text.utf8.count + line.utf8.count <= 65_536 else { return text }
      text += line
    }
  }()

  /// A recorded workout of 40 intervals.
  static let recorded: Report.Summary = {
    let interval = Report.Interval(
      kind: "run", label: nil, goal: "30s", durationMs: 30_000, distanceM: 80.5, paceMps: 2.68, paceUnits: "min/km")
    let laps = (0..<40).map { number in
      Report.Lap(
        interval: 0, rounds: [number / 2 + 1], beginMs: 30_000 * number, endMs: 30_000 * (number + 1), distanceM: 80.5,
        ended: .time)
    }
    return Report.Summary(
      workoutId: "5b1d7a3e-5d3f-4a44-9a3c-6f0e2d4c8b10", planName: "long-run",
      plan: "20x(30s run @6:13/km, 30s walk @6:13/km)", completed: true, startedAt: "2026-11-20T06:30:00Z",
      endedAt: "2026-11-20T06:50:00Z", elapsedMs: 1_200_000, pausedMs: 0, plannedMs: 1_200_000, distanceM: 3220,
      plannedDistanceM: 3220, intervals: 40, laps: Report.Laps(dropped: 0, intervals: [interval], laps: laps))
  }()

  /// Plans of the same steps with an increasing number of intervals.
  static let bySize = [
    (intervals: 10, text: "1x(1x(1x(1x(5x(1s run, 1s walk)))))"),
    (intervals: 1000, text: "2x(5x(5x(2x(5x(1s run, 1s walk)))))"),
    (intervals: 311_040, text: vast),
  ]

  /// Returns a plan with a lead-in and `count` intervals of one second each.
  ///
  /// If `count` is even, the halfway cue coincides with the start of an interval and is omitted.
  static func seconds(_ count: Int) -> String { "lead-in 1s\n\(count)x(1s run)" }

  static func workout(_ text: String) throws -> Workout { try PlanFile(text).workout(over: Settings()) }
}
