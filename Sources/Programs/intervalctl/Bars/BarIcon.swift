import WorkoutReports
import WorkoutModel

/// The character that tells how a workout stands, of Unicode's Geometric Shapes but for one, which most fonts have.
enum BarIcon: Character {
  case idle = "○"
  case leadIn = "◎"
  /// A run, a jog, a sprint or work.
  case fast = "▲"
  /// A walk, a rest, a recovery, a warm-up or a cool-down.
  case slow = "▽"
  /// A bare cue.
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
