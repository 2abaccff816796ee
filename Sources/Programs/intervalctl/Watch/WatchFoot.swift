import Text
import TerminalUI
import ControlInterface

/// The last line of a view: which keys there are, in as many words as fit, or what is to be said in their place.
struct WatchFoot {
  let line: StyledLine

  init(_ view: WatchView, nowNs: Int, width: Int) {
    if let question = view.question {
      line = StyledLine(question.words(width: width), .warning).cut(to: width)
    } else if let note = view.note(atNs: nowNs) {
      line = StyledLine(note.safeForTerminal, .error).cut(to: width)
    } else {
      line = Self.line(of: Self.keys(view), width: width)
    }
  }

  private struct Hint {
    let key: String
    let words: String
    /// The keys with the highest go first where there is too little room.
    let rank: Int
  }

  private static func keys(_ view: WatchView) -> [Hint] {
    let leave = Hint(key: view.takesKeys ? "q" : "Ctrl-C", words: "leave", rank: 1)
    guard view.takesKeys, view.awaySince == nil, let status = view.status else { return [leave] }
    let toggle =
      switch status.phase {
      case .idle: "start the last one"
      case .paused: "resume"
      case .leadIn, .running: "pause"
      }
    let space = Hint(key: "space", words: toggle, rank: 0)
    guard status.phase != .idle else { return [space, leave] }
    // An open interval has no end to be moved.
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
      for gap in ["   ", "  "] {
        var line = StyledLine.empty
        for (index, hint) in hints.enumerated() {
          line = line + StyledLine(index > 0 ? gap : "") + StyledLine(hint.key, .heading)
          line = line + StyledLine(" \(hint.words)", .faint)
        }
        if line.columns <= width || hints.count == 1 { return line.cut(to: width) }
      }
      let last = hints.map(\.rank).max()
      hints.removeAll { $0.rank == last }
    }
  }
}

extension WatchView.Question {
  /// The question, in as many words as fit.
  fileprivate func words(width: Int) -> String {
    switch self {
    case .stop: return "Stop the workout? y/n"
    case .finish:
      let whole = "Nothing follows the repeat. Finish the workout? y/n"
      return whole.columns <= width ? whole : "Finish the workout? y/n"
    }
  }
}
