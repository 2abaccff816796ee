/// Finding the schedule of a workout that commands have changed, from the rest of the workout.
extension Timeline {
  /// The timeline in which the interval at a position has a duration, and in which `rest` follows the interval.
  ///
  /// The outermost repeat with a goal around the position has the number of rounds that leads to `rest`. Everything
  /// before the position is as planned, and so are the goals of inner repeats.
  ///
  /// - Returns: nil if no such timeline exists, or if `rest` does not determine it.
  package func rescheduled(at position: Position, lasting duration: Duration, leaving rest: Totals) -> Timeline? {
    guard contains(position), let uncut = uncutInterval(at: position) else { return nil }
    var done = done(before: position, since: nil)
    let segments = segments(to: position)
    var outside = Totals.zero
    for (level, frame) in position.frames.dropLast().enumerated() {
      outside = outside + segments[level].after[frame.index]
      guard case .repeat(let repeatNode) = segments[level].nodes[frame.index] else { return nil }
      guard let goal = repeatNode.goal else {
        outside = outside + repeatNode.totals(afterRound: frame.round)
        continue
      }
      switch goal {
      case .time(let time):
        guard let left = rest.duration, let after = outside.duration else { return nil }
        done[level].time = time - (left - after) - duration
      case .metres(let metres):
        guard let present = uncut.lasting(duration).metres else { return nil }
        done[level].estimated = metres - (rest.distance.metres - outside.distance.metres) - present
        done[level].correction = 0
      }
      break
    }
    let checkpoint = Checkpoint(position: position, done: done, duration: duration)
    guard let timeline = rescheduled(from: checkpoint) else { return nil }
    let after = timeline.totals(after: position)
    let isSame = after.duration.flatMap { after in rest.duration.map { abs((after - $0).inMilliseconds) <= 5 } }
    return after.intervals == rest.intervals && isSame ?? (after.duration == rest.duration) ? timeline : nil
  }
}
