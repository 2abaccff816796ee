package import WorkoutModel

/// The ranges of other values that a device sends, and of the distance between two values.
extension SensorRange {
  /// The charge of a battery in percent.
  package static let battery = 0...100
  /// The strength of a signal in dBm.
  package static let signal = -127...20

  /// The maximum distance between two values in metres; a longer distance is a jump or a restart of the counter.
  package static func maxMetres(in span: Duration) -> Double { speed.upperBound * span.inSeconds + allowance }

  /// The additional metres of a plausible distance, because values that a connection delays arrive one after the other.
  private static let allowance = 20.0
}

extension Comparable {
  /// The value if it is in a range; otherwise nil.
  func only(in range: ClosedRange<Self>) -> Self? { range.contains(self) ? self : nil }
}
