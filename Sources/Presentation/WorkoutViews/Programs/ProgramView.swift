package import Dates
import PlanNotation
package import TerminalUI
import Text
import WorkoutModel
import WorkoutPresentation
package import WorkoutReports

/// The output of `show` for a training program: its totals, the position, the plans, and all weeks to scale.
package struct ProgramView {
  private let program: ReadProgram

  package init(_ program: ReadProgram) {
    self.program = program
  }

  /// The lines of `show`; if `width` is nil, the weeks are drawn in 80 columns.
  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    let about = program.file.settings.about?.safeForTerminal
    return program.heading(style, width: width) + (about?.lines(width: width) ?? []) + [""]
      + facts.lines(style, width: width) + [""]
      + contents.lines(style, width: width ?? Self.usualWidth) + [""]
      + ProgramPicture(program, width: width ?? Self.usualWidth).lines(style)
  }

  /// The plan of each session; equal sessions that follow each other share a row, such as `w1d1–3`.
  private var contents: Table {
    var rows: [(String, String?)] = []
    var first: SessionID?
    let ids = program.program.sessionIDs
    for (index, id) in ids.enumerated() {
      let plan = program.workouts[id]?.plan
      let start = first ?? id
      first = index + 1 < ids.count && program.workouts[ids[index + 1]]?.plan == plan ? start : nil
      guard first == nil else { continue }
      let end = start == id ? "" : start.week == id.week ? "–\(id.day)" : "–\(id)"
      rows.append(("\(start)\(end)", plan?.notation))
    }
    return Table(facts: rows)
  }

  private var facts: Table {
    let position = program.position
    return Table(facts: [
      ("Sessions", "\(position.sessions) in \(position.weeks.counted("week"))"),
      ("Time", program.time(of: program.program.sessionIDs)?.clockText() ?? "open"),
      ("Position", position.words),
      ("Done", position.isBegun ? position.doneWords : nil),
    ])
  }

  private static let usualWidth = 80
}

/// The output of `program`: the position, the last session, and the session that is due.
package struct ProgramPositionView {
  private let program: ReadProgram
  private let last: RecordedWorkout?
  private let today: CalendarDay

  /// `last` is the last recorded session of the program.
  package init(_ program: ReadProgram, last: RecordedWorkout?, today: CalendarDay) {
    self.program = program
    self.last = last
    self.today = today
  }

  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    let position = program.position
    let due = position.due.flatMap { id in program.workouts[id].map { (id, $0) } }
    return program.heading(style, width: width)
      + Table(facts: [
        ("Position", "\(position.isBegun ? position.weekWords : "not begun")  \(position.bar)"),
        ("Done", position.isBegun ? position.doneWords : nil),
        ("Last", last.flatMap(words)),
        ("Next", due.map { words(of: $0.0) }),
        ("Plan", due?.1.plan.notation),
        ("Time", due?.1.timeline.totals.timeWords),
      ]).lines(style, width: width)
  }

  /// A recorded session: `week 3, day 1 on Fri 20 Nov, 06:30`.
  private func words(_ workout: RecordedWorkout) -> String? {
    workout.session.map { session in
      "\(session.id.words) on \(workout.started.day.weekdayText(in: today.year)), \(workout.started.clock)"
        + (session.isDone ? "" : " (\(Self.notDone))")
    }
  }

  /// The session that is due: `week 5, day 1 of 3: Three times five`, or `week 5, day 1 of 3 (moved)`.
  private func words(of id: SessionID) -> String {
    let place = "\(id.words) of \(program.program.weeks[id.week - 1].days)"
    return [place + (program.position.isMoved ? " (moved)" : ""), program.program[id]?.label].compactMap(\.self)
      .joined(separator: ": ")
  }

  /// The words for a session that does not count as done.
  static let notDone = "not done"
}

extension ReadProgram {
  fileprivate func heading(_ style: Style, width: Int?) -> [String] {
    title.safeForTerminal.lines(width: width).map { style.text($0, .heading) }
  }
}
