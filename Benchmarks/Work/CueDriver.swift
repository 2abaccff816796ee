import FoundationEssentials
import PlanNotation
import Varlink
import ControlInterface
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// Workout that is driven by its own deadlines, without a real clock.
struct CueDriver {
  private var engine = WorkoutEngine()
  private var running: RunningWorkout?
  private var now = Instant(sinceOrigin: .seconds(1000))
  private let units = Settings().units(inLocaleOf: [:])

  /// The workout ended during the work.
  private struct WorkEnded: Error {}

  init(_ plan: String) throws {
    let request = try RequestedWorkout(text: plan, planName: nil, configuration: Settings())
    let starting = RunningWorkout(
      request, startedAt: Date(timeIntervalSinceReferenceDate: 0), configuration: Settings(), environment: [:])
    let effects = try engine.handle(.start(request.workout, cues: starting.cueRules, replacing: false), at: now)
    _ = try encode(effects, beginning: starting)
  }

  /// Advances to the start of the next interval, and encodes the events; the workout must not end.
  mutating func passInterval() throws {
    while let deadline = engine.nextDeadline {
      now = deadline
      if try encode(engine.advance(to: now)).contains(where: { $0.cue == .start }) { return }
    }
    throw WorkEnded()
  }

  /// Encodes and returns the events that watchers receive for some effects.
  private mutating func encode(_ effects: [Effect], beginning next: RunningWorkout? = nil) throws -> [Wire.Event] {
    let events = WorkoutEvent.events(
      for: effects, at: now, in: &running, beginning: next, progress: engine.progress(at: now))
    let encoded = events.compactMap { Wire.Event($0, idleUnits: units) }
    for event in encoded { _ = try JSONValue(encoding: event).text }
    return encoded
  }
}
