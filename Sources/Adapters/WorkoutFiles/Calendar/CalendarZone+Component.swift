import Dates
import Text

/// The definition of a time zone in a calendar file.
///
/// Source: RFC 5545, section 3.6.5.
extension CalendarZone {
  /// Parameter of a local time.
  var parameter: String {
    guard case .named(let name, _) = self else { return "" }
    return ";TZID=\(name)"
  }

  /// Text that follows a local time.
  var suffix: String { self == .universal ? "Z" : "" }

  /// Writes the definition of the zone, unless the zone needs none.
  ///
  /// If the clocks change by a yearly rule, the definition contains this rule. Otherwise, for example in Morocco, where
  /// the clocks change with the month of Ramadan, it contains each change during the events.
  func write(to lines: inout CalendarLines, for events: [CalendarFile.Event]) {
    guard case .named(let name, let rules) = self, let first = events.map(\.possibleMoments.lowerBound).min(),
      let last = events.map(\.possibleMoments.upperBound).max()
    else { return }
    var observances = rules.yearlyObservances(from: first, to: last) ?? rules.listedObservances(from: first, to: last)
    // Some applications require standard time, even if all events are in daylight saving time.
    if observances.allSatisfy(\.isDaylight) { observances[0].isDaylight = false }
    lines.component("VTIMEZONE") { lines in
      lines.add("TZID", text: name)
      for observance in observances { observance.write(to: &lines) }
    }
  }
}

/// A part of the definition: an offset, and the local time from which it applies.
private struct Observance {
  let change: TimeZoneRules.Change
  /// The rule for each year; nil if the change occurs only once.
  let recurrence: String?
  /// Whether the offset is that of the summer.
  ///
  /// Some applications assume that daylight saving time is ahead of standard time. Irish law and Morocco's law call the
  /// time in summer standard time.
  var isDaylight: Bool

  init(_ change: TimeZoneRules.Change, recurrence: String? = nil) {
    self.change = change
    self.recurrence = recurrence
    let (before, after) = (change.before, change.after)
    let isSeasonal = (before.isDaylight || after.isDaylight) && before.seconds != after.seconds
    isDaylight = isSeasonal ? after.seconds > before.seconds : after.isDaylight
  }

  func write(to lines: inout CalendarLines) {
    lines.component(isDaylight ? "DAYLIGHT" : "STANDARD") { lines in
      let start = LocalTime(secondsSince1970: change.moment, offset: change.before.seconds)
      lines.add("DTSTART", start.calendarText)
      if let recurrence { lines.add("RRULE", recurrence) }
      lines.add("TZOFFSETFROM", Self.text(ofOffset: change.before.seconds))
      lines.add("TZOFFSETTO", Self.text(ofOffset: change.after.seconds))
      lines.add("TZNAME", text: change.after.abbreviation)
    }
  }

  /// The offset as text, such as `+0530`.
  private static func text(ofOffset seconds: Int) -> String {
    let (hours, minutes, rest) = (abs(seconds) / 3600, abs(seconds) / 60 % 60, abs(seconds) % 60)
    let end = rest == 0 ? "" : twoDigits(rest)
    return "\(seconds < 0 ? "-" : "+")\(twoDigits(hours))\(twoDigits(minutes))\(end)"
  }
}

extension TimeZoneRules {
  /// Returns the two observances of the yearly rule, which begin before a moment.
  ///
  /// Nil if iCalendar cannot express the rule, or if a change from the first observance to ten years after `last` does
  /// not follow it. A user can move an event to a day in these ten years.
  fileprivate func yearlyObservances(from first: Int, to last: Int) -> [Observance]? {
    guard let yearly, let daylight = yearly.daylight, let start = daylight.start.recurrence,
      let end = daylight.end.recurrence, let second = lastChange(before: first),
      let first = lastChange(before: second.moment)
    else { return nil }
    let range = first.moment...(last + 10 * 366 * 86_400)
    guard changes(in: range) == TimeZoneRules(yearly: yearly).changes(in: range) else { return nil }
    return [first, second].map { Observance($0, recurrence: $0.after == daylight.offset ? start : end) }
  }

  /// Returns the observance at a moment, and one for each change up to another moment.
  fileprivate func listedObservances(from first: Int, to last: Int) -> [Observance] {
    let changes = [earliestObservance(at: first)] + changes(in: first...last)
    return changes.map { Observance($0) }
  }

  /// Returns the change that precedes a moment, or a change on 1 January 1970 that sets only the name of the offset.
  ///
  /// Some applications do not support years before 1970.
  private func earliestObservance(at moment: Int) -> Change {
    let change = lastChange(before: moment)
    if let change, change.moment >= 0 { return change }
    let offset = change?.after ?? initial
    return Change(moment: -offset.seconds, before: offset, after: offset)
  }
}

extension YearlyRule.YearlyChange {
  /// The change as a recurrence rule of iCalendar; nil if the dates are not days of the week.
  ///
  /// A change at 26:00 on the fourth Thursday is at 02:00 on the Friday from the 23rd to the 29th. If such days can be
  /// in two months, the result is nil.
  fileprivate var recurrence: String? {
    guard case .weekday(let weekday, let week, let month) = day else { return nil }
    let days = time >= 0 ? time / 86_400 : (time - 86_399) / 86_400
    let name = Self.weekdays[(weekday + days + 7) % 7]
    guard days != 0 else {
      return "FREQ=YEARLY;BYMONTH=\(month);BYDAY=\(week == 5 ? -1 : week)\(name)"
    }
    let length = Self.lengths[month - 1]
    let first = (week == 5 ? length - 6 : 7 * week - 6) + days
    // The last week of February depends on the year.
    guard (1...length).contains(first), first + 6 <= length, week != 5 || month != 2 else { return nil }
    let list = (first...first + 6).map(String.init).joined(separator: ",")
    return "FREQ=YEARLY;BYMONTH=\(month);BYMONTHDAY=\(list);BYDAY=\(name)"
  }

  /// Days of the week, from Sunday.
  private static let weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
  /// Lengths of the months in a year without a leap day.
  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}
