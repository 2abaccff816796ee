import ArgumentParser
import Dates
import FoundationEssentials
import JSON
import PlanNotation
import TerminalUI
import Text
import UserFiles
import WorkoutFiles
import WorkoutModel
import WorkoutPresentation
import WorkoutViews

/// The options for the dates of the sessions of a program.
struct DateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Earliest day of a session: 2026-12-01, today, tomorrow or monday (default: the next possible day).",
      valueName: "day"),
    completion: .list(CalendarDay.futureWords))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Weekdays of the sessions, such as mon,wed,sat (default: one for each session of the longest week).",
      valueName: "days"))
  var days: String?

  @Option(help: ArgumentHelp("Time of day of the sessions in a calendar (default: 18:00).", valueName: "time"))
  var at: String?

  @Option(
    help: ArgumentHelp("Time from the alarm to the start in a calendar, or off (default: 30m).", valueName: "time"))
  var alarm: String?

  @Flag(help: "Export all sessions of a program (default: from the session that is due).")
  var all = false

  var isEmpty: Bool { from == nil && days == nil && at == nil && alarm == nil && !all }
}

/// An export of sessions of a training program, each with its day.
struct ProgramExport {
  private let program: ProgramText
  private let dates: SessionDates
  /// The session that is due; nil if all sessions are done.
  private let due: SessionID?
  private let configuration: Settings
  private let overrides: PlanOverrides
  private let today: CalendarDay

  /// Plans the sessions that the options choose.
  ///
  /// `session` is the ID of the only session; nil for all sessions that `dates` selects. Without a first day in
  /// `dates`, a calendar begins tomorrow if the time of day of the sessions has passed today.
  init(
    _ program: ProgramText, session: String?, dates: DateOptions, isCalendar: Bool, overrides: PlanOverrides,
    library: Library
  ) throws(Failure) {
    let now = LocalTime.now
    today = now.day
    self.program = program
    self.overrides = overrides
    configuration = try library.settings()
    // Sessions that the user chose do not depend on the history.
    let isChosen = session != nil || dates.all
    due = isChosen ? try? library.dueSession(of: program) : try library.dueSession(of: program)
    let start = try dates.from.map { (day) throws(Failure) in
      try CalendarDay(futureOption: "--from", day, today: now.day)
    }
    let weekdays = try dates.days.map(SessionDates.weekdays)
    let id = try session.map { (typed) throws(Failure) in try program.session(typed) }
    guard let first = id ?? (dates.all ? SessionID(week: 1, day: 1) : due) else {
      throw library.programDone(program).hinting("or export all sessions with: --all")
    }
    let hasPassed = isCalendar && ClockTime(dates.at ?? Self.usualStart).map { $0.text <= now.clockWithSeconds } == true
    self.dates = SessionDates(
      of: program.program, from: first, count: id == nil ? nil : 1,
      start: start ?? now.day.advanced(by: hasPassed ? 1 : 0),
      on: weekdays ?? SessionDates.usualWeekdays(for: program.program.weeks.map(\.days).max() ?? 1))
    guard let late = self.dates.sessions.first(where: { $0.day > .last }) else { return }
    throw .tooLate(late.id)
  }

  /// Writes the sessions as a file for calendars.
  func writeCalendar(
    to path: String, dates: DateOptions, zone: CalendarZone, overwrite: Bool, json: Bool, on console: Console
  ) throws {
    let start = dates.at ?? Self.usualStart
    guard let clock = ClockTime(start) else { throw Failure.invalidStart(start, of: "--at") }
    let minutes = try alarmMinutes(dates.alarm ?? Self.usualAlarm)
    try OutputFile.check(path, overwrite: overwrite)
    let events = try self.dates.sessions.map { id, day in
      try event(id, day, start: clock, alarmMinutes: minutes)
    }
    if zone == .floating {
      try console.messages.writeNotes(["the time zone is unknown, so the calendar contains times without a zone"])
    }
    let calendar = CalendarFile(title: program.title, events: events, zone: zone, created: Date())
    guard !OutputFile.isStandardOutput(path) else { return try console.output.write(calendar.bytes) }
    try OutputFile.write(calendar.bytes, to: path, overwrite: overwrite)
    guard !json else {
      return try console.output.writeLine(
        .object(["path": .string(path), "type": .string(ExportType.ics.rawValue), "sessions": self.dates.json]))
    }
    try console.output.writeLine("Saved as calendar, \(extent): \(path.safeForTerminal)")
  }

