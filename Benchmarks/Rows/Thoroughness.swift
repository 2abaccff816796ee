/// Duration of the measurements.
enum Thoroughness: Double {
  /// Full duration, for the document.
  case full = 1
  /// Some seconds, as a test.
  case quick = 0.02

  /// Returns the number of repetitions for a full number, at least two.
  func part(of count: Int) -> Int { max(2, Int(Double(count) * rawValue)) }
}
