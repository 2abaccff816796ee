import FoundationEssentials
package import ToneSynthesis
import WorkoutEngine
package import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// The audible cues of a workout and their times.
///
/// The cues come from the engine that the daemon uses. The score advances the engine from deadline to deadline, without
/// a clock.
///
/// Each moment is computed when it is requested, so the memory of a score does not grow with the workout.
package struct Score: Sendable {
  private var rehearsal: Rehearsal
  /// The moment of the start; nil after `next()` has returned this moment.
  private var start: Moment?
  /// The time at which the workout is stopped; nil if the workout ends before it is stopped.
  private let stop: Instant?
  private let rules: CueRules

  /// - Parameters:
  ///   - request: The workout; an endless workout requires a length.
  ///   - length: The time after the lead-in at which the workout is stopped; nil if the workout runs to its end.
  ///   - configuration: The user's settings.
  ///   - environment: The environment variables, which specify the locale and therefore the units.
  package init(
    _ request: RequestedWorkout, stoppedAfter length: Duration?, configuration: Settings,
    environment: [String: String]
  ) {
    let workout = request.workout
    rehearsal = Rehearsal(configuration: configuration, environment: environment)
    let origin = Instant(sinceOrigin: .zero)
    let events = rehearsal.start(request, at: origin, on: Date(timeIntervalSince1970: 0))
    start = Moment(at: .zero, events)
    rules = CueRules(
      workout.settings, units: workout.settings.units(inLocaleOf: environment), title: workout.settings.name)
    // A workout that ends exactly at the given length is finished, not stopped.
    let isStopped = length.map { length in workout.timeline.totals.duration.map { $0 > length } ?? true } ?? false
    stop = isStopped ? length.map { origin + workout.leadIn + $0 } : nil
  }

  /// Returns the next moment, which may be silent; nil after the end.
  package mutating func next() -> Moment? {
    if let start {
      self.start = nil
      return start
    }
    guard rehearsal.isRunning else { return nil }
    let deadline = rehearsal.nextDeadline
    if let stop, deadline.map({ $0 >= stop }) ?? true { return end(at: stop) }
    guard let deadline else { preconditionFailure("an endless workout requires a length") }
    return Moment(at: deadline.sinceOrigin, rehearsal.advance(to: deadline))
  }

  /// Stops the workout; an interval that would begin at this time does not begin.
  private mutating func end(at stop: Instant) -> Moment {
    do {
      let events = try rehearsal.handle(.stop, at: stop)
      return Moment(at: stop.sinceOrigin, finishing: events.drop { $0.outcome == nil }, of: rules)
    } catch {
      preconditionFailure("a running workout cannot be stopped: \(error)")
    }
  }
}

/// The audible cues of a workout at one time.
package struct Moment: Equatable, Sendable {
  /// The time since the start of the file, including the lead-in.
  package let at: Duration
  /// The audible cues, in order.
  package let cues: [HeardCue]
  /// Whether the moment cuts off earlier words that are still being spoken.
  package let cutsOffSpeech: Bool
  /// Whether the workout is over.
  package let isEnd: Bool

  /// The audible part of a cue.
  package struct HeardCue: Equatable, Sendable {
    /// The sound; nil for none.
    package let tone: CueSound?
    /// The spoken words; nil for none.
    package let words: String?
  }

  init(at: Duration, _ events: some Sequence<WorkoutEvent>) {
    self.at = at
    cues = events.compactMap(HeardCue.init)
    cutsOffSpeech = events.contains { $0.effect.cutsOffSpeech }
    isEnd = events.contains { $0.outcome != nil }
  }

  /// Creates the end of a workout that is stopped because the file ends.
  ///
  /// If the stop has no sound in the settings and the finish has a sound, the sound of the finish is used.
  init(at: Duration, finishing events: some Sequence<WorkoutEvent>, of rules: CueRules) {
    self.at = at
    let stop = events.compactMap(HeardCue.init)
    let isSilent = stop.allSatisfy { $0.tone == nil } && rules.channels[.finish]?.contains(.sound) == true
    cues = stop + (isSilent ? [HeardCue(tone: .finish, words: nil)] : [])
    (cutsOffSpeech, isEnd) = (true, true)
  }
}

extension Moment.HeardCue {
  /// Takes the sound and the words of an announcement; nil for other events and silent announcements.
  fileprivate init?(_ event: WorkoutEvent) {
    guard case .announced(let announcement) = event.effect else { return nil }
    tone =
      announcement.channels.contains(.sound) ? CueSound(announcement.cue, kind: event.kind(of: announcement)) : nil
    words = announcement.words
    if tone == nil, words == nil { return nil }
  }
}

extension Effect {
  /// Whether this effect cuts off earlier words; as in the daemon, only the effects of commands cut off words.
  fileprivate var cutsOffSpeech: Bool {
    switch self {
    case .stopped, .paused, .leadInBegan, .intervalBegan(lateness: nil, _, _): true
    default: false
    }
  }
}

extension Settings {
  /// Additional settings that turn the voice on; nil if `self` already uses the voice for a cue.
  package var voiceOn: Settings? {
    guard voice == false || Cue.allCases.allSatisfy({ !channels(of: $0).contains(.voice) }) else { return nil }
    var settings = Settings()
    settings.voice = true
    return settings
  }
}
