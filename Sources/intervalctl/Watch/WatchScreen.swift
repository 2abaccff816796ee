import WorkoutControl
import WorkoutModel

/// What a full-screen view looks like at a moment.
///
/// A title; what to do, the time left and what is next, in the middle; the round to scale with the present place in it,
/// and the whole; and the keys.
struct WatchScreen: Equatable {
  /// None wider than the terminal, and no more of them than it has rows.
  let lines: [String]

  /// Where and how it is drawn.
  struct Setting {
    var size: TerminalSize
    var style: Style
    /// The time of day a while from now.
    var clock: (Duration) -> TimeOfDay
  }

  init(_ view: WatchView, nowNs: Int, _ setting: Setting) {
    let size = setting.size
    let width = min(size.columns - (size.columns >= Self.wide ? 4 : 0), Self.widest)
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
    if away == nil, let summary = view.summary { lines = block(summary.lines(setting.style, width: width), width) }
    let above = max(0, (setting.size.rows - 1 - lines.count) / 2)
    return Array(repeating: "", count: above) + lines
  }

  /// Lines of one block in the middle; what is too wide all the same is cut, and loses its looks.
  private static func block(_ lines: [String], _ width: Int) -> [String] {
    let texts = lines.map(\.withoutSequences)
    let margin = String(repeating: " ", count: max(0, width - (texts.map(\.columns).max() ?? 0)) / 2)
    return zip(lines, texts).map { line, text in text.columns <= width ? margin + line : text.cut(to: width) }
  }

  private static func body(
    _ view: WatchView, _ live: LiveStatus, nowNs: Int, width: Int, _ setting: Setting
  ) -> [String] {
    let style = setting.style
    let words = WatchWords(live, clock: setting.clock)
    let bar = view.workout.flatMap { RoundBar($0, live, width: width) }
    let progress = bar?.isWhole == true ? nil : words.share
    let layout = WatchLayout(
      .init(
        time: words.time, label: words.label != nil, rounds: words.rounds != nil, bar: bar != nil,
        progress: progress != nil, distance: words.distance != nil || words.pace != nil),
      size: setting.size, width: width)
    let isFrozen = view.awaySince != nil || live.status.phase == .paused
    let look: Style.Look = isFrozen ? .warning : words.look
    guard setting.size.rows >= WatchLayout.fewestRows else {
      return [(StyledLine("\(words.time) ", look) + words.present).cut(to: width).text(style)]
    }
    var groups: [[StyledLine]] = []
    groups.append([words.present] + (layout.hasLabel ? [words.label].compactMap(\.self) : []))
    let digits = layout.digits.map { BigTime(words.time, $0, ink: isFrozen ? "▒" : "█").lines } ?? [words.time]
    groups.append(digits.map { StyledLine($0, look) })
    if layout.hasNext {
      groups.append([view.awaySince.map { awayLine(since: $0, nowNs: nowNs, width: width) } ?? words.next])
    }
    let centred = groups.map { $0.map { $0.centred(in: width).text(style) } }
    let below = Self.below(words, bar, progress, layout, width: width, style)
    var all = centred + [below]
    if layout.hasTitle { all.insert([title(view, live.status, width: width).text(style)], at: 0) }
    var lines = Array(all.joined(separator: Array(repeating: "", count: layout.gap)))
    // What is left over stands above and below, but for the title.
    let above = layout.rest / 2
    lines.insert(contentsOf: Array(repeating: "", count: above), at: layout.hasTitle ? 1 : 0)
    return lines
  }

  private static func title(_ view: WatchView, _ status: Wire.Status, width: Int) -> StyledLine {
    let name = StyledLine(WorkoutName(status).heading, .faint)
    guard let remark = view.remark else { return name.cut(to: width) }
    return StyledLine.spread(name, StyledLine(remark, .warning), in: width)
      ?? StyledLine(remark, .warning).cut(to: width)
  }

  /// The rounds, the bar with its mark, the whole, and what it all comes to.
  private static func below(
    _ words: WatchWords, _ bar: RoundBar?, _ progress: Double?, _ layout: WatchLayout, width: Int, _ style: Style
  ) -> [String] {
    var lines: [StyledLine] = []
    var texts: [String] = []
    if layout.hasRounds, let rounds = words.rounds {
      let other = layout.hasDistance ? words.number : words.distance
      lines.append(other.flatMap { StyledLine.spread(rounds, $0, in: width) } ?? rounds.cut(to: width))
    }
    texts = lines.map { $0.text(style) }
    lines = []
    if let bar, layout.barRows > 0 {
      texts += bar.pattern.lines(rows: layout.barRows, style, faint: bar.mark ?? 0)
      if layout.hasMark {
        texts.append(bar.mark.map { String(repeating: " ", count: $0) + style.text("▲", .heading) } ?? "")
      }
    }
    if layout.hasProgress, let progress { lines.append(Self.progress(progress, width: width)) }
    if layout.hasTimes { lines.append(words.times(width: width)) }
    if layout.hasDistance {
      let (distance, pace) = (words.distance ?? .empty, words.pace ?? .empty)
      lines.append(StyledLine.spread(distance, pace, in: width) ?? (words.distance ?? pace).cut(to: width))
    }
    return texts + lines.map { $0.text(style) }
  }

  /// A line of which so much is heavy.
  private static func progress(_ share: Double, width: Int) -> StyledLine {
    let done = min(max(0, Int((share * Double(width)).rounded())), width)
    return StyledLine(String(repeating: "━", count: done), .heading)
      + StyledLine(String(repeating: "─", count: width - done), .faint)
  }

  /// That the source is gone, and for how long, in as many words as fit.
  private static func awayLine(since: Int, nowNs: Int, width: Int) -> StyledLine {
    let time = Duration.nanoseconds(nowNs - since).clockText()
    let texts = [
      "intervald has gone away; waiting for it, \(time)", "intervald has gone away; waiting, \(time)",
      "intervald is gone: \(time)",
    ]
    return StyledLine(texts.first { $0.columns <= width } ?? "Gone: \(time)", .error).cut(to: width)
  }

  private static let wide = 60
  private static let widest = 120
}
