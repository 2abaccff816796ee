import WorkoutControl
import WorkoutModel

/// The words for a workout that has begun.
struct StartWords {
  let started: Wire.Started

  /// `Started "30/30 to 5 km": 42:15, 5.00 km, ends about 18:42. Stop it with: intervalctl stop`, where `clock` tells
  /// the time of day so long from now.
  func line(clock: (Duration) -> TimeOfDay) -> String {
    let status = started.status
    let units = DisplayUnits(status)
    // Where the intervals can be counted it is an open one that leaves the end to the runner.
    var parts: [String] = [status.of == nil ? "until you stop it" : "until you say next"]
    if let remaining = status.remainingMs.map(Duration.milliseconds) {
      let leadIn = Duration.milliseconds(status.interval == nil ? status.intervalRemainingMs ?? 0 : 0)
      let distance = status.expectedM.map(units.distance.text)
      parts = [remaining.clockText(), distance, "ends about \(clock(remaining + leadIn).text)"].compactMap(\.self)
    }
    return "Started \(WorkoutName(status).phrase): \(parts.joined(separator: ", ")). Stop it with: intervalctl stop"
  }

  /// A line for each warning.
  func warnings(_ style: Style) -> [String] {
    started.warnings.map { "\(style.text("warning:", .warning)) \($0.harmless)" }
  }
}
