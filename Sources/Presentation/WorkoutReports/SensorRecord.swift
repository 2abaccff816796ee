import WorkoutModel

/// The values of the sensors at a moment of a workout.
package struct SensorRecord: Equatable, Sendable {
  /// Milliseconds since the start of the workout, including the lead-in and the pauses.
  package var time: Int
  /// Distance since the start of the workout in centimetres; nil while the distance is estimated.
  package var distance: Int?
  /// Speed in millimetres per second.
  package var speed: Int?
  /// Steps per minute, of both feet.
  package var cadence: Int?
  /// Heartbeats per minute.
  package var heartRate: Int?

  package init(time: Int, distance: Int? = nil, speed: Int? = nil, cadence: Int? = nil, heartRate: Int? = nil) {
    self.time = time
    self.distance = distance
    self.speed = speed
    self.cadence = cadence
    self.heartRate = heartRate
  }

  /// The possible ranges of the numbers, in the order of the properties; all of them fit into an activity file.
  ///
  /// The maximum time is 49 days.
  private static let ranges = [
    0...4_233_600_000, 0...4_000_000_000, 0...Int(SensorRange.speed.upperBound * 1000), SensorRange.cadence,
    SensorRange.heartRate,
  ]

  /// The line of a file, without its newline: numbers separated by commas; nil if the time is impossible.
  ///
  /// A number that is missing or impossible is empty.
  package var line: String? {
    guard Self.ranges[0].contains(time) else { return nil }
    return zip([time, distance, speed, cadence, heartRate], Self.ranges)
      .map { number, range in number.flatMap { range.contains($0) ? "\($0)" : nil } ?? "" }
      .joined(separator: ",")
  }

  /// Reads a line without its newline; nil if it is damaged, or the time is impossible.
  ///
  /// Another number that is impossible counts as missing.
  package init?(line: ArraySlice<UInt8>) {
    var (numbers, index): ([Int?], Int) = ([nil, nil, nil, nil, nil], 0)
    for byte in line {
      if byte == UInt8(ascii: ",") {
        index += 1
        guard index < numbers.count else { return nil }
      } else {
        guard 0x30...0x39 ~= byte else { return nil }
        // A number that exceeds its range cannot return to it by further digits.
        let number = min(numbers[index] ?? 0, Self.ranges[index].upperBound + 1)
        numbers[index] = 10 * number + Int(byte) - 0x30
      }
    }
    guard index == numbers.count - 1 else { return nil }
    numbers = zip(numbers, Self.ranges).map { number, range in number.flatMap { range.contains($0) ? $0 : nil } }
    guard let time = numbers[0] else { return nil }
    self.init(time: time, distance: numbers[1], speed: numbers[2], cadence: numbers[3], heartRate: numbers[4])
  }
}
