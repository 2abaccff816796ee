import PlanNotation
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A bar that shows the part of a workout around the present position, to scale.
///
/// The bar shows the whole workout if there is at least one column for each interval. Otherwise the bar shows the
/// present round of the outermost repeat whose rounds fit. If a command has changed what is done in a repeat with a goal,
/// the bar shows only a round that is still as planned.
struct RoundBar: Equatable {
  let pattern: Pattern
  /// The half column of the present position; nil in a lead-in.
  let mark: Int?
  /// Whether the bar shows the whole workout.
  let isWhole: Bool

  /// Makes a bar.
  ///
  /// Nil if the position in the plan is unknown, if a command has changed the round, or if `width` is less than 2.
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
    // If even the innermost round is too long, the bar shows the rest of that round.
    let rest = timeline.round(at: position, depth: innermost).map { $0.count - $0.before } ?? 1
    let (pattern, before, level) =
      drawn ?? (Pattern(workout, from: position, intervals: rest, width: width), 0, innermost)
    self.pattern = pattern
    isWhole = drawn != nil && level == 0
    mark = live.status.interval == nil ? nil : pattern.column(ofInterval: before + 1, at: live.intervalFraction)
  }
}

extension Pattern {
  /// Returns the half column at a fraction of an interval; nil if the interval is not drawn.
  ///
  /// The first interval has the number 1.
  fileprivate func column(ofInterval number: Int, at fraction: Double) -> Int? {
    guard let first = columns.firstIndex(where: { $0.number == number }) else { return nil }
    let count = columns[first...].prefix { $0.number == number }.count
    return first + min(Int(fraction * Double(count)), count - 1)
  }
}

extension LiveStatus {
  /// The fraction of the interval that is over; 0.5 for an open interval.
  fileprivate var intervalFraction: Double {
    guard let left = intervalRemaining else { return 0.5 }
    let whole = intervalElapsed + left
    return whole > .zero ? min(max(0, intervalElapsed / whole), 1) : 0
  }
}

extension Timeline {
  /// Returns the position of the interval that a status reports; in a lead-in, returns the first position.
  ///
  /// Nil if the plan does not contain the interval, for example because the plan was read with other settings.
  func position(of status: Report.Status) -> Position? {
    guard let interval = status.interval else { return start }
    func isThere(_ position: Position) -> Bool {
      // This check comes first, because a position outside the timeline could cause an overflow.
      guard contains(position) else { return false }
      let scheduled = self.interval(at: position).interval
      return scheduled.kind.rawValue == interval.kind && scheduled.label == interval.label
        && scheduled.goal.notation == interval.goal && rounds(at: position).map(\.number) == status.rounds.map(\.number)
    }
    let positions = [status.number.flatMap(position(numbered:)), positionFromEnd(of: status)].compactMap(\.self).filter(
      isThere)
    // After a command, several positions are possible. At the correct position, the time that remains after the
    // interval is the same as in the status.
    return positions.first { isAhead(of: status, after: $0) } ?? positions.first
      ?? positionAfterEndlessRepeat(of: status).flatMap { isThere($0) ? $0 : nil }
  }

  /// Finds the position by the number of intervals after the present interval.
  ///
  /// If the present interval follows a repeat that a command has changed, the command does not change this number.
  private func positionFromEnd(of status: Report.Status) -> Position? {
    guard let total = totals.intervals, let number = status.number, let of = status.of, of != total else { return nil }
    let (left, overflows) = of.subtractingReportingOverflow(number)
    return overflows || left < 0 ? nil : position(numbered: total - min(left, total))
  }

  /// Finds the position if the interval is in the steps after an endless repeat.
  ///
  /// The time left of the workout determines the position. The number of the interval does not, because the number
  /// depends on when the user left the repeat.
  private func positionAfterEndlessRepeat(of status: Report.Status) -> Position? {
    var position = startAfterEndlessRepeat
    for _ in 0..<Self.maxAfterEndlessRepeat {
      guard let current = position, totals(after: current).duration != nil else { return nil }
      if isAhead(of: status, after: current) { return current }
      position = self.position(after: current)
    }
    return nil
  }

  /// Whether the rest of the plan after `position` lasts as long as the rest of the workout after the present interval.
  private func isAhead(of status: Report.Status, after position: Position) -> Bool {
    guard let remaining = status.remainingMs, let ofInterval = status.intervalRemainingMs,
      let after = totals(after: position).duration
    else { return false }
    let difference = after - (.milliseconds(remaining) - .milliseconds(ofInterval))
    // Both times are rounded to milliseconds.
    return (.milliseconds(-2) ... .milliseconds(2)).contains(difference)
  }

  /// Whether the present round of the repeat at `depth` is certainly as planned; depth 0 is the whole workout.
  func isRoundAsPlanned(at position: Position, depth: Int, _ status: Report.Status) -> Bool {
    guard status.interval != nil, status.of != totals.intervals else { return true }
    let pairs = zip(rounds(at: position), status.rounds)
    return depth > 0 && !roundHasGoal(at: position, depth: depth)
      // If a command changed the number of rounds, only the rounds before the last round are certainly as planned.
      && pairs.prefix(depth).allSatisfy { $0.of == $1.of || $1.number < min($0.of ?? .max, $1.of ?? .max) }
  }

  /// The maximum number of intervals after an endless repeat that are compared with the status.
  private static let maxAfterEndlessRepeat = 500
}
