/// How long is taken to measure something.
enum Thoroughness: Double {
  /// As for the document.
  case full = 1
  /// To see that all works.
  case quick = 0.02

  /// How many of so many there should be are measured.
  func part(of count: Int) -> Int { max(2, Int(Double(count) * rawValue)) }
}
