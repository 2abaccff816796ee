import Dates
import Text
import WorkoutModel
import WorkoutViews

/// The days on which the sessions of a program are planned.
struct SessionDates: Equatable {
  /// The sessions with their days, in order.
  let sessions: [(id: SessionID, day: CalendarDay)]

  /// Plans the sessions from an ID on.
  ///
  /// Each session is on one of the weekdays, at most one session a day. A week of the program begins at least seven
  /// days after the week before it. If a week has more sessions than weekdays, it continues in the next calendar week.
  ///
  /// - Parameters:
  ///   - program: the program.
  ///   - first: the first session.
  ///   - count: the number of sessions; nil for all sessions from the first one on.
  ///   - start: the first possible day.
  ///   - weekdays: the weekdays, of which there is at least one; 0 is Monday.
  init(
    of program: TrainingProgram, from first: SessionID, count: Int? = nil, start: CalendarDay, on weekdays: Set<Int>
  ) {
    var sessions: [(SessionID, CalendarDay)] = []
    var weekStart = start
    var day = start
    var week = first.week
    let ids = program.sessionIDs.filter { $0 >= first }
    for id in ids.prefix(count ?? ids.count) {
      if id.week != week {
        weekStart = max(weekStart.advanced(by: 7), day)
        (day, week) = (weekStart, id.week)
      }
      while !weekdays.contains(day.weekday) { day = day.advanced(by: 1) }
      sessions.append((id, day))
      day = day.advanced(by: 1)
    }
    self.sessions = sessions
  }

  static func == (one: SessionDates, other: SessionDates) -> Bool {
    one.sessions.map(\.id) == other.sessions.map(\.id) && one.sessions.map(\.day) == other.sessions.map(\.day)
  }
}

/// The weekdays of a program.
extension SessionDates {
  /// Reads the value of `--days`: names of weekdays with commas between them, such as `mon,wed,sat`.
  static func weekdays(_ value: String) throws(Failure) -> Set<Int> {
    var weekdays: Set<Int> = []
    for word in value.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
      let name = String(word).trimmed(where: \.properties.isWhitespace)
      guard let weekday = Self.names.firstIndex(where: { $0 == name || $0.prefix(3) == name }) else {
        throw .invalidWeekday(name, nearest: nearestWord(to: name, in: Self.names))
      }
      guard weekdays.insert(weekday).inserted else {
        throw .repeatedWeekday(name, weekdays.sorted().map { String(Self.names[$0].prefix(3)) }.joined(separator: ","))
      }
    }
    return weekdays
  }

  /// The weekdays if the user chooses none; `count` is the number of sessions in the longest week of the program.
  static func usualWeekdays(for count: Int) -> Set<Int> {
    switch count {
    case ...1: [5]
    case 2: [1, 5]
    case 3: [0, 2, 5]
    case 4: [0, 2, 4, 6]
    case 5: [0, 1, 3, 4, 5]
    case 6: [0, 1, 2, 3, 4, 5]
    default: Set(0...6)
    }
  }

  /// The names of the weekdays, from Monday, in lower case.
  static let names = CalendarDay.weekdays.map { $0.lowercased() }
}

extension CalendarDay {
  /// Reads the value of an option for a day that is today or later: a date, or the name of a day.
  ///
  /// The name of a weekday means the next such day, which can be today.
  init(futureOption name: String, _ value: String, today: CalendarDay) throws(Failure) {
    let text = value.lowercased()
    switch text {
    case "today": self = today
    case "tomorrow": self = today.advanced(by: 1)
    default:
      let weekday = SessionDates.names.firstIndex { $0 == text || $0.prefix(3) == text }
      let day = Self.date(text) ?? weekday.map { today.advanced(by: ($0 - today.weekday + 7) % 7) }
      guard let day else {
        throw .invalidDate(option: name, value, hint: "write 2026-12-01, today, tomorrow or monday")
      }
      self = day
    }
  }

  /// The names of days that an option for a day in the future accepts.
  static let futureWords = ["today", "tomorrow"] + SessionDates.names
}
