import ControlInterface
import WorkoutModel

/// The part of a workout round a position in it, to scale: all of it, or else the round of the outermost repeat whose
/// intervals have a column each.
///
/// It is drawn as the plan has it; of a workout that a correction has made another, what is still the same.
struct RoundBar: Equatable {
  let pattern: Pattern
  /// The column of the present position; nil in a lead-in.
  let mark: Int?
  /// Whether it is the whole workout.
  let isWhole: Bool

  /// Nil where it is not known which interval of the workout it is, or the round is another than the plan's, and on fewer
  /// than two columns.
  init?(_ workout: Workout, _ live: LiveStatus, width: Int) {
    let timeline = workout.timeline
    guard width > 1, let position = timeline.position(of: live.status) else { return nil }
    var drawn: (pattern: Pattern, before: Int, depth: Int)?
    let depths = (0...timeline.depth(of: position)).filter {
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
    // Where not even the innermost fits, what is to come of it.
    let rest = timeline.round(at: position, depth: innermost).map { $0.count - $0.before } ?? 1
    let (pattern, before, level) =
      drawn ?? (Pattern(workout, from: position, intervals: rest, width: width), 0, innermost)
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
