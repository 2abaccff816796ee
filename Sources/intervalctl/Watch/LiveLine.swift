import WorkoutControl
import WorkoutModel

/// The line at the foot of a terminal: `Run 30 s   0:23   round 3 of 8, 2 of 4   12:30 left   2.31 of 5.00 km`.
///
/// What matters most stands first, and a label, which may be long, last.
struct LiveLine {
  private let parts: [(text: String, look: Style.Look?)]

  init(_ live: LiveStatus) {
    let status = live.status
    let words = IntervalWords(units: DisplayUnits(status))
    guard status.phase != .idle else {
      parts = [("Waiting for a workout", .faint)]
      return
    }
    let look = status.interval.flatMap { Kind(rawValue: $0.kind) }?.effort.look ?? .heading
    var parts: [(String, Style.Look?)] = status.phase == .paused ? [("Paused", .warning)] : []
    if let interval = status.interval {
      parts.append((capitalized(words.name(of: interval)), look))
    } else {
      parts.append(("Get ready\(status.next.map { ": \(words.name(of: $0))" } ?? "")", look))
    }
    parts.append((live.intervalRemaining?.countdownText ?? live.intervalElapsed.fullSecondsText, .heading))
    parts += [
      words.rounds(status.rounds), live.remaining.map { "\($0.countdownText) left" },
      words.distance(live.metres, of: status.expectedM), status.interval.flatMap(words.label),
    ].compactMap { text in text.map { ($0, nil) } }
    self.parts = parts
  }

  /// The line, cut to so many columns.
  func text(width: Int, style: Style) -> String {
    var left = width
    var line = ""
    for (index, part) in parts.enumerated() {
      let gap = index == 0 ? "" : Self.gap
      let text = part.text.cut(to: left - gap.count)
      guard !text.isEmpty else { break }
      line += gap + style.text(text, part.look)
      left -= gap.count + text.columns
      guard text == part.text else { break }
    }
    return line
  }

  private static let gap = "   "
}

extension Duration {
  /// The time spent as a clock shows it that counts up: full seconds completed.
  fileprivate var fullSecondsText: String {
    Duration.seconds((inMilliseconds + 10) / 1000).clockText()
  }
}
