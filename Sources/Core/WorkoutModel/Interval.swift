/// One interval of a plan, as written.
package struct Interval: Hashable, Sendable {
  package var goal: Goal
  package var kind: Kind
  package var pace: Pace?
  package var label: String?

  package init(goal: Goal, kind: Kind = .interval, pace: Pace? = nil, label: String? = nil) {
    self.goal = goal
    self.kind = kind
    self.pace = pace
    self.label = label
  }
}

/// Condition that ends an interval.
package enum Goal: Hashable, Sendable {
  case time(Duration)
  case distance(Distance)
  /// Only the command `next` ends the interval.
  case open
}

/// Activity of an interval, spelled as in the plan notation.
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
  /// The kind of an interval that is written without one, a bare cue.
  case interval

  /// The kind as words in a sentence: `run`, `warm up`.
  package var phrase: String {
    switch self {
    case .warmup: "warm up"
    case .cooldown: "cool down"
    default: rawValue
    }
  }

  /// The effort by which sounds, notifications and drawings distinguish kinds.
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
