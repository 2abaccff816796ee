package import Dates
package import FoundationEssentials
import Text

/// Planned workouts as a file for calendars.
///
/// Source: RFC 5545, "Internet Calendaring and Scheduling Core Object Specification (iCalendar)".
package struct CalendarFile: Equatable, Sendable {
  /// Content of the file.
  package let bytes: [UInt8]

  /// A workout in the calendar.
  package struct Event: Equatable, Sendable {
    /// Identity of the event; a calendar replaces the event that has the same identity.
    package var uid: String
    package var day: CalendarDay
    /// Local time at the start.
    package var start: ClockTime
    /// Length of the event; parts of a second are dropped.
    package var duration: Duration
    package var summary: String
    /// Text of one or more lines; nil for an event without a description.
    package var description: String?
    /// Minutes from the alarm to the start, at least 0; nil for an event without an alarm.
    package var alarmMinutes: Int?
    package var category: String?

    package init(
      uid: String, day: CalendarDay, start: ClockTime, duration: Duration, summary: String,
      description: String? = nil, alarmMinutes: Int? = nil, category: String? = nil
    ) {
      self.uid = uid
      self.day = day
      self.start = start
      self.duration = duration
      self.summary = summary
      self.description = description
      self.alarmMinutes = alarmMinutes
      self.category = category
    }

    /// Returns the identity of a session of a program, such as `w3d2.c25k@intervald`.
    ///
    /// The identity does not contain a date. If a program is exported again with another first day, its sessions move
    /// to the new days, and are not duplicated. Percent-encoding limits the identity to characters that no calendar
    /// application changes.
    package static func uid(program: String, session: String) -> String {
      [session, program].map { $0.percentEncoded(allowed: "-_") }.joined(separator: ".") + "@intervald"
    }
  }

  /// Writes events to a file, in the given order.
  ///
  /// - Parameters:
  ///   - title: Name of the calendar.
  ///   - events: At least one event.
  ///   - zone: Time zone of the days and times of the events.
  ///   - created: Creation time of the file. If two files contain the same event, the event of the later file replaces
  ///     the other one.
  package init(title: String, events: [Event], zone: CalendarZone, created: Date) {
    let created = LocalTime(secondsSince1970: Int(created.timeIntervalSince1970.rounded(.down)), offset: 0)
    var lines = CalendarLines()
    lines.component("VCALENDAR") { lines in
      lines.add("VERSION", "2.0")
      lines.add("PRODID", "-//intervald//intervalctl//EN")
      // RFC 5545 has no property for the name of a calendar, and few applications read the property NAME of RFC 7986.
      lines.add("X-WR-CALNAME", text: title)
      zone.write(to: &lines, for: events)
      for event in events { event.write(to: &lines, in: zone, created: "\(created.calendarText)Z") }
    }
    bytes = lines.bytes
  }
}

extension CalendarFile.Event {
  /// Writes the event.
  ///
  /// The event has no SEQUENCE and no LAST-MODIFIED. In a file without METHOD, DTSTAMP is the time of the last change
  /// (RFC 5545, section 3.8.7.2), and a later DTSTAMP replaces an event with the same sequence number (RFC 5546,
  /// section 2.1.5).
  fileprivate func write(to lines: inout CalendarLines, in zone: CalendarZone, created: String) {
    lines.component("VEVENT") { lines in
      lines.add("UID", text: uid)
      lines.add("DTSTAMP", created)
      lines.add("DTSTART" + zone.parameter, day.calendarText + "T" + start.text.filter { $0 != ":" } + zone.suffix)
      // An end in local time would change the length of an event during which the clocks change.
      lines.add("DURATION", Self.text(ofSeconds: wholeSeconds))
      lines.add("SUMMARY", text: summary)
      if let description { lines.add("DESCRIPTION", text: description) }
      if let category { lines.add("CATEGORIES", text: category) }
      if let alarmMinutes {
        lines.component("VALARM") { lines in
          lines.add("ACTION", "DISPLAY")
          lines.add("DESCRIPTION", text: summary)
          lines.add("TRIGGER", (alarmMinutes > 0 ? "-" : "") + Self.text(ofSeconds: alarmMinutes * 60))
        }
      }
    }
  }

  /// A length of time as text, such as `PT35M` or `PT1H0M30S`; minutes are required between hours and seconds.
  private static func text(ofSeconds seconds: Int) -> String {
    let parts = [(seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
    let first = parts.firstIndex { $0.0 > 0 } ?? 2
    let last = parts.lastIndex { $0.0 > 0 } ?? 2
    return "PT" + parts[first...last].map { "\($0)\($1)" }.joined()
  }

  private var wholeSeconds: Int { Int(max(0, duration.components.seconds)) }

  /// Range of moments, in seconds since 1970, that contains the event in each time zone.
  var possibleMoments: ClosedRange<Int> {
    // Offsets from universal time are less than 26 hours.
    let start = day.number * 86_400 - 26 * 3600
    return start...(start + (24 + 2 * 26) * 3600 + wholeSeconds)
  }
}

extension CalendarDay {
  /// The date in the basic format of ISO 8601: `20261120`.
  var calendarText: String { iso.filter { $0 != "-" } }
}

extension LocalTime {
  /// Date and time in the basic format of ISO 8601: `20261120T184207`.
  var calendarText: String { day.calendarText + "T" + clockWithSeconds.filter { $0 != ":" } }
}
