package import Dates
package import TerminalUI
import Text
import WorkoutEngine
package import WorkoutModel
package import WorkoutReports

/// The output of `history show`: the result of a recorded workout, a drawing of its laps, and a table of them.
package struct RecordedWorkoutView {
  private let summary: Report.Summary
  private let units: DisplayUnits
  private let started: LocalTime
  private let today: CalendarDay
  private let isVerbose: Bool
  /// The laps in chronological order; nil if the history does not contain them.
  private let laps: [DoneLap]?

  package init(
    _ summary: Report.Summary, started: LocalTime, units: DisplayUnits, today: CalendarDay, isVerbose: Bool = false
  ) {
    let summary = summary.bounded
    (self.summary, self.started, self.units, self.today) = (summary, started, units, today)
    self.isVerbose = isVerbose
    laps = summary.laps.map { Self.laps($0, from: summary.beforeLaps.elapsed) }
  }

  /// The lines of `history show`; if `width` is nil, the laps are drawn in 80 columns.
  package func lines(_ style: Style, width: Int?) -> [String] {
    let result = SummaryTable(summary: summary, units: units, isVerbose: isVerbose).lines(
      started: started, today: today, style, width: width)
    guard let laps, !laps.isEmpty else { return result + note(Self.withoutLaps, style, width) }
    let drawn = (earlier.map { [$0] } ?? []) + laps.map(\.interval)
    let picture = ProfilePicture(done: drawn.filter { $0.goal != .time(.zero) }, width: width ?? Self.usualWidth)
    return result + (picture.isEmpty ? [] : [""] + picture.lines(style)) + note(missing, style, width) + [""]
      + LapTable(laps, units: units).lines(style, width: width)
  }

  /// Numbers the laps; `start` is the time in the intervals before the first lap.
  private static func laps(_ laps: Report.Laps, from start: Duration) -> [DoneLap] {
    var start = start
    return laps.laps.enumerated().map { index, lap in
      defer { start += .milliseconds(lap.elapsedMs) }
      return DoneLap(lap, laps.intervals[lap.interval], number: laps.dropped + index + 1, start: start)
    }
  }

  /// The intervals before the first lap, as one interval with the average speed; nil if every interval has a lap.
  private var earlier: Interval? {
    let before = summary.beforeLaps
    guard summary.laps?.dropped ?? 0 > 0, before.elapsed > .zero else { return nil }
    let speed = KnownDistance(before.metres, in: before.elapsed).shownMetresPerSecond
    return Interval(goal: .time(before.elapsed), pace: speed.map { .speed($0, .metresPerSecond) })
  }

  /// The note about the intervals that have no lap; nil if every interval has one.
  private var missing: String? {
    switch summary.laps?.dropped ?? 0 {
    case 0: nil
    case 1: "the lap of the first interval was not recorded"
    case let count: "the laps of the first \(count) intervals were not recorded"
    }
  }

  private func note(_ text: String?, _ style: Style, _ width: Int?) -> [String] {
    guard let text else { return [] }
    return [""] + text.lines(width: width).map { style.text($0, .faint) }
  }

  private static let withoutLaps = "no laps of this workout are recorded"
  private static let usualWidth = 80
}
