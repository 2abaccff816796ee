/// What an interval asks of the runner, spelled as in the plan notation.
package enum Kind: String, CaseIterable, Sendable {
  case warmup
  case run
  case walk
  case jog
  case sprint
  case work
  case rest
  case recover
  case cooldown
  /// A bare cue: an interval that was given no kind.
  case interval

  /// The kind within a sentence for a person: `run`, `warm up`.
  package var phrase: String {
    switch self {
    case .warmup: "warm up"
    case .cooldown: "cool down"
    default: rawValue
    }
  }

  /// How hard the kind is, as far as cues and pictures tell kinds apart.
  package var effort: Effort {
    switch self {
    case .run, .jog, .sprint, .work: .fast
    case .warmup, .walk, .rest, .recover, .cooldown: .slow
    case .interval: .neutral
    }
  }

  package enum Effort: Sendable {
    case fast
    case slow
    case neutral
  }
}
