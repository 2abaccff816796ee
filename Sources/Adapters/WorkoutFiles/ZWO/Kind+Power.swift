import WorkoutModel

extension Kind {
  /// How hard it is, as a share of the pace that a runner can just hold; Zwift wants one for each part.
  var power: Double {
    switch self {
    case .sprint: 1.2
    case .work: 1
    case .run, .interval: 0.85
    case .jog: 0.7
    case .warmup, .recover, .cooldown: 0.6
    case .walk: 0.5
    case .rest: 0.4
    }
  }
}
