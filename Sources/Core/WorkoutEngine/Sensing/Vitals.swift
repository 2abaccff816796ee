/// Statistics of the heart rate and the cadence during a workout.
package struct Vitals: Equatable, Codable, Sendable {
  /// Heartbeats per minute.
  package private(set) var heartRate = Mean()
  /// Steps per minute, of both feet.
  package private(set) var cadence = Mean()

  /// The mean and the maximum of values that arrive at regular intervals.
  package struct Mean: Equatable, Codable, Sendable {
    private var count = 0
    private var sum = 0
    private var highest = 0

    /// The mean, rounded half up; nil without values.
    package var mean: Int? { count > 0 ? (sum + count / 2) / count : nil }
    /// The maximum; nil without values.
    package var max: Int? { count > 0 ? highest : nil }

    /// The maximum of a value and of a count, so that no sum can overflow.
    private static let limit = 1_000_000_000

    fileprivate mutating func add(_ value: Int?) {
      guard let value, 0...Self.limit ~= value, count < Self.limit else { return }
      count += 1
      sum += value
      highest = Swift.max(highest, value)
    }

    fileprivate var isPossible: Bool {
      0...Self.limit ~= count && 0...Self.limit ~= highest && 0...(count * highest) ~= sum
    }
  }

  package init() {}

  mutating func add(heartRate: Int?, cadence: Int?) {
    self.heartRate.add(heartRate)
    // Times in which the runner stands still do not count.
    self.cadence.add(cadence == 0 ? nil : cadence)
  }

  var isPossible: Bool { heartRate.isPossible && cadence.isPossible }
}
