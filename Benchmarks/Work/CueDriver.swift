import FoundationEssentials
import PlanNotation
import Varlink
import ControlInterface
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation

/// A workout that is driven by its own deadlines, on a clock of its own.
struct CueDriver {
  private var engine = WorkoutEngine()
  private var running: RunningWorkout?
  private var now = Instant(sinceOrigin: .seconds(1000))
  private let units = Settings().units(inLocaleOf: [:])

  /// The workout was over before the work was.
  private struct WorkEnded: Error {}

  init(_ plan: String) throws {
    let request = try RequestedWorkout(text: plan, planName: nil, configuration: Settings())
    let starting = RunningWorkout(
      request, startedAt: Date(timeIntervalSinceReferenceDate: 0), configuration: Settings(), environment: [:])
    let effects = try engine.handle(.start(request.workout, cues: starting.cueRules, replacing: false), at: now)
    _ = try tell(effects, beginning: starting)
  }

  /// Goes on to where the next interval begins, and tells of it; the workout must not end there.
  mutating func passInterval() throws {
    while let deadline = engine.nextDeadline {
      now = deadline
      if try tell(engine.advance(to: now)).contains(where: { $0.cue == .start }) { return }
    }
    throw WorkEnded()
  }

  /// What watchers are sent of effects.
  private mutating func tell(_ effects: [Effect], beginning next: RunningWorkout? = nil) throws -> [Wire.Event] {
    let events = WorkoutEvent.events(
      for: effects, at: now, in: &running, beginning: next, progress: engine.progress(at: now))
    let told = events.compactMap { Wire.Event($0, idleUnits: units) }
    for event in told { _ = try JSONValue(encoding: event).text }
    return told
  }
}
