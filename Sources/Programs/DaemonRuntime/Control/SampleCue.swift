import FoundationEssentials
import PlanNotation
import WorkoutEngine
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A cue as it occurs in a workout: the event, its announcement, and its channels.
struct SampleCue {
  let event: WorkoutEvent
  let announcement: Announcement
  let channels: Set<Channel>

  /// Creates the cue by a rehearsal of a short workout.
  ///
  /// - Parameters:
  ///   - subject: a cue or a kind of interval; a kind means the cue at the start of an interval of this kind.
  ///   - settings: the daemon's settings.
  ///   - channels: the channels of the cue; nil for the channels that the settings specify.
  ///   - environment: the daemon's environment, whose locale determines the units.
  init(_ subject: SoundSubject, settings: Settings, channels: Set<Channel>?, environment: [String: String]) {
    let (cue, kind): (Cue, Kind) =
      switch subject {
      case .cue(let cue): (cue, .run)
      case .kind(let kind): (.start, kind)
      }
    let units = settings.units(inLocaleOf: environment)
    self.channels = channels ?? CueRules(settings, units: units, title: nil).channels[cue] ?? []
    // Other cues are off, because they could suppress this cue. The sound channel is on, so that a cue without words is
    // announced too.
    var configuration = settings
    configuration.sound = true
    configuration.voice = nil
    configuration.cues = Dictionary(uniqueKeysWithValues: Cue.allCases.map { ($0, $0 == cue ? [.sound, .voice] : []) })
    // The next interval has a different kind and pace, so that a cue can announce a change.
    let next = kind == .walk ? "run @5:00/km" : "walk @10:00/km"
    let text = """
      name "Test of the cues"
      lead-in 5s
      countdown 3
      belt-lag off
      remaining-every 5m
      2x(1m \(kind.rawValue) @6:00/km, 1m \(next)), 10m \(kind.rawValue) @6:00/km
      """
    guard let request = try? RequestedWorkout(text: text, planName: nil, configuration: configuration) else {
      preconditionFailure("the sample is a plan")
    }
    let rehearsal = Rehearsal(configuration: configuration, environment: environment)
    guard let sample = Self.first(cue, in: request, rehearsal) else { preconditionFailure("the sample has every cue") }
    (event, announcement) = sample
  }

  /// Returns the first occurrence of the cue in the rehearsal; nil if it does not occur.
  private static func first(
    _ cue: Cue, in request: RequestedWorkout, _ rehearsal: Rehearsal
  ) -> (WorkoutEvent, Announcement)? {
    var rehearsal = rehearsal
    var now = Instant(sinceOrigin: .zero)
    var events = rehearsal.start(request, at: now, on: .now)
    let commands: [Command] =
      switch cue {
      case .paused: [.next(out: false), .pause(.user)]
      case .resumed: [.next(out: false), .pause(.user), .resume]
      case .stopped: [.next(out: false), .stop]
      default: []
      }
    for command in commands {
      guard let more = try? rehearsal.handle(command, at: now) else { return nil }
      events += more
    }
    while true {
      for event in events {
        if case .announced(let announcement) = event.effect, announcement.cue == cue { return (event, announcement) }
      }
      guard let next = rehearsal.nextDeadline else { return nil }
      now = next
      events = rehearsal.advance(to: now)
    }
  }
}
