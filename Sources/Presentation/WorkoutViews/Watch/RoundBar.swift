import PlanNotation
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// The part of a workout around a position, to scale.
///
/// It is the whole workout or, if its intervals do not have a column each, the round of the outermost repeat whose
/// intervals do. If a correction has changed the workout, only an unchanged part of the plan is shown.
struct RoundBar: Equatable {
  let pattern: Pattern
  /// The column of the present position; nil in a lead-in.
  let mark: Int?
  /// Whether the bar shows the whole workout.
  let isWhole: Bool

  /// Makes a bar; nil if the position in the plan is unknown, if a correction has changed the round, and for fewer than
  /// two columns.
  init?(_ workout: Workout, _ live: LiveStatus, width: Int) {
    let timeline = workout.timeline
    guard width > 1, let position = timeline.position(of: live.status) else { return nil }
    var drawn: (pattern: Pattern, before: Int, depth: Int)?
    let depths = (0...position.depth).filter {
      timeline.isRoundAsPlanned(at: position, depth: $0, live.status)
    }
    guard let innermost = depths.last else { return nil }
    for depth in depths {
      guard let round = timeline.round(at: position, depth: depth), round.count <= width else { continue }
      let pattern = Pattern(workout, from: round.start, intervals: round.count, width: width)
      guard pattern.extent == .whole else { continue }
      drawn = (pattern, round.before, depth)
      break
    }
    // If even the innermost round is too long, the rest of it is shown.
    let rest = timeline.round(at: position, depth: innermost).map { $0.count - $0.before } ?? 1
    let (pattern, before, level) =
      drawn ?? (Pattern(workout, from: position, intervals: rest, width: width), 0, innermost)
    self.pattern = pattern
    isWhole = drawn != nil && level == 0
    mark = live.status.interval == nil ? nil : pattern.column(ofInterval: before + 1, at: live.intervalFraction)
  }
}

extension Pattern {
  /// The column at a fraction of an interval, numbered from 1; nil for an interval that is not drawn.
  fileprivate func column(ofInterval number: Int, at fraction: Double) -> Int? {
    guard let first = columns.firstIndex(where: { $0.number == number }) else { return nil }
    let count = columns[first...].prefix { $0.number == number }.count
    return first + min(Int(fraction * Double(count)), count - 1)
  }
}

extension LiveStatus {
  /// The fraction of the interval that is over; 0.5 for an open one.
  fileprivate var intervalFraction: Double {
    guard let left = intervalRemaining else { return 0.5 }
    let whole = intervalElapsed + left
    return whole > .zero ? min(max(0, intervalElapsed / whole), 1) : 0
  }
}

extension Timeline {
  /// The position of a status's interval; the first position in a lead-in.
  ///
  /// Nil if the plan has no such interval, for example because it was read with other settings.
  func position(of status: Report.Status) -> Position? {
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
    // After a correction, several positions are possible; the correct one is followed by the same time.
    return positions.first { isAhead(of: status, after: $0) } ?? positions.first
      ?? positionAfterEndlessRepeat(of: status).flatMap { isThere($0) ? $0 : nil }
  }

  /// The position by the number of intervals that follow it, which a correction does not change.
  private func positionFromEnd(of status: Report.Status) -> Position? {
    guard let total = totals.intervals, let number = status.number, let of = status.of, of != total else { return nil }
    let (left, overflows) = of.subtractingReportingOverflow(number)
    return overflows || left < 0 ? nil : position(numbered: total - min(left, total))
  }

  /// The position after an endless repeat by the time that follows it: its number depends on when the repeat was left.
  private func positionAfterEndlessRepeat(of status: Report.Status) -> Position? {
    var position = startAfterEndlessRepeat
    for _ in 0..<Self.maxAfterEndlessRepeat {
      guard let current = position, totals(after: current).duration != nil else { return nil }
      if isAhead(of: status, after: current) { return current }
      position = self.position(after: current)
    }
    return nil
  }

  /// Whether the time after the interval at a position equals the time after the present one.
  private func isAhead(of status: Report.Status, after position: Position) -> Bool {
    guard let remaining = status.remainingMs, let ofInterval = status.intervalRemainingMs,
      let after = totals(after: position).duration
    else { return false }
    let difference = after - (.milliseconds(remaining) - .milliseconds(ofInterval))
    // Both times are rounded to milliseconds.
    return (.milliseconds(-2) ... .milliseconds(2)).contains(difference)
  }

  /// Whether the round of the repeat at a depth, or at depth 0 the whole workout, is known to be as planned.
  func isRoundAsPlanned(at position: Position, depth: Int, _ status: Report.Status) -> Bool {
    guard status.interval != nil, status.of != totals.intervals else { return true }
    let pairs = zip(rounds(at: position), status.rounds)
    return depth > 0 && !containsDistanceGoal(at: position, depth: depth)
      // The last round may end earlier or later.
      && pairs.prefix(depth).allSatisfy { $0.of == $1.of || $1.number < min($0.of ?? .max, $1.of ?? .max) }
  }

  /// The maximum number of intervals after an endless repeat that are compared.
  private static let maxAfterEndlessRepeat = 500
}
