import PlanNotation
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A bar that shows the part of a workout around the present position, to scale.
///
/// The bar shows the whole workout if there is at least one column for each interval. Otherwise the bar shows the
/// present round of the outermost repeat whose rounds fit. The present interval has its real width, and so do the
/// intervals that the view has seen. If a command has changed a repeat with a goal, the rest of the workout is drawn as
/// it is scheduled now. If this schedule is unknown, the bar shows only a round that is still as planned.
struct RoundBar: Equatable {
  let pattern: Pattern
  /// The half column of the present position; nil in a lead-in.
  let mark: Int?
  /// Whether the bar shows the whole workout.
  let isWhole: Bool

  /// Makes a bar.
  ///
  /// Nil if the position in the plan is unknown, if the changed schedule is unknown, or if `width` is less than 2.
  ///
  /// `lengths` are the real durations of finished intervals, by the numbers of the intervals.
  init?(_ workout: Workout, _ live: LiveStatus, lengths: [Int: Duration] = [:], width: Int) {
    guard width > 1, let position = workout.timeline.position(of: live.status) else { return nil }
    let rescheduled = workout.timeline.rescheduled(to: live.status, at: position)
    let timeline = rescheduled ?? workout.timeline
    // After a repeat that a command has changed, the numbers of the plan differ from those of the workout.
    var lengths = live.status.number == position.number ? lengths.filter { $0.key < position.number } : [:]
    lengths[position.number] = live.status.interval == nil ? nil : live.status.presentLength
    var drawn: (pattern: Pattern, before: Int, depth: Int)?
    let depths = (0...position.depth).filter {
      rescheduled != nil || timeline.isRoundAsPlanned(at: position, depth: $0, live.status)
    }
    guard let innermost = depths.last else { return nil }
    for depth in depths {
      guard let round = timeline.round(at: position, depth: depth), round.count <= width else { continue }
      let pattern = Pattern(
        workout.plan, timeline, from: round.start, intervals: round.count, width: width, lengths: lengths)
      guard pattern.extent == .whole else { continue }
      drawn = (pattern, round.before, depth)
      break
    }
    // If even the innermost round is too long, the bar shows the rest of that round.
    let rest = timeline.round(at: position, depth: innermost).map { $0.count - $0.before } ?? 1
    let (pattern, before, level) =
      drawn
      ?? (
        Pattern(workout.plan, timeline, from: position, intervals: rest, width: width, lengths: lengths), 0, innermost
      )
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

extension Report.Status {
  /// The present length of the interval; nil for an open interval.
  fileprivate var presentLength: Duration? { presentInterval?.durationMs.map(Duration.milliseconds) }
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

  /// The timeline whose rest agrees with a status that a command has changed.
  ///
  /// Nil if no command has changed the rest of the workout, or if the status does not determine the changed schedule.
  func rescheduled(to status: Report.Status, at position: Position) -> Timeline? {
    guard let interval = status.interval, let number = status.number, let of = status.of,
      let remaining = status.remainingMs, let left = status.intervalRemainingMs, let length = status.presentLength,
      of != totals.intervals || !isAhead(of: status, after: position)
    else { return nil }
    let ofInterval = (interval.paceMps ?? 0) * Double(left) / 1000
    let metres = status.remainingDistance.metres - ofInterval
    let rest = Totals(
      duration: .milliseconds(max(0, remaining - left)), metres: max(0, metres), intervals: max(0, of - number))
    return rescheduled(at: position, lasting: length, leaving: rest)
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
