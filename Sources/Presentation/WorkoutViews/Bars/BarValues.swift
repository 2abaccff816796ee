import Text
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// The values that the fields of a status bar line have at one moment.
struct BarValues {
  private let live: LiveStatus
  private let words: IntervalWords

  init(_ live: LiveStatus) {
    self.live = live
    words = IntervalWords(units: DisplayUnits(live.status))
  }

  /// Returns the text of a field; empty if the field has no value.
  func text(_ field: BarField) -> String {
    switch field {
    case .phase: status.phase.word
    case .icon: String(BarIcon(status).character)
    case .kind: status.interval?.kind.safeForTerminal ?? ""
    case .label: status.interval.flatMap(words.label) ?? ""
    case .goal: status.interval.map(words.extent) ?? ""
    case .duration: status.interval?.durationMs.map { Duration.milliseconds($0).unitsText } ?? ""
    case .pace: status.interval.flatMap(words.pace) ?? ""
    case .speed: status.interval.flatMap(words.speed) ?? ""
    case .next: status.next.map(words.announcement) ?? ""
    case .nextLabel: status.next.flatMap(words.label) ?? ""
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
    case .distance: words.shortDistance(live.distance, in: status) ?? ""
    case .title: isIdle ? "" : WorkoutName(status).title ?? ""
    case .paceNow: words.measured(status)?.pace ?? ""
    case .heartRate: status.measured?.heartRate.map { "\($0)" } ?? ""
    case .cadence: status.measured?.cadence.map { "\($0)" } ?? ""
    }
  }

  /// The part of the interval that is over, in whole percent; nil for an open interval.
  var intervalPercent: Int? {
    status.interval.flatMap { _ in percent(done: live.intervalElapsed, left: live.intervalRemaining) }
  }

  private var status: Report.Status { live.status }

  private var isIdle: Bool { status.phase == .idle }

  private func percent(done: Duration, left: Duration?) -> Int? {
    guard !isIdle, let left, done + left > .zero else { return nil }
    // A percent that is less than ten milliseconds away counts as reached. `LiveStatus` has this rule for seconds.
    return min(Int(((done + .milliseconds(10)) / (done + left) * 100).rounded(.down)), 100)
  }
}

extension Report.Phase {
  /// The word for the phase in a status bar line and in a CSS class, spelled as in the plan notation.
  var word: String { self == .leadIn ? "lead-in" : rawValue }
}

/// A character for the state of a workout.
///
/// Most fonts have all of these characters. Except for `‖`, they are from Unicode's Geometric Shapes.
enum BarIcon: Character {
  case idle = "○"
  case leadIn = "◎"
  /// A run, a jog, a sprint or work.
  case fast = "▲"
  /// A walk, a rest, a recovery, a warm-up or a cool-down.
  case slow = "▽"
  /// An interval without a kind.
  case neutral = "●"
  case paused = "‖"

  init(_ status: Report.Status) {
    self =
      switch status.phase {
      case .idle: .idle
      case .leadIn: .leadIn
      case .paused: .paused
      case .running:
        switch status.interval.flatMap({ Kind(rawValue: $0.kind) })?.effort {
        case .fast: .fast
        case .slow: .slow
        case .neutral, nil: .neutral
        }
      }
  }

  var character: Character { rawValue }
}
