import TerminalUI
import Text
import WorkoutReports

/// The parts of a view that fit on the rows of a terminal; the most important parts are chosen first.
struct WatchLayout: Equatable {
  /// The size of the digits; nil for a time in plain text.
  private(set) var digits: BigTime.Size?
  private(set) var hasTitle = false
  private(set) var hasLabel = false
  private(set) var hasNext = false
  private(set) var hasRounds = false
  private(set) var barRows = 0
  private(set) var hasMark = false
  private(set) var hasProgress = false
  private(set) var hasTimes = false
  private(set) var hasDistance = false
  private(set) var hasMeasured = false
  /// The number of empty rows between groups of lines.
  private(set) var gap = 0
  /// The number of rows that no part uses.
  private(set) var rest: Int

  /// The parts that have content.
  struct Contents {
    var time: String
    var label: Bool
    var rounds: Bool
    var bar: Bool
    var progress: Bool
    var distance: Bool
    /// Whether the workout uses a sensor.
    var measured = false
  }

  /// The minimum number of rows: the present interval, the time, and the foot.
  static let minRows = 3
  /// The number of gaps between groups of lines.
  private static let gaps = 4
  private static let maxScale = 3

  init(_ contents: Contents, size: TerminalSize, width: Int) {
    rest = size.rows - Self.minRows
    func has(_ isWanted: Bool, _ part: WritableKeyPath<WatchLayout, Bool>) {
      guard isWanted, take(1) else { return }
      self[keyPath: part] = true
    }
    func enlarge(to size: BigTime.Size) {
      let more = size.rows - (digits?.rows ?? 1)
      guard BigTime(contents.time, size).lines[0].count <= width, take(more) else { return }
      digits = size
    }
    func take(_ rows: Int) -> Bool {
      guard rest >= rows else { return false }
      rest -= rows
      return true
    }
    func growBar(to rows: Int) {
      if contents.bar, take(rows - barRows) { barRows = rows }
    }
    has(true, \.hasNext)
    has(true, \.hasTimes)
    growBar(to: 1)
    has(contents.rounds, \.hasRounds)
    has(contents.measured, \.hasMeasured)
    enlarge(to: .small)
    has(barRows > 0, \.hasMark)
    has(contents.distance, \.hasDistance)
    has(contents.label, \.hasLabel)
    has(contents.progress, \.hasProgress)
    has(true, \.hasTitle)
    enlarge(to: .large(1))
    if take(Self.gaps) { gap = 1 }
    growBar(to: 2)
    // The digits grow further only if everything else fits.
    guard gap > 0 else { return }
    for scale in 2...Self.maxScale { enlarge(to: .large(scale)) }
  }
}

/// The last line of a view: a question, a message, or otherwise the keys.
struct WatchFoot {
  let line: StyledLine

  init(_ view: WatchView, nowNs: Int, width: Int) {
    if let question = view.question {
      line = StyledLine(question.words(width: width), .warning).cut(to: width)
    } else if let message = view.message(atNs: nowNs) {
      line = StyledLine(message.safeForTerminal, .error).cut(to: width)
    } else {
      line = Self.line(of: Self.keys(view, nowNs: nowNs), width: width)
    }
  }

  private struct Hint {
    let key: String
    let words: String
    /// The words for a narrow terminal; nil if they are the same.
    var short: String?
    /// The rank of the key; keys with the highest rank are omitted first.
    let rank: Int
  }

