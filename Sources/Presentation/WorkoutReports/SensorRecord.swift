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

  /// The valid ranges of the numbers, in the order of the properties; all of them fit into an activity file.
  ///
  /// The maximum time is 49 days.
  private static let ranges = [0...4_233_600_000, 0...4_000_000_000, 0...65_534, 0...508, 1...254]

  /// The line of a file, without its newline: numbers separated by commas.
  ///
  /// A missing number, and a number outside its range, is empty.
  package var line: String {
    zip([time, distance, speed, cadence, heartRate], Self.ranges)
      .map { number, range in number.flatMap { range.contains($0) ? "\($0)" : nil } ?? "" }
      .joined(separator: ",")
  }

  /// Reads a line without its newline; nil if it is damaged.
  package init?(line: ArraySlice<UInt8>) {
    var (numbers, index): ([Int?], Int) = ([nil, nil, nil, nil, nil], 0)
    for byte in line {
      if byte == UInt8(ascii: ",") {
        index += 1
        guard index < numbers.count else { return nil }
      } else {
        let number = 10 * (numbers[index] ?? 0) + Int(byte) - 0x30
        guard 0x30...0x39 ~= byte, number <= Self.ranges[index].upperBound else { return nil }
        numbers[index] = number
      }
    }
    guard index == numbers.count - 1, let time = numbers[0], numbers[4] != 0 else { return nil }
    self.init(time: time, distance: numbers[1], speed: numbers[2], cadence: numbers[3], heartRate: numbers[4])
  }
}
