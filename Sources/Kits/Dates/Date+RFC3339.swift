package import FoundationEssentials
import Text

/// Moments as text in the format of RFC 3339, "Date and Time on the Internet: Timestamps".
extension Date {
  /// The moment in universal time, rounded down to the second: `2026-11-20T17:42:07Z`.
  ///
  /// The year must be from 0 to 9999.
  package var rfc3339: String {
    let time = LocalTime(secondsSince1970: Int(timeIntervalSince1970.rounded(.down)), offset: 0)
    return "\(time.day.iso)T\(time.clockWithSeconds)Z"
  }

  /// Reads a moment, such as `2026-11-20T18:42:07+01:00`; a fraction of a second is ignored.
  ///
  /// Nil if the text has another format, if the date or the time does not exist, or if the year is 0.
  package init?(rfc3339 text: String) {
    var reader = TimestampReader(text)
    guard let year = reader.number(digits: 4), reader.read("-"), let month = reader.number(digits: 2),
      reader.read("-"), let dayOfMonth = reader.number(digits: 2),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth), reader.read("T") || reader.read("t"),
      let minute = reader.minuteOfDay(), reader.read(":"),
      // Leap seconds have the number 60.
      let second = reader.number(digits: 2), second <= 60, reader.skipFraction(),
      let offset = reader.minutesFromUniversalTime(), reader.isAtEnd
    else { return nil }
    self.init(timeIntervalSince1970: Double((day.number * 24 * 60 + minute - offset) * 60 + second))
  }
}

/// Reads the parts of a timestamp from left to right.
private struct TimestampReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Reads a character if it is next.
  mutating func read(_ character: Unicode.Scalar) -> Bool {
    guard !isAtEnd, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Reads a number with exactly `count` digits; nil if another character is among them.
  mutating func number(digits count: Int) -> Int? {
    guard count <= bytes.count - position else { return nil }
    var number = 0
    for byte in bytes[position..<position + count] {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
    }
    position += count
    return number
  }

  /// Reads hours and minutes, such as `18:42`, as the number of minutes since midnight.
  mutating func minuteOfDay() -> Int? {
    guard let hour = number(digits: 2), hour < 24, read(":"), let minute = number(digits: 2), minute < 60 else {
      return nil
    }
    return hour * 60 + minute
  }

  /// Skips a fraction of a second; false if no digit follows its point.
  mutating func skipFraction() -> Bool {
    guard read(".") else { return true }
    guard number(digits: 1) != nil else { return false }
    while number(digits: 1) != nil {}
    return true
  }

  /// Reads an offset, `Z` or such as `+01:00`, in minutes; positive if the clock is ahead of universal time.
  mutating func minutesFromUniversalTime() -> Int? {
    if read("Z") || read("z") { return 0 }
    if read("+") { return minuteOfDay() }
    return read("-") ? minuteOfDay().map { -$0 } : nil
  }
}
