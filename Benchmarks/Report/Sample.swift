/// Readings of one figure.
struct Sample {
  private let sorted: [Double]

  init(_ readings: some Sequence<Double>) {
    sorted = readings.sorted()
  }

  var count: Int { sorted.count }
  var min: Double { sorted.first ?? .nan }
  var max: Double { sorted.last ?? .nan }
  var median: Double { quantile(0.5) }

  /// Returns a quantile, from 0 to 1, interpolated between two readings; NaN without readings.
  ///
  /// Source: definition 7 of Hyndman and Fan, “Sample Quantiles in Statistical Packages” (1996). The median of 1, 2, 3
  /// and 4 is 2.5.
  func quantile(_ part: Double) -> Double {
    guard let last = sorted.last else { return .nan }
    let place = part * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}
