/// Something that is measured.
protocol Measurement: Sendable {
  /// What it is asked for by.
  static var name: String { get }

  init(thoroughness: Thoroughness)

  func measure() async throws -> Report.Section
}
