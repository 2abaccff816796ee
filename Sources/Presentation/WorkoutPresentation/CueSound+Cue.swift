package import ToneSynthesis
package import WorkoutModel

extension CueSound {
  /// The built-in sound of a cue; when an interval begins or continues, the sound of its kind.
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
