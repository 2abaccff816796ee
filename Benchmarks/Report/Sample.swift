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

  /// The reading that so great a part of all does not exceed, from 0 to 1; between two, in proportion.
  ///
  /// Definition 7 of Hyndman and Fan, “Sample Quantiles in Statistical Packages” (1996): of 1, 2, 3 and 4 a half do not
  /// exceed 2.5. Not a number where there are no readings.
  func quantile(_ part: Double) -> Double {
    guard let last = sorted.last else { return .nan }
    let place = part * Double(sorted.count - 1)
    let below = Int(place)
    guard below + 1 < sorted.count else { return last }
    return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
  }
}
