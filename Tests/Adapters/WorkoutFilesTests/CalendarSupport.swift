import Dates
import FoundationEssentials
import TestSupport
import Testing

@testable import WorkoutFiles

extension CalendarFile {
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The unfolded lines.
  var lines: [String] {
    text.split(separator: "\r\n").reduce(into: []) { lines, line in
      if line.utf8.first == UInt8(ascii: " ") {
        lines[lines.count - 1].unicodeScalars += line.unicodeScalars.dropFirst()
      } else {
        lines.append(String(line))
      }
    }
  }

  /// The lines of the definition of the time zone.
  var zoneLines: [String] {
    Array(lines.drop { $0 != "BEGIN:VTIMEZONE" }.prefix { $0 != "END:VTIMEZONE" }.dropFirst())
  }

  /// Writes a file that was created on 21 November 2026 at 18:42:07 in universal time.
  init(title: String = "Couch to 5K", _ events: [Event], in zone: CalendarZone) {
    self.init(title: title, events: events, zone: zone, created: Date(timeIntervalSince1970: 1_795_286_527))
  }
}

extension CalendarFile.Event {
  /// A workout of 35 minutes on a date such as `2026-12-01`, at a time such as `07:30`.
  static func on(_ date: String, at time: String = "07:30", uid: String = "w1d1.c25k@intervald") throws -> Self {
    let date = date.split(separator: "-").compactMap { Int($0) }
    let time = time.split(separator: ":").compactMap { Int($0) }
    let day = try #require(CalendarDay(year: date[0], month: date[1], day: date[2]))
    return Self(
      uid: uid, day: day, start: ClockTime(secondsAfterMidnight: time[0] * 3600 + time[1] * 60),
      duration: .seconds(35 * 60), summary: "Couch to 5K, week 1, day 1 of 3")
  }
}

extension CalendarZone {
  /// A zone of the time zone database of the system.
  static func of(_ name: String) -> CalendarZone { local(environment: ["TZ": name]) }
}
