import ControlInterface
import WorkoutModel
import WorkoutPresentation

/// What a view says of a workout at a moment, line by line.
struct WatchWords {
  private let live: LiveStatus
  private let words: IntervalWords
  private let units: DisplayUnits
  private let isFrozen: Bool
  private let clock: (Duration) -> TimeOfDay

  /// `isFrozen` is whether time stands still, nobody knows until when.
  init(_ live: LiveStatus, isFrozen: Bool, clock: @escaping (Duration) -> TimeOfDay) {
    self.live = live
    self.isFrozen = isFrozen
    self.clock = clock
    units = DisplayUnits(live.status)
    words = IntervalWords(units: units)
  }

  private var status: Wire.Status { live.status }

  /// How the interval looks.
  var look: Style.Look { status.interval.flatMap { Kind(rawValue: $0.kind) }?.effort.look ?? .heading }

  /// What to do: `Run 30 s @11:30/mi`, with what is special about it before it.
  var present: StyledLine {
    switch status.phase {
    case .idle: return StyledLine("Waiting for a workout", .faint)
    case .paused:
      let interval = status.interval ?? status.next
      return StyledLine(StatusWords(status).paused, .warning)
        + StyledLine(interval.map { " \(phrase(of: $0))" } ?? "", look)
    case .leadIn, .running:
      guard let interval = status.interval else {
        return StyledLine("Get ready:", .warning) + StyledLine(status.next.map { " \(phrase(of: $0))" } ?? "", .heading)
      }
      return StyledLine(phrase(of: interval).capitalizedFirst, look)
    }
  }

  /// `Work 40 s: Squats`, where the label has no line of its own.
  var presentWithLabel: StyledLine { label.map { present + StyledLine(": ") + $0 } ?? present }

  var label: StyledLine? { status.interval.flatMap(words.label).map { StyledLine($0) } }

  /// The time that stands in large digits: left of the interval or, in an open one, spent in it.
  var time: String { live.intervalRemaining?.countdownText ?? live.intervalElapsed.fullSecondsText }

  /// The longer of this and what stands there behind a lead-in.
  var longestTime: String {
    let next = status.phase == .leadIn ? status.next?.durationMs.map { Duration.milliseconds($0).countdownText } : nil
    return [time, next ?? ""].max { $0.count < $1.count } ?? time
  }

  /// `Next: walk 40 s @16:30/mi`.
  var next: StyledLine {
    // In a lead-in it is said already.
    guard status.interval != nil else { return .empty }
    guard let next = status.next else { return StyledLine("The last one", .faint) }
    let label = words.label(of: next).map { ": \($0)" } ?? ""
    return StyledLine("Next: ", .faint) + StyledLine(phrase(of: next) + label)
  }

  /// `Round 3 of 8, 2 of 4`.
  var rounds: StyledLine? { words.rounds(status.rounds).map { StyledLine($0.capitalizedFirst) } }

  /// `interval 21 of 83`.
  var number: StyledLine? {
    status.number.map { StyledLine("interval \($0)\(status.of.map { " of \($0)" } ?? "")", .faint) }
  }

  /// How much of the workout is over, from 0 to 1; nil where its end is not known.
  var share: Double? {
    guard let remaining = live.remaining else { return nil }
    let whole = live.elapsed + remaining
    return whole > .zero ? live.elapsed / whole : 0
  }

  /// Time done, the finish by the clock, and time left, in as many words as fit.
  func times(width: Int) -> StyledLine {
    let elapsed = live.elapsed.fullSecondsText
    guard let remaining = live.remaining, let left = live.remainingText else {
      return StyledLine("\(elapsed) elapsed")
    }
    let leadIn = status.interval == nil ? live.intervalRemaining ?? .zero : .zero
    let end = isFrozen ? nil : clock(remaining + leadIn - live.lateness).text
    let middles = [end.map { "ends about \($0)" }, end.map { "ends \($0)" }, end]
    for middle in middles.compactMap(\.self) {
      if let line = StyledLine.spread(
        StyledLine("\(elapsed) elapsed"), StyledLine("\(left) left"), middle: StyledLine(middle), in: width)
      {
        return line
      }
    }
    return StyledLine.spread(StyledLine("\(elapsed) elapsed"), StyledLine("\(left) left"), in: width)
      ?? StyledLine("\(left) left").cut(to: width)
  }

  /// `2.31 of 5.00 km`; nil where it is not known.
  var distance: StyledLine? { words.distance(live.metres, of: status.expectedM).map { StyledLine($0) } }

  /// `11:30/mi now, 13:54/mi on average`.
  var pace: StyledLine? {
    let now = status.interval?.paceMps.map { "\(units.pace.text(metresPerSecond: $0)) now" }
    let soFar = Totals(duration: live.elapsed, metres: live.metres)
    let average = soFar.shownMetresPerSecond.map { "\(units.pace.text(metresPerSecond: $0)) on average" }
    let text = [now, average].compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? nil : StyledLine(text)
  }

  /// `run 30 s @11:30/mi`.
  private func phrase(of interval: Wire.Interval) -> String {
    words.name(of: interval) + (interval.paceMps.map { " @\(units.pace.text(metresPerSecond: $0))" } ?? "")
  }
}
