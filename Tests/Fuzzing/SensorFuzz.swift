import Sensors
import WorkoutModel

/// The notifications of a sensor.
///
/// The first byte is the kind of the sensor. Each notification consists of the time since the previous one in units of
/// 100 ms, its length, and its bytes.
package enum SensorFuzz: FuzzTarget {
  package static let name = "sensor"

  package static func read(_ bytes: [UInt8]) {
    guard var (decoder, rest) = decoder(bytes) else { return }
    while let (notification, _) = next(&rest) { _ = decoder.values(from: notification, at: .now) }
  }

  package static func check(_ bytes: [UInt8]) throws(Violation) {
    guard var (decoder, rest) = decoder(bytes) else { return }
    var instant = ContinuousClock.now
    // The distance belongs to the time since the last values, so malformed notifications extend this time.
    var seconds = 0.0
    while let (notification, delay) = next(&rest) {
      instant += .milliseconds(100 * delay)
      seconds += Double(delay) / 10
      guard let values = decoder.values(from: notification, at: instant) else { continue }
      if let speed = values.metresPerSecond {
        try require(SensorRange.speed ~= speed, "the speed is \(speed) m/s")
      }
      if let metres = values.metres {
        let limit = SensorRange.maxMetres(in: .seconds(seconds)) + 1.001
        try require(0...limit ~= metres, "\(metres) m in \(seconds) s")
      }
      if let rate = values.heartRate { try require(SensorRange.heartRate ~= rate, "the heart rate is \(rate)") }
      if let cadence = values.cadence { try require(SensorRange.cadence ~= cadence, "the cadence is \(cadence)") }
      if values.metresPerSecond != nil || values.span > .zero { seconds = 0 }
    }
  }

  /// Makes the decoder of the kind that the first byte determines; nil if the input is empty.
  private static func decoder(_ bytes: [UInt8]) -> (SensorDecoder, ArraySlice<UInt8>)? {
    let kinds = SensorKind.allCases
    return bytes.first.map { (SensorDecoder(kinds[Int($0) % kinds.count]), bytes.dropFirst()) }
  }

  /// Removes the next notification and the time before it; nil at the end.
  private static func next(_ rest: inout ArraySlice<UInt8>) -> (bytes: [UInt8], delay: Int)? {
    guard let delay = rest.popFirst(), let length = rest.popFirst() else { return nil }
    defer { rest = rest.dropFirst(Int(length)) }
    return (Array(rest.prefix(Int(length))), Int(delay))
  }

  package static var longTexts: [(name: String, text: [UInt8])] {
    let notifications: [(String, [UInt8])] = [
      ("foot pod", [0, 2, 0, 3, 80, 1, 2, 3, 4]), ("treadmill", [1, 4, 1, 0xE8, 3, 2, 0, 0, 140]),
      ("heart rate", [2, 0x16, 140, 1, 2, 3, 4, 5, 6]),
    ]
    return notifications.map { name, bytes in
      let notification = [10, UInt8(bytes.count - 1)] + bytes.dropFirst()
      return (name, Array(([bytes[0]] + repeatElement(notification, count: 6500).joined()).prefix(65_536)))
    }
  }
}
