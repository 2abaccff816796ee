package import WorkoutEngine
import WorkoutModel

extension Report.Summary {
  /// Replaces the distance of the workout with a measured distance, and spreads this distance over the laps.
  ///
  /// The ratios between the speeds of the laps do not change. A lap with an unknown speed gets the speed that its kind
  /// suggests; see `DistanceSpread`.
  package mutating func correct(toMetres metres: Double) {
    let beforeLaps = beforeLaps
    (distanceM, distanceIsPartial, distanceMs, corrected) = (metres, nil, nil, true)
    guard var laps else { return }
    let parts = [beforeLaps] + laps.parts
    let total = MeasuredDistance(elapsed: parts.reduce(.zero) { $0 + $1.elapsed }, metres: metres)
    let spread = DistanceSpread(parts).metres(with: [total])
    var sum = CentimetreSum()
    _ = sum.add(spread[0] ?? 0)
    for (index, metres) in spread.dropFirst().enumerated() {
      laps.laps[index].distanceM = metres.map { sum.add($0) }
    }
    self.laps = laps
  }
}

extension Report.Summary {
  /// The time and the distance of the intervals before the first lap, as one part of the workout.
  package var beforeLaps: DistanceSpread.Part {
    let parts = laps?.parts ?? []
    let elapsed = parts.reduce(Duration.zero) { $0 + $1.elapsed }
    let known = parts.reduce(0) { $0 + ($1.metres ?? 0) }
    return DistanceSpread.Part(
      elapsed: max(.zero, .milliseconds(elapsedMs) - elapsed), metres: distance.wholeMetres.map { max(0, $0 - known) },
      kind: nil)
  }
}

extension Report.Laps {
  /// The laps as parts of the workout.
  fileprivate var parts: [DistanceSpread.Part] {
    laps.map { lap in
      DistanceSpread.Part(
        elapsed: .milliseconds(lap.elapsedMs), metres: lap.distanceM, kind: Kind(rawValue: intervals[lap.interval].kind)
      )
    }
  }
}
