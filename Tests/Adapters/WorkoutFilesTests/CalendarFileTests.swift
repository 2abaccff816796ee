import Dates
import TestSupport
import Testing

@testable import WorkoutFiles

/// Tests of calendar files; see also `ForeignCalendarTests`.
@Suite struct CalendarFileTests {
  @Test func `a file contains the rules of the time zone and the events`() throws {
    var event = try CalendarFile.Event.on("2026-12-01")
    event.description = "5m warmup\n8x(60s run, 90s walk); easy, \\o/\u{7}\n\n5m cooldown, stretching"
    event.alarmMinutes = 15
    event.category = "Running"
    let file = CalendarFile(
      [event, try .on("2026-12-04", at: "18:05", uid: "w1d2.c25k@intervald")], in: .of("Europe/Berlin"))
    let expected = """
      BEGIN:VCALENDAR
      VERSION:2.0
      PRODID:-//intervald//intervalctl//EN
      X-WR-CALNAME:Couch to 5K
      BEGIN:VTIMEZONE
      TZID:Europe/Berlin
      BEGIN:DAYLIGHT
      DTSTART:20260329T020000
      RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      TZNAME:CEST
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20261025T030000
      RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      TZNAME:CET
      END:STANDARD
      END:VTIMEZONE
      BEGIN:VEVENT
      UID:w1d1.c25k@intervald
      DTSTAMP:20261121T184207Z
      DTSTART;TZID=Europe/Berlin:20261201T073000
      DURATION:PT35M
      SUMMARY:Couch to 5K\\, week 1\\, day 1 of 3
      DESCRIPTION:5m warmup\\n8x(60s run\\, 90s walk)\\; easy\\, \\\\o/\\n\\n5m cooldown\\
       , stretching
      CATEGORIES:Running
      BEGIN:VALARM
      ACTION:DISPLAY
      DESCRIPTION:Couch to 5K\\, week 1\\, day 1 of 3
      TRIGGER:-PT15M
      END:VALARM
      END:VEVENT
      BEGIN:VEVENT
      UID:w1d2.c25k@intervald
      DTSTAMP:20261121T184207Z
      DTSTART;TZID=Europe/Berlin:20261204T180500
      DURATION:PT35M
      SUMMARY:Couch to 5K\\, week 1\\, day 1 of 3
      END:VEVENT
      END:VCALENDAR

      """
    #expect(file.text == expected.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n"))
  }

  @Test(arguments: [
    (CalendarZone.universal, "DTSTART:20261201T073000Z"), (.floating, "DTSTART:20261201T073000"),
  ])
  func `a file without a time zone has no rules`(zone: CalendarZone, start: String) throws {
    let file = try CalendarFile([.on("2026-12-01")], in: zone)
    #expect(file.zoneLines.isEmpty)
    #expect(file.lines.contains(start))
  }

  @Test(arguments: [
    (0, "PT0S"), (59, "PT59S"), (60, "PT1M"), (90, "PT1M30S"), (3600, "PT1H"), (3630, "PT1H0M30S"), (5400, "PT1H30M"),
    (90_061, "PT25H1M1S"), (-60, "PT0S"),
  ])
  func `the duration of an event has no gap between its first and its last unit`(seconds: Int, text: String) throws {
    var event = try CalendarFile.Event.on("2026-12-01")
    event.duration = .seconds(seconds) + .milliseconds(seconds < 0 ? 0 : 900)
    #expect(CalendarFile([event], in: .floating).lines.contains("DURATION:\(text)"))
  }

  @Test(arguments: [(0, "PT0S"), (15, "-PT15M"), (60, "-PT1H"), (1500, "-PT25H")])
  func `an alarm is at the start or before it`(minutes: Int, text: String) throws {
    var event = try CalendarFile.Event.on("2026-12-01")
    event.alarmMinutes = minutes
    #expect(CalendarFile([event], in: .floating).lines.contains("TRIGGER:\(text)"))
  }

  @Test(arguments: [
    ("c25k", "w3d2", "w3d2.c25k@intervald"), ("my-half_2", "w14d5", "w14d5.my-half_2@intervald"),
    ("Läufe: 5,5", "w1d1", "w1d1.L%C3%A4ufe%3A%205%2C5@intervald"), ("a.b", "w1d1", "w1d1.a%2Eb@intervald"),
  ])
  func `the identity of a session consists of the program and the session`(
    program: String, session: String, uid: String
  ) {
    #expect(CalendarFile.Event.uid(program: program, session: session) == uid)
  }

  @Test func `an export with another first day changes only the dates`() throws {
    let first = try CalendarFile([.on("2026-12-01")], in: .floating)
    let later = try CalendarFile([.on("2026-12-08")], in: .floating)
    #expect(first.lines.filter { !$0.hasPrefix("DTSTART") } == later.lines.filter { !$0.hasPrefix("DTSTART") })
  }

  /// The character before the fold and the character after the fold have 1 to 4 bytes.
  @Test(arguments: ["a", "ä", "€", "🏃"], 0...75)
  func `a line has at most 75 bytes and divides no character`(character: String, length: Int) throws {
    let text = String(repeating: "b", count: length) + String(repeating: character, count: 150)
    let file = CalendarFile(title: text, try [.on("2026-12-01")], in: .floating)
    let lines = file.bytes.split(separator: UInt8(ascii: "\r")).map { $0.drop { $0 == UInt8(ascii: "\n") } }
    #expect(lines.allSatisfy { $0.count <= 75 })
    #expect(lines.allSatisfy { String(validating: $0, as: UTF8.self) != nil })
    // A line is full, unless the next character does not fit.
    let folded = lines.filter { $0.first == UInt8(ascii: " ") }.dropLast()
    #expect(folded.allSatisfy { $0.count > 75 - character.utf8.count })
    #expect(file.lines.contains("X-WR-CALNAME:\(text)"))
  }
}
