import WorkoutModel

/// Turns consecutive values of one sensor into distances.
///
/// A total distance is a counter that wraps. It may be late, repeat, jump and restart. A speed is only valid for a
/// moment. The meter follows the total, and uses the speed to interpolate between the steps of the total.
package struct DistanceMeter: Sendable {
  /// The present count of a counter.
  package struct TotalDistance: Equatable, Sendable {
    package var count: Int
    /// The number of bits after which the counter wraps, 1 to 32.
    package var bits: Int
    /// The metres of one step of the counter.
    package var resolution: Double

    package init(count: Int, bits: Int, resolution: Double) {
      self.count = count
      self.bits = bits
      self.resolution = resolution
    }

    /// The distance since an earlier count, modulo the range of the counter.
    func metres(since earlier: Int) -> Double { Double((count - earlier) & (1 << bits - 1)) * resolution }
  }

  /// The last count; nil if the next count is only a starting point.
  private var count: Int?
  /// The metres that the speed has added to the distance at the last count.
  private var ahead = 0.0
  private var speed: Double?

  package init() {}

  /// Adds a value.
  ///
  /// Each distance belongs to the time since the previous value. An unknown distance is therefore never made up for by
  /// a later distance. If the total restarts or jumps, the distance follows from the speed.
  ///
  /// - Parameters:
  ///   - total: The total distance; nil if the value does not contain it.
  ///   - metresPerSecond: The speed; nil if the value does not contain it.
  ///   - span: The time since the previous value; nil for the first value.
  /// - Returns: The metres since the previous value; nil if the distance is unknown.
  package mutating func add(
    total: TotalDistance?, metresPerSecond: Double?, after span: Duration?
  ) -> Double? {
    let mean = metresPerSecond.map { ($0 + (speed ?? $0)) / 2 }
    speed = metresPerSecond
    guard let span else {
      (count, ahead) = (total?.count, 0)
      return nil
    }
    let bySpeed = span <= SensorEvent.maxSilence ? mean.map { $0 * span.inSeconds } : nil
    if let total, let count, case let metres = total.metres(since: count),
      metres <= SensorRange.maxMetres(in: span)
    {
      let end = max(ahead, min(max(ahead + (bySpeed ?? 0), metres), metres + total.resolution))
      defer { (self.count, ahead) = (total.count, end - metres) }
      return end - ahead
    }
    if let total {
      (count, ahead) = (total.count, 0)
    } else if let bySpeed {
      ahead += bySpeed
    } else {
      count = nil
    }
    return bySpeed
  }
}
