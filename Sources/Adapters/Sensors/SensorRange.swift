import WorkoutModel

/// The ranges of the values of sensors.
///
/// A number outside its range is not a measurement: sensors send 0xFF and 0xFFFF for unknown values, and random numbers
/// while they have no contact. Each decoder drops such a number, and keeps the other values. docs/sensors.md contains the
/// same table, with the reasons.
package enum SensorRange {
  /// Heartbeats per minute.
  package static let heartRate = 20...250
  /// Steps per minute, of both feet.
  package static let cadence = 0...250
  /// Metres per second.
  package static let speed = 0...12.5
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
