package import ToneSynthesis
package import WorkoutEngine
package import WorkoutModel

extension CueSound {
  /// The own sound of a cue; where an interval begins or goes on, of its kind.
  package init(_ cue: Cue, kind: Kind?) {
    switch cue {
    case .start, .resumed: self = kind.map(Self.init) ?? .run
    case .countdown: self = .countdown
    case .leadIn, .next, .halfway, .split, .remaining: self = .notice
    case .last: self = .last
    case .finish: self = .finish
    case .paused, .stopped: self = .pause
    }
  }

  private init(_ kind: Kind) {
    switch kind {
    case .run, .jog, .sprint, .work, .interval: self = .run
    case .walk, .warmup, .cooldown: self = .walk
    case .rest, .recover: self = .rest
    }
  }
}

extension WorkoutEvent {
  /// The kind of the interval that an announcement of this event is of: the present one, or the one that is told early
  /// or comes next; nil when the workout is over.
  package func kind(of announcement: Announcement) -> Kind? {
    (announcement.occasion.isEarlyStart ? progress?.next : progress?.interval ?? progress?.next)?.kind
  }
}
