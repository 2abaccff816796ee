/// What ends an interval.
package enum Goal: Hashable, Sendable {
  case time(Duration)
  case distance(Distance)
  /// Nothing but the runner's `next`.
  case open
}

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
