import FoundationEssentials
import PlanNotation
import WorkoutControl
import WorkoutEngine
import WorkoutModel

/// One cue as it would come in a workout: the event, and the channels that the settings name for it.
struct SampleCue {
  let event: WorkoutEvent
  let announcement: Announcement
  let channels: Set<Channel>

  /// Takes the cue from a short workout on a clock of its own.
  ///
  /// - Parameters:
  ///   - subject: a cue, or a kind for the start of such an interval.
  ///   - settings: the configuration.
  ///   - channels: those to give it on, in place of those of the settings.
  ///   - environment: the daemon's, for the units.
  init(_ subject: SoundSubject, settings: Settings, channels: Set<Channel>?, environment: [String: String]) {
    let (cue, kind): (Cue, Kind) =
      switch subject {
      case .cue(let cue): (cue, .run)
      case .kind(let kind): (.start, kind)
      }
    let units = settings.units(inLocaleOf: environment)
    self.channels = channels ?? CueRules(settings, units: units, title: nil).channels[cue] ?? []
    // Only this cue is given, so that no other is in its way: with words and, should there be none to say, as a sound.
    var configuration = settings
    configuration.sound = true
    configuration.cues = Dictionary(uniqueKeysWithValues: Cue.allCases.map { ($0, $0 == cue ? [.sound, .voice] : []) })
    let text = """
      name "Test of the cues"
      lead-in 5s
      countdown 3
      belt-lag off
      remaining-every 5m
      2x(1m \(kind.rawValue) @6:00/km, 1m walk @10:00/km), 10m \(kind.rawValue) @6:00/km
      """
    guard let request = try? RequestedWorkout(text: text, planName: nil, configuration: configuration) else {
      preconditionFailure("the sample is a plan")
    }
    let workout = RunningWorkout(request, startedAt: .now, configuration: configuration, environment: environment)
    guard let sample = Self.first(cue, in: workout) else { preconditionFailure("the sample has every cue") }
    (event, announcement) = sample
  }

  private static func first(_ cue: Cue, in workout: RunningWorkout) -> (WorkoutEvent, Announcement)? {
    var engine = WorkoutEngine()
    var now = Instant(sinceOrigin: .zero)
    var commands: [Command] = [.start(workout.workout, cues: workout.cueRules, replacing: false)]
    switch cue {
    case .paused: commands += [.next(out: false), .pause(.user)]
    case .resumed: commands += [.next(out: false), .pause(.user), .resume]
    case .stopped: commands += [.next(out: false), .stop]
    default: break
    }
    for command in commands {
      guard let effects = try? engine.handle(command, at: now) else { return nil }
      if let sample = sample(effects, cue, engine, now, workout) { return sample }
    }
    while let next = engine.nextDeadline {
      now = next
      if let sample = sample(engine.advance(to: now), cue, engine, now, workout) { return sample }
    }
    return nil
  }

  /// The cue among the effects, if it is there, as an event.
  private static func sample(
    _ effects: [Effect], _ cue: Cue, _ engine: WorkoutEngine, _ now: Instant, _ workout: RunningWorkout
  ) -> (WorkoutEvent, Announcement)? {
    let outcome = effects.lazy.compactMap(\.outcome).first
    for effect in effects {
      guard case .announced(let announcement) = effect, announcement.cue == cue else { continue }
      let event = WorkoutEvent(
        effect: effect, workout: workout, progress: engine.progress(at: now), outcome: outcome,
        summary: outcome.map { Wire.Summary($0, of: workout) }, gap: nil)
      return (event, announcement)
    }
    return nil
  }
}
