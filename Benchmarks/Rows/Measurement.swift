/// Measurement of one section of the report.
protocol Measurement: Sendable {
  /// Name on the command line.
  static var name: String { get }

  init(thoroughness: Thoroughness)

  func measure() async throws -> Report.Section
}