  private static let usualStart = "18:00"
  private static let usualAlarm = "30m"

  private func alarmMinutes(_ text: String) throws(Failure) -> Int? {
    guard text.lowercased() != "off" else { return nil }
    return try RunValues.value(text, of: "--alarm", readDuration).rounded(to: .seconds(60))
  }

  private func event(
    _ id: SessionID, _ day: CalendarDay, start: ClockTime, alarmMinutes: Int?
  ) throws(Failure) -> CalendarFile.Event {
    let plan = try text(of: id).read(over: configuration)
    let command = "intervalctl start \(program.absoluteArgument.shellWord) --session \(id)"
    return CalendarFile.Event(
      uid: CalendarFile.Event.uid(program: program.name, session: id.description), day: day, start: start,
      duration: plan.totals.duration ?? Self.unknownDuration,
      summary: plan.title ?? program.title,
      description: (plan.workout.plan.lines + ["", plan.totals.timeWords, command]).joined(separator: "\n"),
      alarmMinutes: alarmMinutes, category: program.title)
  }

  /// The length of the event for a session without an end.
  private static let unknownDuration = Duration.seconds(1800)

  /// Writes each session as a workout file whose name begins with its day.
  ///
  /// All sessions are converted, and all paths are checked, before the first file is written. Either all files are saved
  /// or none.
  func write(
    to folder: OutputFolder, as format: WorkoutFormat, _ options: ExportedWorkout.Options, overwrite: Bool,
    losses option: LossOptions, json: Bool, on console: Console
  ) throws {
    var files: [(path: String, workout: ExportedWorkout)] = []
    var losses: [Loss] = []
    // Each loss is reported once, with the first session that has it.
    var words: [String] = []
    for (id, day) in dates.sessions {
      let path = folder.path(of: "\(OutputFolder.fileName("\(day.iso)-\(id)", program.title)).\(format.rawValue)")
      try OutputFile.check(path, overwrite: overwrite)
      let workout = try workout(id, as: format, options)
      for loss in workout.report.losses where !losses.contains(loss) {
        losses.append(loss)
        words.append("\(id): \(loss.words)")
      }
      files.append((path, workout))
    }
    try option.report(words, on: console.messages)
    try OutputFile.write(files.map { ($0.path, $0.workout.bytes) }, overwrite: overwrite)
    guard !json else {
      let paths = files.map { JSONValue.string($0.path) }
      return try console.output.writeLine(
        .object([
          "paths": .array(paths), "type": .string(format.rawValue), "sessions": dates.json, "losses": losses.json,
        ]))
    }
    try console.output.writeLines(files.map { "Saved as \(format.title): \($0.path.safeForTerminal)" })
    try console.output.writeLine(extent)
  }

  private func workout(
    _ id: SessionID, as format: WorkoutFormat, _ options: ExportedWorkout.Options
  ) throws(Failure) -> ExportedWorkout {
    let text = try text(of: id)
    let (workout, own) = (try text.read(over: configuration).workout, try text.settingsForExport)
    do {
      return try ExportedWorkout(workout, own: own, as: format, options)
    } catch {
      throw Failure.notExported(error, as: format).hinting("the session is \(id)")
    }
  }

  /// The number of sessions and their days: `27 sessions from Wed 2 Dec to Sat 30 Jan`.
  private var extent: String {
    let (first, last) = (dates.sessions[0].day, dates.sessions[dates.sessions.count - 1].day)
    let count = dates.sessions.count.counted("session")
    guard dates.sessions.count > 1 else { return "\(count) on \(first.weekdayText(in: today.year))" }
    // If the years differ, both days have a year.
    let year = first.year == last.year ? today.year : 0
    return "\(count) from \(first.weekdayText(in: year)) to \(last.weekdayText(in: year))"
  }

  private func text(of id: SessionID) throws(Failure) -> PlanText {
    try program.plan(of: id, due: due).overridden(by: overrides, over: configuration)
  }
}

extension SessionDates {
  /// The sessions with their days, for `export --json`.
  fileprivate var json: JSONValue {
    .array(sessions.map { .object(["session": .string($0.id.description), "day": .string($0.day.iso)]) })
  }
}
