package import Dates
package import TerminalUI
import Text
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// The output of `history --by-program`: the sessions of each training program, and then all other workouts.
package struct ProgramHistoryView {
  private let groups: [Group]
  private let others: HistoryTable
  private let heading: String
  private let today: CalendarDay

  /// The file of a program that the history contains.
  package enum Program {
    case found(ReadProgram)
    case missing
    case unreadable
  }

  /// The workouts of one program.
  fileprivate struct Group {
    let name: String
    let program: Program
    let entries: [HistoryTable.Entry]
    /// The recorded sessions that count.
    let counted: [RecordedWorkout]
  }

  /// Lists `entries`, in which the workouts of each program are consecutive.
  ///
  /// `listsAllSessions` specifies whether only the other workouts are limited. `counted` contains the recorded sessions
  /// of each program that count, which are the totals of its weeks; see `ProgramProgress.sessions`.
  package init(
    entries: [HistoryTable.Entry], of workouts: [RecordedWorkout], listsAllSessions: Bool,
    programs: [String: Program], counted: [String: [RecordedWorkout]], today: CalendarDay
  ) {
    self.today = today
    let sessions = workouts.count { $0.session != nil }
    heading =
      listsAllSessions && sessions > 0 && entries.count < workouts.count
      ? Self.heading(sessions, and: entries.count - sessions, of: workouts.count - sessions)
      : HistoryView.heading(entries.count, of: workouts.count)
    let members = Dictionary(grouping: entries) { $0.summary.session?.program }
    var names: [String] = []
    for name in entries.compactMap(\.summary.session?.program) where names.last != name { names.append(name) }
    groups = names.map { name in
      Group(
        name: name, program: programs[name] ?? .missing, entries: members[name] ?? [],
        counted: counted[name] ?? [])
    }
    others = HistoryTable(entries: members[nil] ?? [], today: today)
  }

  package func lines(_ style: Style, width: Int?) -> [String] {
    var lines = heading.lines(width: width).map { style.text($0, .heading) }
    for group in groups {
      lines += [""] + group.heading.lines(width: width).map { style.text($0, .heading) }
      lines += group.weeks(width: width).lines(style, width: width) + [""]
      lines += group.sessions(today: today, width: width).lines(style, width: width)
    }
    guard !others.entries.isEmpty else { return lines }
    return lines + ["", style.text("Other workouts", .heading)] + others.lines(style, width: width)
  }

  /// The numbers of listed workouts: `27 sessions of programs, the last 20 of 45 other workouts`.
  private static func heading(_ sessions: Int, and listed: Int, of others: Int) -> String {
    "\(sessions.counted("session")) of programs, the last \(listed) of \(others.counted("other workout"))"
  }
}

extension ProgramHistoryView.Group {
  /// The title and the position: `Couch to 5K, week 3 of 9`.
  var heading: String {
    switch program {
    case .found(let program): "\(program.title), \(program.position.weekWords)".safeForTerminal
    case .missing: "\(recordedTitle), program not found".safeForTerminal
    case .unreadable: "\(recordedTitle), program not readable".safeForTerminal
    }
  }

  /// The title at the last session, with the name of the program: `Couch to 5K (c25k)`.
  private var recordedTitle: String { entries.last?.summary.title.map { "\($0) (\(name))" } ?? name }

  /// The weeks of the program with a listed session: `Week 3  2 of 3 sessions  56:00 of 1:24:00`.
  ///
  /// A narrow terminal has no word `sessions`.
  func weeks(width: Int?) -> Table {
    let isNarrow = width.map { $0 < Self.wordsWidth } ?? false
    let numbers = Set(entries.compactMap(\.summary.session?.week)).sorted()
    return Table(
      columns: [
        .init(isRightAligned: true), .init(isRightAligned: true), .init(isRightAligned: true),
      ],
      rows: numbers.map { week in
        let counted = counted.filter { $0.session?.id.week == week }
        let done = Set(counted.compactMap(\.session).filter { $0.isDone && contains($0.id) }.map(\.id)).count
        let time = counted.reduce(Duration.zero) { $0 + $1.elapsed }
        let days = days(ofWeek: week)
        return [
          .init("Week \(week)"), .init("\(done) of \(isNarrow ? "\(days)" : days.counted("session"))"),
          .init(ratio(time, plannedTime(ofWeek: week))),
        ]
      })
  }

  /// Whether the program has a session; true if its file is missing.
  private func contains(_ id: SessionID) -> Bool {
    if case .found(let program) = program { program.program[id] != nil } else { true }
  }

  /// The number of sessions in a week, according to the program, or otherwise to its last recorded session.
  private func days(ofWeek week: Int) -> Int {
    if case .found(let program) = program, program.program.weeks.indices.contains(week - 1) {
      return program.program.weeks[week - 1].days
    }
    return entries.last { $0.summary.session?.week == week }?.summary.session?.days ?? 0
  }

  /// The planned time of a week; nil if it is unknown.
  private func plannedTime(ofWeek week: Int) -> Duration? {
    guard case .found(let program) = program else { return nil }
    let ids = program.program.sessionIDs(ofWeek: week)
    return ids.isEmpty ? nil : program.time(of: ids)
  }

  /// The listed sessions; a narrow terminal shows no weekdays and times of day, and a session as `w3d2`.
  func sessions(today: CalendarDay, width: Int?) -> Table {
    let isNarrow = width.map { $0 < Self.fullWidth } ?? false
    let hasWords = width.map { $0 >= Self.wordsWidth } ?? true
    let notDone = hasWords ? ProgramPositionView.notDone : "short"
    let notCounted = hasWords ? "done before the move" : "past"
    let doneByDistance = hasWords ? "done by distance" : "done"
    let counted = Set(counted.map(\.id))
    return Table(
      columns: [
        .init(title: isNarrow ? "#" : "No.", isRightAligned: true),
        .init(title: isNarrow ? "Date" : "Started", isRightAligned: true), .init(title: isNarrow ? "ID" : "Session"),
        .init(title: "Time", isRightAligned: true), .init(isFlexible: true, minWidth: 4),
      ],
      rows: entries.map { entry in
        let summary = entry.summary
        let day = entry.started.day
        return [
          .init("\(entry.number)"),
          .init(
            isNarrow ? day.text(in: today.year) : "\(day.weekdayColumn(in: today.year)) \(entry.started.clock)"),
          .init((isNarrow ? summary.session?.id.description : summary.session?.id.words) ?? ""),
          .init(ratio(.milliseconds(summary.elapsedMs), summary.plannedMs.map(Duration.milliseconds))),
          counted.contains(summary.workoutId) && summary.isSessionDone
            ? .init(summary.isTimeDone ? "done" : doneByDistance, look: .green)
            : .init(summary.isSessionDone ? notCounted : notDone, look: .faint),
        ]
      })
  }

  /// A time and the planned time: `56:00 of 1:24:00`.
  private func ratio(_ time: Duration, _ planned: Duration?) -> String {
    [time, planned].compactMap { $0?.clockText() }.joined(separator: " of ")
  }

  /// The minimum width of the table with weekdays and times of day.
  private static let fullWidth = 80
  /// The minimum width of tables with words for the result.
  private static let wordsWidth = 60
}
