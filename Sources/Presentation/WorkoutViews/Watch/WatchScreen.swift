package import Dates
package import TerminalUI
import Text
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// The screen of a full-screen view at a moment.
///
/// From top to bottom, the screen shows a title, the present interval, the time left, the next interval, a bar with the
/// intervals of the round to scale, the progress of the workout, and the keys.
package struct WatchScreen: Equatable {
  /// The lines, which fit the terminal.
  package let lines: [String]

  /// The terminal and the clock of a screen.
  package struct Setting {
    package var size: TerminalSize
    package var style: Style
    /// Returns the time of day after a duration from now.
    package var clock: (Duration) -> TimeOfDay

    package init(size: TerminalSize, style: Style, clock: @escaping (Duration) -> TimeOfDay) {
      self.size = size
      self.style = style
      self.clock = clock
    }
  }

  package init(_ view: WatchView, nowNs: Int, _ setting: Setting) {
    let size = setting.size
    let width = min(size.columns - (size.columns >= Self.wide ? 4 : 0), Self.maxColumns)
    let foot = WatchFoot(view, nowNs: nowNs, width: width).line.text(setting.style)
    var body: [String]
    if let status = view.status, status.phase != .idle {
      let live = LiveStatus(status: status, nowNs: view.awaySince ?? nowNs)
      body = Self.body(view, live, nowNs: nowNs, width: width, setting)
    } else {
      body = Self.idle(view, nowNs: nowNs, width: width, setting)
    }
    body = Array(body.prefix(max(size.rows - 1, 1)))
    body += Array(repeating: "", count: max(0, size.rows - 1 - body.count))
    let margin = String(repeating: " ", count: (size.columns - width) / 2)
    let all = size.rows > 1 ? body + [foot] : body
    lines = all.map { $0.isEmpty ? "" : margin + $0 }
  }

  private static func idle(_ view: WatchView, nowNs: Int, width: Int, _ setting: Setting) -> [String] {
    let away = view.awaySince.map { awayLine(since: $0, nowNs: nowNs, width: width).centred(in: width) }
    var lines = [(away ?? StyledLine("Waiting for a workout", .heading).centred(in: width)).text(setting.style)]
    if away == nil, let summary = view.summary {
      let room = TerminalSize(columns: width, rows: setting.size.rows - 1)
      lines =
        ResultScreen(summary, room)?.lines(setting.style) ?? block(summary.lines(setting.style, width: width), width)
    }
    let above = max(0, (setting.size.rows - 1 - lines.count) / 2)
    return Array(repeating: "", count: above) + lines
  }

  /// Returns the lines as one centred block; a line that is too wide is cut and loses its style.
  private static func block(_ lines: [String], _ width: Int) -> [String] {
    let texts = lines.map(\.withoutSequences)
    let margin = String(repeating: " ", count: max(0, width - (texts.map(\.columns).max() ?? 0)) / 2)
    return zip(lines, texts).map { line, text in text.columns <= width ? margin + line : text.cut(to: width) }
  }

  private static func body(
    _ view: WatchView, _ live: LiveStatus, nowNs: Int, width: Int, _ setting: Setting
  ) -> [String] {
    let style = setting.style
    let isFrozen = view.awaySince != nil || live.status.phase == .paused
    let words = WatchWords(live, knowsEnd: view.awaySince == nil, clock: setting.clock)
    let bar = view.workout.flatMap { RoundBar($0, live, lengths: view.lengths, width: width) }
    let progress = bar?.isWhole == true ? nil : words.fraction
    let plan = view.workout?.plan
    // The layout has room for lines that only later intervals have, so no line moves during the workout.
    let layout = WatchLayout(
      .init(
        time: words.widestTime, label: words.label != nil || plan?.intervals.contains { $0.label != nil } == true,
        rounds: words.rounds != nil || plan?.hasRepeats == true, bar: plan != nil, progress: progress != nil,
        distance: words.distance != nil || words.pace != nil
          || plan?.intervals.contains { $0.pace != nil } == true,
        measured: live.status.measured != nil),
      size: setting.size, width: width)
    let look: Style.Look = isFrozen ? .warning : words.look
    guard setting.size.rows >= WatchLayout.minRows else {
      return [(StyledLine("\(words.time) ", look) + words.present).cut(to: width).text(style)]
    }
    let digits =
      layout.digits.map { BigTime(words.time, $0, ink: isFrozen && !style.isColoured ? "▒" : "█").lines } ?? [
        words.time
      ]
    let next = view.awaySince.map { awayLine(since: $0, nowNs: nowNs, width: width) } ?? words.next
    let middle = [
      layout.hasLabel ? [words.present, words.label ?? .empty] : [words.presentWithLabel],
      digits.map { StyledLine($0, look) }, layout.hasNext ? [next] : [],
    ].map { $0.map { $0.centred(in: width).text(style) } }
    let note = layout.hasTitle ? nil : view.note.map { StyledLine($0, .warning) }
    let top = layout.hasTitle ? [[title(view, live.status, width: width).text(style)]] : []
    let groups = top + middle + [below(words, bar, progress, note, layout, width: width, style)]
    var lines = Array(groups.joined(separator: Array(repeating: "", count: layout.gap)))
    // The remaining rows are empty. They are above and below the content, but the title stays in the first row.
    let above = layout.rest / 2
    lines.insert(contentsOf: Array(repeating: "", count: above), at: layout.hasTitle ? 1 : 0)
    return lines
  }

  private static func title(_ view: WatchView, _ status: Report.Status, width: Int) -> StyledLine {
    let words = WorkoutName(status, plan: view.workout?.plan)
    let room = width - (view.note.map { $0.columns + Table.gap.count } ?? 0)
    let name = StyledLine(words.heading(columns: room), .faint)
    guard let note = view.note else { return name.cut(to: width) }
    return StyledLine.spread(name, StyledLine(note, .warning), in: width)
      ?? StyledLine(note, .warning).cut(to: width)
  }

  /// Returns the lines below the next interval: the rounds, the bar, a mark at the present position, the progress, the
  /// times, the values of the sensors, and the distance.
  ///
  /// If `note` is not nil, the line of the rounds also shows the note.
  private static func below(
    _ words: WatchWords, _ bar: RoundBar?, _ progress: Double?, _ note: StyledLine?, _ layout: WatchLayout,
    width: Int, _ style: Style
  ) -> [String] {
    var lines: [String] = []
    func add(_ line: StyledLine) { lines.append(line.text(style)) }
    if layout.hasRounds {
      let rounds = words.rounds ?? .empty
      let others = layout.hasDistance ? [note ?? words.number] : [note ?? words.distance, words.shortDistance]
      let lines = others.lazy.compactMap { $0.flatMap { StyledLine.spread(rounds, $0, in: width) } }
      add(lines.first ?? rounds.cut(to: width))
    }
    let empty = Array(repeating: "", count: layout.barRows)
    lines += bar?.pattern.lines(rows: layout.barRows, style, finished: bar?.mark ?? 0) ?? empty
    if layout.hasMark {
      add(bar?.mark.map { StyledLine(String(repeating: " ", count: $0 / 2)) + StyledLine("▲", .heading) } ?? .empty)
    }
    if layout.hasProgress, let progress { add(Self.progress(progress, width: width)) }
    if layout.hasTimes { add(words.times(width: width)) }
    if layout.hasMeasured, let measured = words.measured(width: width) { add(measured) }
    if layout.hasDistance {
      let (distance, pace) = (words.distance ?? .empty, words.pace ?? .empty)
      let short = words.target.flatMap { StyledLine.spread(distance, StyledLine($0), in: width) }
      add(StyledLine.spread(distance, pace, in: width) ?? short ?? (words.distance ?? pace).cut(to: width))
    }
    return lines
  }

  /// A progress bar.
  private static func progress(_ fraction: Double, width: Int) -> StyledLine {
    let done = min(max(0, Int((fraction * Double(width)).rounded())), width)
    return StyledLine(String(repeating: "━", count: done), .heading)
      + StyledLine(String(repeating: "─", count: width - done), .faint)
  }

  /// Returns a message that the connection is lost, with the time since the loss, in the longest form that fits.
  private static func awayLine(since: Int, nowNs: Int, width: Int) -> StyledLine {
    let time = Duration.nanoseconds(nowNs - since).clockText()
    let texts = [
      "lost the connection to intervald; waiting, \(time)", "connection lost; waiting, \(time)",
      "intervald is gone: \(time)",
    ]
    return StyledLine(texts.first { $0.columns <= width } ?? "Gone: \(time)", .error).cut(to: width)
  }

  private static let wide = 60
  private static let maxColumns = 120
}

extension Plan {
  fileprivate var hasRepeats: Bool { steps.contains { if case .repeat = $0 { true } else { false } } }
}
