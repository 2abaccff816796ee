import Dates
import TerminalUI
import ControlInterface
import WorkoutModel

/// The words for a workout that has begun.
struct StartWords {
  private let started: Wire.Started

  init(started: Wire.Started) {
    self.started = started.bounded
  }

  /// `Started "30/30 to 5 km": 42:15, 5.00 km, ends about 18:42. Stop it with: intervalctl stop`, where `clock` tells
  /// the time of day so long from now.
  func line(clock: (Duration) -> TimeOfDay) -> String {
    let extent = extent { "ends about \(clock($0).text)" }
    return "Started \(name): \(extent). Stop it with: intervalctl stop"
  }

  /// The same of a dry run, `Dry run of "30/30 to 5 km", 60 times as fast: 42:15, 5.00 km, ends in 0:43. End it with
  /// Ctrl-C`.
  func line(speed: Int) -> String {
    let extent = extent { "ends in \(($0 / speed).countdownText)" }
    let pace = speed == 1 ? "" : ", \(speed) times as fast"
    return "Dry run of \(name)\(pace): \(extent). End it with: Ctrl-C"
  }

  private var name: String { WorkoutName(started.status).phrase }

  /// How long and how far it is, and what `end` says of the time until its end.
  private func extent(end: (Duration) -> String) -> String {
    let status = started.status
    guard let remaining = status.remainingMs.map(Duration.milliseconds) else {
      // Where the intervals can be counted it is an open one that leaves the end to the runner.
      return status.of == nil ? "until you stop it" : "until you say next"
    }
    let leadIn = Duration.milliseconds(status.interval == nil ? status.intervalRemainingMs ?? 0 : 0)
    let distance = status.expectedM.map(DisplayUnits(status).distance.text)
    return [remaining.clockText(), distance, end(remaining + leadIn)].compactMap(\.self).joined(separator: ", ")
  }

  /// Each warning on lines of its own, of at most so many columns.
  func warnings(_ style: Style, width: Int?) -> [String] {
    started.warnings.flatMap { style.paragraph("warning:", .warning, $0, width: width) }
  }
}
