/// A workout as written: steps done one after the other.
package struct Plan: Hashable, Sendable {
  package var steps: [Step]

  package init(_ steps: [Step]) {
    self.steps = steps
  }

  /// Whether some interval has a kind, so that the plan is more than bare cues.
  package var hasKinds: Bool {
    intervals.contains { $0.kind != .interval }
  }

  /// The intervals as written, those in repeats once.
  package var intervals: [Interval] { steps.flatMap(\.intervals) }

  /// The units in which its distances and paces were entered, as far as they have one.
  package var entered: UnitPreference {
    UnitPreference(distances: steps.flatMap(\.distances), paces: intervals.compactMap(\.pace))
  }

  /// The plan with `paces` given to the intervals that have none of their own.
  package func withPaces(_ paces: [Kind: Pace]) -> Plan {
    Plan(steps.map { $0.withPaces(paces) })
  }
}

extension Step {
  fileprivate var intervals: [Interval] {
    switch self {
    case .interval(let interval): [interval]
    case .repeat(let `repeat`): `repeat`.body.flatMap(\.intervals)
    }
  }

  /// The distances as written, in their order.
  fileprivate var distances: [Distance] {
    switch self {
    case .interval(let interval):
      if case .distance(let distance) = interval.goal { [distance] } else { [] }
    case .repeat(let `repeat`):
      if case .untilDistance(let distance) = `repeat`.extent {
        [distance] + `repeat`.body.flatMap(\.distances)
      } else {
        `repeat`.body.flatMap(\.distances)
      }
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
