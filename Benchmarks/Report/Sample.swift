/// Readings of one thing, which a summary is taken of.
struct Sample {
  private let sorted: [Double]

  init(_ readings: some Sequence<Double>) {
    sorted = readings.sorted()
  }

  var count: Int { sorted.count }
  var least: Double { sorted.first ?? .nan }
  var most: Double { sorted.last ?? .nan }
  var median: Double { quantile(0.5) }

  /// The smallest reading that at least so great a part of all does not exceed: the nearest rank.
  func quantile(_ part: Double) -> Double {
    guard !sorted.isEmpty else { return .nan }
    return sorted[min(sorted.count - 1, max(0, Int((part * Double(sorted.count)).rounded(.up)) - 1))]
  }
}
