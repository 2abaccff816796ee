import TerminalUI
import Text
import WorkoutModel

/// The weeks of a training program to scale: one row for each week, and one bar for each session.
struct ProgramPicture {
  private let position: ProgramPosition
  private let weeks: [Week]
  /// The width of the terminal, in columns.
  private let width: Int

  /// A row of the picture.
  fileprivate struct Week {
    let number: String
    let label: String
    /// The total time.
    let time: String
    let sessions: [Session]
  }

  fileprivate struct Session {
    let state: ProgramPosition.State
    /// Nil if the session has no end.
    let duration: Duration?
  }

  init(_ program: ReadProgram, width: Int) {
    position = program.position
    self.width = width
    weeks = program.program.weeks.enumerated().map { index, week in
      let ids = program.program.sessionIDs(ofWeek: index + 1)
      return Week(
        number: "\(index + 1)", label: week.label?.safeForTerminal ?? "",
        time: program.time(of: ids)?.clockText() ?? "open",
        sessions: ids.map { Session(state: program.position.state(of: $0), duration: program.time(of: $0)) })
    }
  }

  func lines(_ style: Style) -> [String] {
    let layout = Layout(weeks, width: width)
    let scale = SessionScale(weeks.map { $0.sessions.map(\.duration) }, columns: layout.bars)
    let title = StyledLine(layout.beginning("Week", "Time") + "Sessions", .heading)
    let rows = weeks.map { week in
      let bars = bars(of: week, scale).cut(to: layout.bars)
      let row = StyledLine(layout.beginning(week.number, week.time)) + bars
      guard layout.labels > 0, !week.label.isEmpty else { return row }
      let gap = String(repeating: " ", count: scale.width - bars.columns) + Table.gap
      return row + StyledLine(gap + week.label.cut(to: layout.labels))
    }
    return ([title.cut(to: width)] + rows + [.empty] + legend).map { $0.text(style) }
  }

  // MARK: Bars

  private func bars(of week: Week, _ scale: SessionScale) -> StyledLine {
    week.sessions.enumerated().reduce(.empty) { line, entry in
      let gap = StyledLine(String(repeating: " ", count: entry.offset == 0 ? 0 : scale.gap))
      return line + gap + bar(of: entry.element, columns: scale.columns(of: entry.element.duration))
    }
  }

  private func bar(of session: Session, columns: Int) -> StyledLine {
    let state = session.state
    var cells = Array(repeating: state.cell, count: columns)
    if session.duration == nil, columns > 1 { cells[columns - 1] = Self.openEnd }
    if state == .next { cells[0] = Self.mark }
    return StyledLine(cells.joined(), state.look)
  }

  /// The explanations of the states in the picture, in lines that fit the width.
  private var legend: [StyledLine] {
    let sessions = weeks.flatMap(\.sessions)
    var entries = ProgramPosition.State.allCases.filter { state in sessions.contains { $0.state == state } }
      .map { StyledLine($0 == .next ? Self.mark : $0.cell, $0.look) + StyledLine(" \($0.words)") }
    if sessions.contains(where: { $0.duration == nil }) { entries.append(StyledLine("\(Self.openEnd) without an end")) }
    return entries.flowed(to: width)
  }

  /// The first character of the session that is due.
  private static let mark = "▸"
  /// The last character of a session without an end.
  private static let openEnd = "…"
}

/// The widths of the columns of a `ProgramPicture`.
private struct Layout {
  private let numbers: Int
  /// The width of the times; 0 if the picture has no times.
  private let times: Int
  /// The maximum width of the bars.
  let bars: Int
  /// The width of the labels; 0 if the picture has no labels.
  let labels: Int

  /// A narrow picture has no labels, and a very narrow picture has no times.
  init(_ weeks: [ProgramPicture.Week], width: Int) {
    numbers = max("Week".columns, weeks.map(\.number.columns).max() ?? 0)
    let times = max("Time".columns, weeks.map(\.time.columns).max() ?? 0)
    let labels = min(Self.maxLabel, weeks.map(\.label.columns).max() ?? 0)
    let sessions = weeks.map(\.sessions.count).max() ?? 1
    let needed = max("Sessions".columns, min(sessions, Self.maxBars))
    let room = width - numbers - Table.gap.count
    let roomAfterTimes = room - times - Table.gap.count
    let roomWithLabels = roomAfterTimes - labels - Table.gap.count
    self.times = roomAfterTimes >= needed ? times : 0
    self.labels = labels > 0 && roomWithLabels >= max(needed, Self.minBarsWithLabels) ? labels : 0
    bars = max(1, min(self.labels > 0 ? roomWithLabels : self.times > 0 ? roomAfterTimes : room, Self.maxBars))
  }

  /// The part of a row before the bars.
  func beginning(_ number: String, _ time: String) -> String {
    let columns =
      [number.padded(to: numbers, rightAligned: true)]
      + (times > 0 ? [time.padded(to: times, rightAligned: true)] : [])
    return columns.map { $0 + Table.gap }.joined()
  }

  private static let maxLabel = 24
  private static let maxBars = 72
  private static let minBarsWithLabels = 30
}

/// The widths of bars for sessions, with one scale for all weeks.
struct SessionScale {
  /// The columns between two bars: 1, or 0 if the bars do not fit otherwise.
  let gap: Int
  /// The columns of the widest week.
  let width: Int
  private let longest: Duration
  /// The columns of the longest session.
  private let unit: Int

  /// Makes the bars as wide as possible in `columns` columns; each bar has at least one column.
  init(_ weeks: [[Duration?]], columns: Int) {
    let longest = weeks.joined().compactMap(\.self).max() ?? .zero
    let width = { (unit: Int, gap: Int) in
      weeks.map { week in
        week.reduce(gap * (week.count - 1)) { $0 + Self.columns(of: $1, longest, unit) }
      }.max() ?? 0
    }
    let unit = stride(from: columns, to: 0, by: -1).first { width($0, 1) <= columns }
    self.longest = longest
    self.unit = unit ?? 1
    gap = unit == nil ? 0 : 1
    self.width = min(columns, width(self.unit, gap))
  }

  func columns(of duration: Duration?) -> Int { Self.columns(of: duration, longest, unit) }

  private static func columns(of duration: Duration?, _ longest: Duration, _ unit: Int) -> Int {
    guard let duration else { return min(Pattern.openWidth, unit) }
    guard longest > .zero else { return 1 }
    return max(1, Int((duration / longest * Double(unit)).rounded()))
  }
}

extension ProgramPosition.State {
  fileprivate var cell: String {
    switch self {
    case .done: ProgramPosition.darkCell
    case .missed: "×"
    case .skipped: "·"
    case .next, .toCome: ProgramPosition.lightCell
    }
  }

  fileprivate var look: Style.Look {
    switch self {
    case .done: .green
    case .missed, .skipped, .toCome: .faint
    case .next: .heading
    }
  }

  fileprivate var words: String {
    switch self {
    case .done: "done"
    case .missed: "missed"
    case .skipped: "skipped"
    case .next: "next"
    case .toCome: "to come"
    }
  }
}
