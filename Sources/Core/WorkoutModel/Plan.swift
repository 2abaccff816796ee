/// A workout as written: a sequence of steps.
package struct Plan: Equatable, Sendable {
  package var steps: [Step]

  package init(_ steps: [Step]) {
    self.steps = steps
  }

  /// Whether any interval is written with a kind, such as `run`.
  package var hasKinds: Bool {
    containsInterval { $0.kind != .interval }
  }

  /// Whether any interval as written satisfies a condition.
  ///
  /// This function makes no list of the intervals, because a plan can contain thousands of them.
  package func containsInterval(where isWanted: (Interval) -> Bool) -> Bool {
    steps.containsInterval(where: isWanted)
  }

  /// All intervals as written; an interval in a repeat appears once.
  package var intervals: [Interval] { steps.flatMap(\.intervals) }

  /// The units in which the plan is written: the units of its first distance and of its first pace.
  ///
  /// `paces` are the paces of intervals without a pace, by kind.
  package func entered(paces: [Kind: Pace] = [:]) -> UnitPreference {
    var entered = UnitPreference()
    entered.add(steps, paces)
    return entered
  }

  /// The plan with `paces` applied to the intervals without a pace.
  package func withPaces(_ paces: [Kind: Pace]) -> Plan {
    Plan(steps.map { $0.withPaces(paces) })
  }
}

/// One step of a plan: an interval or a repeat.
package enum Step: Equatable, Sendable {
  case interval(Interval)
  case `repeat`(Repeat)
}

/// Steps that are done several times.
package struct Repeat: Equatable, Sendable {
  package var extent: Extent
  package var body: [Step]

  package init(_ extent: Extent, _ body: [Step]) {
    self.extent = extent
    self.body = body
  }

  /// Condition that ends a repeat.
  package enum Extent: Equatable, Sendable {
    /// A number of rounds, 1 to 9999.
    case count(Int)
    /// The repeat ends when it has lasted this long.
    case untilTime(Duration)
    /// The repeat ends when it has covered this distance.
    case untilDistance(Distance)
    case forever
  }
}

/// Limits of plans; every plan that has a timeline is within these limits.
package enum PlanLimits {
  /// Minimum duration of an interval as written, and of a repeat with `until`.
  package static let minInterval = Duration.seconds(1)
  /// Minimum duration of an interval after an `until` cuts it; a shorter interval is dropped.
  package static let minPiece = Duration.milliseconds(1)
  /// Maximum duration of a step and of a plan: 99:59:59.
  package static let maxDuration = Duration.seconds(359_999)
  /// Maximum number of intervals in a step and in a plan: `maxDuration` divided by `minInterval`.
  package static let maxIntervals = 359_999
  /// Valid numbers of rounds of a counted repeat.
  package static let counts = 1...9999
  /// Maximum nesting depth of repeats.
  package static let maxNesting = 16
  /// Minimum distance in metres.
  package static let minDistance = 0.001
  /// Maximum distance in metres.
  package static let maxDistance = 999_990.0
}

/// A text with a maximum number of characters; the raw value is the word for the text in an error message.
package enum LimitedText: String, Sendable {
  case label
  /// The name of a plan.
  case name
  /// The text that is spoken at a cue, as it is written in the settings.
  case saying
  /// The user's note on a past workout.
  case note

  /// Maximum number of characters.
  ///
  /// A character is a Unicode scalar. Scalars can be counted in one pass, and their size is limited. An emoji or an
  /// accented letter can consist of several scalars.
  package var maxCharacters: Int { self == .saying || self == .note ? 500 : 200 }
}

extension Step {
  fileprivate var intervals: [Interval] {
    switch self {
    case .interval(let interval): [interval]
    case .repeat(let `repeat`): `repeat`.body.flatMap(\.intervals)
    }
  }

  fileprivate func withPaces(_ paces: [Kind: Pace]) -> Step {
    switch self {
    case .interval(var interval):
      interval.pace = interval.pace ?? paces[interval.kind]
      return .interval(interval)
    case .repeat(var `repeat`):
      `repeat`.body = `repeat`.body.map { $0.withPaces(paces) }
      return .repeat(`repeat`)
    }
  }
}

extension [Step] {
  // Inlining would copy this function into each caller, which makes the programs larger.
  @inline(never) fileprivate func containsInterval(where isWanted: (Interval) -> Bool) -> Bool {
    for step in self {
      switch step {
      case .interval(let interval): if isWanted(interval) { return true }
      case .repeat(let `repeat`): if `repeat`.body.containsInterval(where: isWanted) { return true }
      }
    }
    return false
  }
}

extension UnitPreference {
  /// Adds the units of the first distance and of the first pace in `steps`, unless these units are known.
  fileprivate mutating func add(_ steps: [Step], _ paces: [Kind: Pace]) {
    for step in steps {
      guard distance == nil || pace == nil else { return }
      switch step {
      case .interval(let interval):
        if case .distance(let distance) = interval.goal { self.distance = self.distance ?? distance.unit }
        pace = pace ?? (interval.pace ?? paces[interval.kind])?.unit
      case .repeat(let `repeat`):
        if case .untilDistance(let distance) = `repeat`.extent { self.distance = self.distance ?? distance.unit }
        add(`repeat`.body, paces)
      }
    }
  }
}

/// One interval of a plan, as written.
package struct Interval: Equatable, Sendable {
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

extension Interval {
  /// Speed of the runner in metres per second; nil if unknown.
  ///
  /// The speed is the pace. In an interval of kind `rest` without a pace, the runner stands still.
  package var metresPerSecond: Double? { pace?.metresPerSecond ?? (kind == .rest ? 0 : nil) }
}

/// Condition that ends an interval.
package enum Goal: Hashable, Sendable {
  case time(Duration)
  case distance(Distance)
  /// Only the command `next` ends the interval.
  case open
}

/// Activity of an interval; the raw value is its word in the plan notation.
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
  /// The kind of an interval that is written without a kind.
  case interval

  /// The kind as words in a sentence: `run`, `warm up`.
  package var phrase: String {
    switch self {
    case .warmup: "warm up"
    case .cooldown: "cool down"
    default: rawValue
    }
  }

  /// Effort of an interval of this kind; determines its colour and pattern in tables and drawings.
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

  /// Typical speed in intervals of this kind, as a multiple of the runner's speed in a race.
  package var raceShare: Double {
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
