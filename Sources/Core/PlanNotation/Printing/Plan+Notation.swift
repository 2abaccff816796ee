package import WorkoutModel

extension Plan {
  /// The plan on one line of canonical notation, which reads back as the same plan.
  package var notation: String { PlanNotation.notation(steps) }

  /// The same with a line for each of the outermost steps.
  package var lines: [String] { steps.map { PlanNotation.notation([$0]) } }
}

extension Interval {
  package var notation: String {
    var parts = [goal.notation]
    if kind != .interval { parts.append(kind.rawValue) }
    if let pace { parts.append("@\(pace.notation)") }
    if let label { parts.append(quoted(label)) }
    return parts.joined(separator: " ")
  }
}

extension Step {
  /// The step in a list; `isLast` says whether no other follows.
  fileprivate func notation(isLast: Bool) -> String {
    switch self {
    case .interval(let interval): interval.notation
    case .repeat(let `repeat`): `repeat`.notation(isLast: isLast)
    }
  }
}

extension Repeat {
  fileprivate func notation(isLast: Bool) -> String {
    let body = PlanNotation.notation(self.body)
    switch extent {
    case .count(let count): return "\(count)x(\(body))"
    case .untilTime(let time): return "until \(time.notation) (\(body))"
    case .untilDistance(let distance): return "until \(distance.notation) (\(body))"
    case .forever:
      // With steps behind it a body without parentheses could mean two things.
      if isLast, self.body.count == 1, case .interval = self.body[0] { return "forever \(body)" }
      return "forever (\(body))"
    }
  }
}

private func notation(_ steps: [Step]) -> String {
  steps.enumerated().map { index, step in step.notation(isLast: index == steps.count - 1) }.joined(separator: ", ")
}
