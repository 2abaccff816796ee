/// A distance that was measured during a workout.
package struct MeasuredDistance: Equatable, Sendable {
  /// The time in intervals until the measurement.
  package let elapsed: Duration
  /// Metres from the start of the workout.
  package let metres: Double

  package init(elapsed: Duration, metres: Double) {
    self.elapsed = elapsed
    self.metres = metres
  }
}

/// Consecutive parts of a workout, such as laps, over which measured distances are spread.
///
/// Between two measurements, the ratios of the estimated speeds do not change. A part with an unknown speed has the
/// average speed of the others.
package struct DistanceSpread: Sendable {
  private let parts: [Part]

  /// A part of a workout.
  package struct Part: Sendable {
    /// The time without pauses.
    package let elapsed: Duration
    /// The estimated metres; nil if they are unknown.
    package let metres: Double?

    package init(elapsed: Duration, metres: Double?) {
      self.elapsed = elapsed
      self.metres = metres
    }
  }

  package init(_ parts: [Part]) {
    self.parts = parts
  }

  /// The metres of each part; nil if they are unknown.
  ///
  /// Parts after the last measurement have their estimated distances.
  ///
  /// - Parameter measured: the measurements in order; their times and distances do not decrease.
  /// - Returns: the metres, in the order of the parts.
  package func metres(with measured: [MeasuredDistance]) -> [Double?] {
    var metres = [Double?](repeating: nil, count: parts.count)
    var (index, begun, last) = (0, Duration.zero, MeasuredDistance(elapsed: .zero, metres: 0))
    // The loop collects the pieces of the parts since the previous measurement.
    for point in measured where point.elapsed > last.elapsed {
      var pieces: [(part: Int, seconds: Double, metres: Double?)] = []
      while index < parts.count, begun < point.elapsed {
        let part = parts[index]
        let end = begun + part.elapsed
        let time = min(end, point.elapsed) - max(begun, last.elapsed)
        let share = part.elapsed > .zero ? time / part.elapsed : 0
        pieces.append((index, time / .seconds(1), part.metres.map { $0 * share }))
        guard end <= point.elapsed else { break }
        (index, begun) = (index + 1, end)
      }
      for (part, piece) in zip(pieces.map(\.part), Self.spread(point.metres - last.metres, over: pieces)) {
        metres[part] = (metres[part] ?? 0) + piece
      }
      last = point
    }
    guard index < parts.count else { return metres }
    // The part in which the last measurement lies continues with its estimated speed.
    let rest = parts[index].elapsed > .zero ? 1 - max(.zero, last.elapsed - begun) / parts[index].elapsed : 0
    metres[index] = parts[index].metres.map { (metres[index] ?? 0) + $0 * rest }
    for later in parts.indices[(index + 1)...] { metres[later] = parts[later].metres }
    return metres
  }

  /// Spreads a distance over pieces in proportion to their estimated distances, or to their times if none is estimated.
  private static func spread(
    _ metres: Double, over pieces: [(part: Int, seconds: Double, metres: Double?)]
  ) -> [Double] {
    let known = pieces.reduce((seconds: 0.0, metres: 0.0)) { sum, piece in
      piece.metres.map { (sum.seconds + piece.seconds, sum.metres + $0) } ?? sum
    }
    let speed = known.seconds > 0 && known.metres > 0 ? known.metres / known.seconds : 1
    let estimates = pieces.map { $0.metres ?? $0.seconds * speed }
    let sum = estimates.reduce(0, +)
    guard sum > 0 else {
      let seconds = pieces.reduce(0) { $0 + $1.seconds }
      return pieces.map { seconds > 0 ? metres * $0.seconds / seconds : 0 }
    }
    return estimates.map { metres * $0 / sum }
  }
}