  private static func keys(_ view: WatchView, nowNs: Int) -> [Hint] {
    let leave = Hint(key: view.takesKeys ? "q" : "Ctrl-C", words: "leave", rank: 1)
    guard view.takesKeys, view.awaySince == nil, !view.ignoresKeys(atNs: nowNs), let status = view.status else {
      return [leave]
    }
    if view.showsResult, view.endsWithWorkout { return [Hint(key: "any key", words: "leave", rank: 0)] }
    let isSession = view.summary?.next != nil
    let toggle =
      switch status.phase {
      case .idle: isSession ? "start the session that is due" : "start the last workout again"
      case .paused: "resume"
      case .leadIn, .running: "pause"
      }
    let short = isSession ? "next session" : "start again"
    let space = Hint(key: "space", words: toggle, short: status.phase == .idle ? short : nil, rank: 0)
    if view.showsResult { return [space, Hint(key: "any other key", words: "leave", rank: 1)] }
    guard status.phase != .idle else { return [space, leave] }
    // The end of an open interval cannot be moved.
    let isOpen = status.phase != .leadIn && status.intervalRemainingMs == nil
    let extend = isOpen ? [] : [Hint(key: "+ -", words: "10 s", rank: 5)]
    let out = status.rounds.isEmpty ? [] : [Hint(key: "o", words: "out of the repeat", rank: 6)]
    return [
      space, Hint(key: "n", words: "next", rank: 2), Hint(key: "b", words: "back", rank: 4),
    ] + extend + out + [Hint(key: "s", words: "stop", rank: 3), leave]
  }

  private static func line(of hints: [Hint], width: Int) -> StyledLine {
    var hints = hints
    while true {
      for (gap, isShort) in [("   ", false), ("  ", false), ("   ", true), ("  ", true)] {
        var line = StyledLine.empty
        for (index, hint) in hints.enumerated() {
          line = line + StyledLine(index > 0 ? gap : "") + StyledLine(hint.key, .heading)
          line = line + StyledLine(" \(isShort ? hint.short ?? hint.words : hint.words)", .faint)
        }
        if line.columns <= width || (hints.count == 1 && isShort) { return line.cut(to: width) }
      }
      let last = hints.map(\.rank).max()
      hints.removeAll { $0.rank == last }
    }
  }
}

extension WatchView.Question {
  /// Returns the question, in a form that fits the width.
  fileprivate func words(width: Int) -> String {
    switch self {
    case .stop: return "Stop the workout? y/n"
    case .finish:
      let whole = "Nothing follows the repeat. Finish the workout? y/n"
      return whole.columns <= width ? whole : "Finish the workout? y/n"
    }
  }
}

/// A time in large digits of block characters.
struct BigTime: Equatable {
  /// The lines from top to bottom, of equal width.
  let lines: [String]

  /// The size of the digits.
  enum Size: Equatable {
    /// Three rows of half blocks.
    case small
    /// A multiple of five rows of whole blocks.
    case large(Int)

    var rows: Int {
      switch self {
      case .small: 3
      case .large(let scale): 5 * scale
      }
    }
  }

  /// Draws digits, colons and decimal points, and ignores other characters; large digits are drawn with `ink`.
  init(_ text: String, _ size: Size, ink: String = "█") {
    let glyphs = text.compactMap { Self.glyphs[$0] }
    let rows = (0..<Self.height).map { row in
      Array(glyphs.map { $0[row] }.joined(separator: [false]))
    }
    switch size {
    case .small:
      let blank = [Bool](repeating: false, count: rows[0].count)
      lines = stride(from: 0, to: Self.height, by: 2).map { row in
        zip(rows[row], row + 1 < Self.height ? rows[row + 1] : blank)
          .map { Self.half(upper: $0, lower: $1) }.joined()
      }
    case .large(let scale):
      lines = rows.flatMap { row in
        let line = row.map { String(repeating: $0 ? ink : " ", count: 2 * scale) }.joined()
        return [String](repeating: line, count: scale)
      }
    }
  }

  private static func half(upper: Bool, lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }

  private static let height = 5

  /// The rows of each character; a digit is three dots wide, and a colon or a point is one dot wide.
  private static let glyphs: [Character: [[Bool]]] = [
    "0": "### #.# #.# #.# ###", "1": ".#. ##. .#. .#. ###", "2": "### ..# ### #.. ###",
    "3": "### ..# ### ..# ###", "4": "#.# #.# ### ..# ..#", "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###", "7": "### ..# ..# ..# ..#", "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###", ":": ". # . # .", ".": ". . . . #",
  ].mapValues { rows in rows.split(separator: " ").map { row in row.map { $0 == "#" } } }
}
