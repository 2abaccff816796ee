import WorkoutEngine
import WorkoutModel

extension Report.Summary {
  /// Replaces the distance of the workout with a measured distance, and spreads this distance over the laps.
  ///
  /// The ratios between the speeds of the laps do not change. A lap with an unknown speed gets the average speed of the
  /// others.
  package mutating func correct(toMetres metres: Double) {
    let before = distanceM
    (distanceM, corrected) = (metres, true)
    guard var laps else { return }
    let parts = laps.laps.map {
      DistanceSpread.Part(elapsed: .milliseconds($0.elapsedMs), metres: $0.distanceM)
    }
    // The intervals before the first lap are one part.
    let known = parts.reduce(0) { $0 + ($1.metres ?? 0) }
    let elapsed = parts.reduce(Duration.zero) { $0 + $1.elapsed }
    let earlier = DistanceSpread.Part(
      elapsed: max(.zero, .milliseconds(elapsedMs) - elapsed), metres: before.map { max(0, $0 - known) })
    let total = MeasuredDistance(elapsed: earlier.elapsed + elapsed, metres: metres)
    let spread = DistanceSpread([earlier] + parts).metres(with: [total])
    var sum = CentimetreSum()
    _ = sum.add(spread[0] ?? 0)
    for (index, metres) in spread.dropFirst().enumerated() {
      laps.laps[index].distanceM = metres.map { sum.add($0) }
    }
    self.laps = laps
  }
}
