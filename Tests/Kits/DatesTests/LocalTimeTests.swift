import Dates
import FoundationEssentials
import Testing

@Suite struct LocalTimeTests {
  @Test(arguments: [
    (1_795_282_927, 3600, "2026-11-21T18:42:07+01:00"), (0, 0, "1970-01-01T00:00:00+00:00"),
    (0, -12_600, "1969-12-31T20:30:00-03:30"), (-1, 0, "1969-12-31T23:59:59+00:00"),
    (-86_400, 20_700, "1969-12-31T05:45:00+05:45"), (1_795_305_599, 50_400, "2026-11-22T13:59:59+14:00"),
  ])
  func `a time is written with local date, local time and offset`(seconds: Int, offset: Int, text: String) {
    #expect(LocalTime(secondsSince1970: seconds, offset: offset).rfc3339 == text)
  }

  @Test(arguments: [
    ("2026-11-21T17:42:07Z", 1_795_282_927), ("2026-11-21t18:42:07.250+01:00", 1_795_282_927),
    ("1969-12-31T23:59:60z", 0), ("1970-01-01T00:00:00-23:59", 86_340), ("0001-01-01T00:00:00Z", -62_135_596_800),
    ("9999-12-31T23:59:59Z", 253_402_300_799), ("2026-11-21 17:42:07Z", nil), ("2026-11-21T17:42:07", nil),
    ("2026-11-21T17:42Z", nil), ("2026-11-21T17:42:07.Z", nil), ("2026-11-21T24:00:00Z", nil),
    ("2026-11-21T17:60:00Z", nil), ("2026-11-21T17:42:61Z", nil), ("2026-02-29T17:42:07Z", nil),
    ("0000-01-01T00:00:00Z", nil), ("2026-11-21T17:42:07+0100", nil), ("2026-11-21T17:42:07Z ", nil),
    ("+026-11-21T17:42:07Z", nil), ("２026-11-21T17:42:07Z", nil), ("", nil),
  ])
  func `a moment is read in the format of RFC 3339 only, and is written in universal time`(text: String, seconds: Int?)
  {
    let date = Date(rfc3339: text)
    #expect(date?.timeIntervalSince1970 == seconds.map(Double.init))
    #expect(date.flatMap { Date(rfc3339: $0.rfc3339) } == date)
  }

  @Test func `a time of day has two digits for each part`() {
    let time = LocalTime(secondsSince1970: 9 * 3600 + 5 * 60, offset: 0)
    #expect(time.clock == "09:05")
    #expect(time.clockWithSeconds == "09:05:00")
  }
}

@Suite struct TimeOfDayTests {
  @Test(arguments: [
    (TimeOfDay(hour: 8, minute: 5), "08:05"), (TimeOfDay(hour: 22, minute: 9, days: 1), "22:09 tomorrow"),
    (TimeOfDay(hour: 22, minute: 9, days: 3), "22:09 in 3 days"),
  ])
  func `a time on another day is followed by the day`(time: TimeOfDay, text: String) {
    #expect(time.text == text)
  }

  @Test func `a time more than 24 hours away has a day`() {
    // Noon in July, when no clocks change.
    let start = Duration.seconds(1_752_580_800)
    let now = TimeOfDay(.zero, after: start)
    for days in 1...4 {
      let time = TimeOfDay(.seconds(days * 86_400), after: start)
      #expect(time == TimeOfDay(hour: now.hour, minute: now.minute, days: days == 1 ? 0 : days))
    }
    #expect(TimeOfDay(.seconds(86_460), after: start).days > 0)
  }
}
