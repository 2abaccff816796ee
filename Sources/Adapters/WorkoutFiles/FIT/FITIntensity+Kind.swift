import WorkoutModel

extension FITStep.Intensity {
  /// How hard a kind is for a watch; nil for a bare cue.
  init?(_ kind: Kind) {
    switch kind {
    case .run, .jog, .sprint: self = .active
    case .work: self = .interval
    case .walk, .rest: self = .rest
    case .recover: self = .recovery
    case .warmup: self = .warmup
    case .cooldown: self = .cooldown
    case .interval: return nil
    }
  }

  /// The kind that a step is of, if its name says no other.
  var kind: Kind {
    switch self {
    case .active, .other: .run
    case .interval: .work
    case .rest: .rest
    case .recovery: .recover
    case .warmup: .warmup
    case .cooldown: .cooldown
    }
  }
}
