import PlanNotation
import WorkoutControl
import WorkoutModel

/// The part of a workout round a place in it, to scale: all of it, or else the round of the outermost repeat whose
/// intervals have a column each.
///
/// It is drawn as the plan has it; of a workout that a correction has made another, what is still the same.
struct RoundBar: Equatable {
  let pattern: Pattern
  /// The column of the present place; nil in a lead-in.
  let mark: Int?
  /// Whether it is the whole workout.
  let isWhole: Bool

  /// Nil where it is not known which interval of the workout it is, or the round is another than the plan's, and on fewer
  /// than two columns.
  init?(_ workout: Workout, _ live: LiveStatus, width: Int) {
    let timeline = workout.timeline
    guard width > 1, let place = timeline.place(of: live.status) else { return nil }
    var drawn: (pattern: Pattern, before: Int, depth: Int)?
    let depths = (0...timeline.depth(of: place)).filter { timeline.isRoundAsPlanned(at: place, depth: $0, live.status) }
    guard let innermost = depths.last else { return nil }
    for depth in depths {
      guard let round = timeline.round(at: place, depth: depth), round.count <= width else { continue }
      let pattern = Pattern(workout, from: round.start, intervals: round.count, width: width)
      guard pattern.extent == .whole else { continue }
      drawn = (pattern, round.before, depth)
      break
    }
    // Where not even the innermost fits, what is to come of it.
    let rest = timeline.round(at: place, depth: innermost).map { $0.count - $0.before } ?? 1
    let (pattern, before, level) = drawn ?? (Pattern(workout, from: place, intervals: rest, width: width), 0, innermost)
    self.pattern = pattern
    isWhole = drawn != nil && level == 0
    mark = live.status.interval == nil ? nil : pattern.column(ofInterval: before + 1, at: live.intervalShare)
  }
}

extension Pattern {
  /// The column at a part of an interval, counted from 1; nil for one that is not drawn.
  fileprivate func column(ofInterval number: Int, at share: Double) -> Int? {
    guard let first = columns.firstIndex(where: { $0.number == number }) else { return nil }
    let count = columns[first...].prefix { $0.number == number }.count
    return first + min(Int(share * Double(count)), count - 1)
  }
}

extension LiveStatus {
  /// How much of the interval is over, from 0 to 1; half of an open one.
  fileprivate var intervalShare: Double {
    guard let left = intervalRemaining else { return 0.5 }
    let whole = intervalElapsed + left
    return whole > .zero ? min(max(0, intervalElapsed / whole), 1) : 0
  }
}

extension Timeline {
  /// The place of the interval that a status tells; the first in a lead-in.
  ///
  /// Nil where the plan has no such interval, as one may that was read with other settings.
  fileprivate func place(of status: Wire.Status) -> Place? {
    guard let interval = status.interval else { return start }
    func isThere(_ place: Place) -> Bool {
      let scheduled = self.interval(at: place).interval
      return scheduled.kind.rawValue == interval.kind && scheduled.label == interval.label
        && scheduled.goal.notation == interval.goal && rounds(at: place).map(\.number) == status.rounds.map(\.number)
    }
    let places = [status.number.flatMap(place(numbered:)), placeFromEnd(of: status)].compactMap(\.self).filter(isThere)
    // The one that the rest of the plan follows, where a correction leaves several.
    return places.first { isAhead(of: status, after: $0) } ?? places.first
      ?? placeBehindEndlessRepeat(of: status).flatMap { isThere($0) ? $0 : nil }
  }

  /// The place by how many intervals follow it, which a correction of what comes before leaves as they are.
  private func placeFromEnd(of status: Wire.Status) -> Place? {
    guard let total = measure.intervals, let number = status.number, let of = status.of, of != total else { return nil }
    let (left, overflows) = of.subtractingReportingOverflow(number)
    return overflows || left < 0 ? nil : place(numbered: total - min(left, total))
  }

  /// The place behind an endless repeat by what follows it, as its number depends on when the repeat was left.
  private func placeBehindEndlessRepeat(of status: Wire.Status) -> Place? {
    var place = startBehindEndlessRepeat
    for _ in 0..<Self.mostBehind {
      guard let current = place, measure(after: current).duration != nil else { return nil }
      if isAhead(of: status, after: current) { return current }
      place = self.place(after: current)
    }
    return nil
  }

  /// Whether the time behind the interval at a place is what is left behind the present one.
  private func isAhead(of status: Wire.Status, after place: Place) -> Bool {
    guard let remaining = status.remainingMs, let ofInterval = status.intervalRemainingMs,
      let after = measure(after: place).duration?.inMilliseconds
    else { return false }
    // Both were rounded.
    return abs(after - (remaining - ofInterval)) <= 2
  }

  /// Whether the round of the repeat at a depth, or at 0 the whole, is sure to go as the plan has it.
  fileprivate func isRoundAsPlanned(at place: Place, depth: Int, _ status: Wire.Status) -> Bool {
    guard status.interval != nil, status.of != measure.intervals else { return true }
    let pairs = zip(rounds(at: place), status.rounds)
    return depth > 0 && !holdsDistanceGoal(at: place, depth: depth)
      // The last round may end elsewhere.
      && pairs.prefix(depth).allSatisfy { $0.of == $1.of || $1.number < min($0.of ?? .max, $1.of ?? .max) }
  }

  /// How many intervals behind an endless repeat are looked at.
  private static let mostBehind = 500
}
