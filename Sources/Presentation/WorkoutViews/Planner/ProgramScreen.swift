import TerminalUI
import Text
import WorkoutModel

/// The list of the last lines of a program, above the line of the planner.
///
/// The row of a session has the place of the sessions, the time of one session, and the label with the plan. Settings,
/// and weeks with a label, are shown in notation.
struct SessionList {
  /// The rows; the place and the time are empty for a row in notation.
  private let rows: [(place: String, time: String, summary: String)]

  /// Lists the last lines that fit on `room` lines.
  init(_ program: ProgramDraft, room: Int) {
    var rows: [(String, String, String)] = []
    for (index, week) in program.weeks.enumerated().reversed() {
      var day = week.days
      for session in week.sessions.reversed() where rows.count < room {
        day -= session.count
        let first = SessionID(week: index + 1, day: day + 1)
        let place = session.count == 1 ? "\(first)" : "\(first)–\(day + session.count)"
        rows.append((place, session.duration?.clockText() ?? "open", session.summary.safeForTerminal))
      }
      if let label = week.label {
        rows.append(("", "", ProgramDraft.weekHeading(index + 1, label: label).safeForTerminal))
      }
    }
    for line in program.header.split(whereSeparator: \.isNewline).reversed()
    where DraftMistake.beginsWithSetting("\(line)") {
      rows.append(("", "", String(line).safeForTerminal))
    }
    self.rows = rows.prefix(room).reversed()
  }

  func lines(width: Int, _ style: Style) -> [String] {
    let places = rows.map(\.place.columns).max() ?? 0
    let times = rows.map(\.time.columns).max() ?? 0
    return rows.map { row in
      guard !row.place.isEmpty else { return style.text(row.summary.cut(to: width), .faint) }
      let columns = [row.place.padded(to: places), row.time.padded(to: times, rightAligned: true), row.summary]
      return style.text(columns.joined(separator: "  ").cut(to: width), .faint)
    }
  }
}

extension ProgramDraft {
  /// The lines below an empty line: the facts of the program, and examples of sessions.
  func overview(_ width: Int, _ style: Style) -> [String] {
    let facts = hasSessions ? [style.text(ProgramFacts(self).line(width: width), .heading)] : []
    let comments =
      hasLostComments ? [style.text("comments between the sessions are not saved".cut(to: width), .faint)] : []
    let fitting = Self.examples.filter { $0.columns <= width }.map { style.text($0, .green) }
    let around = ["Write a session, such as:", "All of it: intervalctl notation"].map {
      style.text($0.cut(to: width), .faint)
    }
    return facts + comments + [around[0]] + fitting + [around[1]]
  }

  private static let examples = [
    "5m warmup, 20m run, 5m cooldown", "3x session: 8x(1m run, 90s walk)",
    "session \"Long run\": 5m warmup, 3x(10m run, 1m walk)",
  ]

  /// The lists of keys, the longest first.
  func keys(isLineEmpty: Bool) -> [String] {
    guard isLineEmpty, hasSessions else {
      return [
        "Enter add the session   ↑↓ change the number   Tab complete   Ctrl-C leave",
        "Enter add the session  ↑↓ change the number  Ctrl-C leave", "Enter add  ↑↓ change the number",
      ]
    }
    guard weeks[weeks.count - 1].sessions.isEmpty else {
      let week = "Enter begin week \(weeks.count + 1)"
      return [
        "\(week)   Backspace edit last   Ctrl-D save or start   Ctrl-C leave",
        "\(week)  Backspace edit last  Ctrl-D save", "\(week)  Ctrl-D save",
      ]
    }
    return [
      "Enter save or start   Backspace remove week   Ctrl-C leave", "Enter save/start  Backspace remove week",
    ]
  }
}

extension ProgramFacts {
  /// The facts of the sessions that were written so far.
  init(_ draft: ProgramDraft) {
    let sessions = draft.weeks.flatMap(\.sessions)
    self.init(
      weeks: draft.weeks.count { !$0.sessions.isEmpty }, sessions: draft.sessionCount,
      duration: sessions.reduce(.zero) { total, session in
        guard let total, let duration = session.duration else { return nil }
        return total + duration * session.count
      })
  }
}
