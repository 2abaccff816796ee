/// Something that is measured.
protocol Measurement: Sendable {
  /// What it is asked for by.
  static var name: String { get }

  init(thoroughness: Thoroughness)

  func measure() async throws -> Report.Section
}

/// How long is taken for it.
enum Thoroughness: Double {
  /// As for the document.
  case full = 1
  /// To see that all works.
  case quick = 0.02

  /// How many of so many there should be are measured.
  func part(of count: Int) -> Int { max(2, Int(Double(count) * rawValue)) }
}
