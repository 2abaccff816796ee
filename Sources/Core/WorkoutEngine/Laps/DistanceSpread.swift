package import WorkoutModel

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
/// Between two measurements, the ratios of the estimated speeds do not change. A part with an unknown speed has the speed
/// that its kind suggests.
package struct DistanceSpread: Sendable {
  private let parts: [Part]
  /// The relative distance of each part.
  private let weights: [Double]

  /// A part of a workout.
  package struct Part: Sendable {
    /// The time without pauses.
    package let elapsed: Duration
    /// The estimated metres; nil if they are unknown.
    package let metres: Double?
    /// The kind of interval; nil if it is unknown, or the part contains several intervals.
    package let kind: Kind?

    package init(elapsed: Duration, metres: Double?, kind: Kind?) {
      self.elapsed = elapsed
      self.metres = metres
      self.kind = kind
    }
  }

  package init(_ parts: [Part]) {
    self.parts = parts
    weights = Self.weights(of: parts)
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
      var pieces: [(part: Int, seconds: Double, weight: Double)] = []
      while index < parts.count, begun < point.elapsed {
        let part = parts[index]
        let end = begun + part.elapsed
        let time = min(end, point.elapsed) - max(begun, last.elapsed)
        let share = part.elapsed > .zero ? time / part.elapsed : 0
        pieces.append((index, time / .seconds(1), weights[index] * share))
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
    // If this speed is unknown, the measured distance counts for the whole part.
    metres[index] = parts[index].metres.map { (metres[index] ?? 0) + $0 * rest } ?? metres[index]
    for later in parts.indices[(index + 1)...] { metres[later] = parts[later].metres }
    return metres
  }

  /// Spreads a distance over pieces in proportion to their weights, or to their times if all weights are zero.
  private static func spread(
    _ metres: Double, over pieces: [(part: Int, seconds: Double, weight: Double)]
  ) -> [Double] {
    let sum = pieces.reduce(0) { $0 + $1.weight }
    guard sum > 0 else {
      let seconds = pieces.reduce(0) { $0 + $1.seconds }
      return pieces.map { seconds > 0 ? metres * $0.seconds / seconds : 0 }
    }
    return pieces.map { metres * $0.weight / sum }
  }
}

extension DistanceSpread {
  /// The estimated metres of each part; relative metres if no part has an estimate.
  ///
  /// A part without an estimate has the average speed of the other parts of its kind. If they have no estimate either,
  /// its speed has the typical ratio of its kind to the speed of all parts with an estimate. A rest covers no distance.
  /// The parts of no kind have the same average speed as all others.
  private static func weights(of parts: [Part]) -> [Double] {
    var (known, typical, mixed) = (Sum(), Sum(), Sum())
    var kinds: [Kind: Sum] = [:]
    for part in parts where part.elapsed > .zero {
      let share = part.kind.map { $0 == .rest ? 0 : $0.raceShare }
      if let share { typical.add(seconds: part.seconds, metres: part.seconds * share) }
      guard let metres = part.metres else { continue }
      guard let kind = part.kind, let share else {
        mixed.add(seconds: part.seconds, metres: metres)
        continue
      }
      guard share > 0 else { continue }
      known.add(seconds: part.seconds * share, metres: metres)
      kinds[kind, default: Sum()].add(seconds: part.seconds, metres: metres)
    }
    let raceSpeed = known.speed ?? (mixed.speed ?? 1) / (typical.speed ?? 1)
    let estimates = parts.map { part in
      part.metres
        ?? part.kind.map { kind in
          kind == .rest ? 0 : part.seconds * (kinds[kind]?.speed ?? raceSpeed * kind.raceShare)
        }
    }
    var others = Sum()
    for (part, estimate) in zip(parts, estimates) {
      if let estimate { others.add(seconds: part.seconds, metres: estimate) }
    }
    return zip(parts, estimates).map { part, estimate in estimate ?? part.seconds * (others.speed ?? 1) }
  }

  /// The time and the distance of several parts.
  private struct Sum {
    private var seconds = 0.0
    private var metres = 0.0

    mutating func add(seconds: Double, metres: Double) {
      self.seconds += seconds
      self.metres += metres
    }

    /// The average speed; nil without a distance.
    var speed: Double? { seconds > 0 && metres > 0 ? metres / seconds : nil }
  }
}

extension DistanceSpread.Part {
  fileprivate var seconds: Double { elapsed / .seconds(1) }
}
