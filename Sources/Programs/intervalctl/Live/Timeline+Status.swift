import PlanNotation
import ControlInterface
import WorkoutModel

extension Timeline {
  /// The position of the interval that a status tells; the first in a lead-in.
  ///
  /// Nil where the plan has no such interval, as one may that was read with other settings.
  func position(of status: Wire.Status) -> Position? {
    guard let interval = status.interval else { return start }
    func isThere(_ position: Position) -> Bool {
      // Sums with the numbers of a position do not overflow if the timeline contains it.
      guard contains(position) else { return false }
      let scheduled = self.interval(at: position).interval
      return scheduled.kind.rawValue == interval.kind && scheduled.label == interval.label
        && scheduled.goal.notation == interval.goal && rounds(at: position).map(\.number) == status.rounds.map(\.number)
    }
    let positions = [status.number.flatMap(position(numbered:)), positionFromEnd(of: status)].compactMap(\.self).filter(
      isThere)
    // The one that the rest of the plan follows, where a correction leaves several.
    return positions.first { isAhead(of: status, after: $0) } ?? positions.first
      ?? positionAfterEndlessRepeat(of: status).flatMap { isThere($0) ? $0 : nil }
  }

  /// The position by how many intervals follow it, which a correction of what comes before leaves as they are.
  private func positionFromEnd(of status: Wire.Status) -> Position? {
    guard let total = totals.intervals, let number = status.number, let of = status.of, of != total else { return nil }
    let (left, overflows) = of.subtractingReportingOverflow(number)
    return overflows || left < 0 ? nil : position(numbered: total - min(left, total))
  }

  /// The position behind an endless repeat by what follows it, as its number depends on when the repeat was left.
  private func positionAfterEndlessRepeat(of status: Wire.Status) -> Position? {
    var position = startAfterEndlessRepeat
    for _ in 0..<Self.mostBehind {
      guard let current = position, totals(after: current).duration != nil else { return nil }
      if isAhead(of: status, after: current) { return current }
      position = self.position(after: current)
    }
    return nil
  }

  /// Whether the time behind the interval at a position is what is left behind the present one.
  private func isAhead(of status: Wire.Status, after position: Position) -> Bool {
    guard let remaining = status.remainingMs, let ofInterval = status.intervalRemainingMs,
      let after = totals(after: position).duration
    else { return false }
    let difference = after - (.milliseconds(remaining) - .milliseconds(ofInterval))
    // Both were rounded to milliseconds.
    return (.milliseconds(-2) ... .milliseconds(2)).contains(difference)
  }

  /// Whether the round of the repeat at a depth, or at 0 the whole, is sure to go as the plan has it.
  func isRoundAsPlanned(at position: Position, depth: Int, _ status: Wire.Status) -> Bool {
    guard status.interval != nil, status.of != totals.intervals else { return true }
    let pairs = zip(rounds(at: position), status.rounds)
    return depth > 0 && !containsDistanceGoal(at: position, depth: depth)
      // The last round may end elsewhere.
      && pairs.prefix(depth).allSatisfy { $0.of == $1.of || $1.number < min($0.of ?? .max, $1.of ?? .max) }
  }

  /// How many intervals behind an endless repeat are looked at.
  private static let mostBehind = 500
}
