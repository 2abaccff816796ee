import Text
import ControlInterface
import WorkoutModel

/// What the fields of a line for a status bar stand for at a moment.
struct BarValues {
  private let live: LiveStatus
  private let words: IntervalWords

  init(_ live: LiveStatus) {
    self.live = live
    words = IntervalWords(units: DisplayUnits(live.status))
  }

  /// What a field stands for; empty where it has no value.
  func text(_ field: BarField) -> String {
    switch field {
    case .phase: status.phase.word
    case .icon: String(BarIcon(status).character)
    case .kind: status.interval?.kind.safeForTerminal ?? ""
    case .label: status.interval.flatMap(words.label) ?? ""
    case .goal: status.interval.map(words.extent) ?? ""
    case .duration: status.interval?.durationMs.map { Duration.milliseconds($0).unitsText } ?? ""
    case .pace: status.interval?.paceMps.map(words.units.pace.text(metresPerSecond:)) ?? ""
    case .speed: status.interval?.paceMps.map(words.units.pace.dialText(metresPerSecond:)) ?? ""
    case .next: status.next.map(words.name) ?? ""
    case .round: status.rounds.first.map { "\($0.number)" } ?? ""
    case .rounds: status.rounds.first?.of.map { "\($0)" } ?? ""
    case .number: status.number.map { "\($0)" } ?? ""
    case .intervals: status.of.map { "\($0)" } ?? ""
    case .clock: isIdle ? "" : live.intervalRemaining?.countdownText ?? live.intervalElapsed.fullSecondsText
    case .left: isIdle ? "" : live.intervalRemaining?.countdownText ?? ""
    case .percent: intervalPercent.map { "\($0)" } ?? ""
    case .elapsed: isIdle ? "" : live.elapsed.fullSecondsText
    case .remaining: isIdle ? "" : live.remainingText ?? ""
    case .progress: percent(done: live.elapsed, left: live.remaining).map { "\($0)" } ?? ""
    case .distance: words.distance(live.metres, of: nil) ?? ""
    case .title: isIdle ? "" : WorkoutName(status).title ?? ""
    }
  }

  /// How much of the interval is over, in full percent; nil where it has no known end.
  var intervalPercent: Int? {
    status.interval.flatMap { _ in percent(done: live.intervalElapsed, left: live.intervalRemaining) }
  }

  private var status: Wire.Status { live.status }

  private var isIdle: Bool { status.phase == .idle }

  private func percent(done: Duration, left: Duration?) -> Int? {
    guard !isIdle, let left, done + left > .zero else { return nil }
    // Within ten milliseconds of a full percent it is that one, as it is with seconds.
    return min(Int(((done + .milliseconds(10)) / (done + left) * 100).rounded(.down)), 100)
  }
}

extension Wire.Phase {
  /// The word for it in a line, and as a class of CSS, spelled as in the notation.
  var word: String { self == .leadIn ? "lead-in" : rawValue }
}
