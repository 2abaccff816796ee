package import Dates
package import TerminalUI
import Text
import WorkoutEngine
package import WorkoutModel
package import WorkoutPresentation
package import WorkoutReports

extension StatusWords {
  /// The lines that the command `status` prints, with the heading wrapped to `width` unless it is nil.
  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    guard let facts else { return [present] + Table(facts: [("Lost", lost)]).lines(style) }
    var table = Table(facts: facts)
    table.rows[0][1].look = .heading
    return heading.lines(width: width).map { style.text($0, .heading) } + table.lines(style)
  }
}

extension StartWords {
  /// The warnings, wrapped to `width` unless it is nil.
  package func warnings(_ style: Style, width: Int?) -> [String] {
    warnings.flatMap { style.paragraph("warning:", .warning, $0, width: width) }
  }
}

/// A table of the result of a workout.
package struct SummaryTable {
  private let summary: Report.Summary
  private let units: DisplayUnits
  /// Whether the lateness of the cues is shown even if no cue was noticeably late.
  private let isVerbose: Bool

  package init(summary: Report.Summary, units: DisplayUnits, isVerbose: Bool = false) {
    self.summary = summary.bounded
    self.units = units
    self.isVerbose = isVerbose
  }

  /// The lines that the command `stop` prints, wrapped to `width` unless `width` is nil.
  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    lines(heading: heading, distance: distance, next: next, style, width: width)
  }

  /// The end of the workout: `Finished "30/30"`.
  var heading: String { "\(summary.completed ? "Finished" : "Stopped") \(WorkoutName(summary).phrase)" }

  /// The sentences about the next session of the program; nil if the workout is not a session.
  var next: String? { summary.nextSessionWords }

  /// The sentences that follow the figures of the result.
  var notes: [String] {
    [summary.isTooShort ? "\(Outcome.tooShortWords.capitalizedFirst)." : nil, next].compactMap(\.self)
  }

  /// The time spent: `11:07`.
  var timeText: String { elapsed.clockText() }

  /// The distance covered: `1.18 km`, or `1.18 km+` if only a part is known; nil if no part is known, or if it is zero.
  var distanceText: String? {
    summary.distance.metres > 0 ? summary.distance.shortText(in: units.distance) : nil
  }

  /// The average pace: `9:26/km`; nil if it is unknown.
  var averageText: String? { summary.averageMetresPerSecond.map(units.pace.text) }

  /// The mean heart rate: `152 bpm`; nil if it was not measured.
  var heartRateText: String? { summary.heartRate.map { "\($0) bpm" } }

  /// The lines that the command `correct` prints; the first line contains the date of the workout.
  ///
  /// `before` is the distance before the correction. If the correction has finished the workout, `isFinish` adds the
  /// next session.
  package func lines(
    correctedFrom before: KnownDistance, isFinish: Bool = false, _ style: Style, width: Int? = nil, today: CalendarDay,
    zone: (Int) -> LocalTime
  ) -> [String] {
    let started = RecordedWorkout(summary, in: zone)?.started
    let moment = started.map { " of \($0.day.weekdayText(in: today.year)), \($0.clock)" } ?? ""
    let distance = IntervalWords(units: units).distance(summary.distance, of: summary.plannedDistance, was: before)
    return lines(
      heading: "Corrected \(WorkoutName(summary).phrase)\(moment)", distance: distance, next: isFinish ? next : nil,
      style, width: width)
  }

  /// The first lines of `history show`, with the start of the workout and the user's note.
  func lines(started: LocalTime, today: CalendarDay, _ style: Style, width: Int?) -> [String] {
    let day = started.day.weekdayText(in: today.year)
    return lines(
      heading: heading, started: "\(day), \(started.clock)", distance: distance, note: summary.note, style, width: width
    )
  }

  private func lines(
    heading: String, started: String? = nil, distance: String?, note: String? = nil, next: String? = nil,
    _ style: Style, width: Int? = nil
  ) -> [String] {
    let facts = Table(facts: [
      ("Started", started), ("Time", time), ("Distance", distance), ("Pace", averageText),
      ("Heart rate", summary.heartRateWords), ("Cadence", summary.cadenceWords),
      ("Intervals", "\(summary.intervals)"), ("Cues", cues), ("Note", note), ("History", history), ("Program", next),
    ])
    return heading.lines(width: width).map { style.text($0, .heading) } + facts.lines(style, width: width)
  }

  /// The reason why the workout is not in the history; nil if it is.
  private var history: String? {
    if summary.isTooShort { return Outcome.tooShortWords }
    return summary.recorded == false ? "not recorded yet: see intervalctl doctor" : nil
  }

  /// The lateness of the cues, if a cue was noticeably late or missed.
  private var cues: String? {
    guard let punctuality = summary.punctuality,
      isVerbose || punctuality.maxUs > Self.maxUnnoticedUs || punctuality.missed > 0
    else { return nil }
    return punctuality.words
  }

  /// The lateness in microseconds up to which a cue seems to be on time.
  private static let maxUnnoticedUs = 100_000

  private var elapsed: Duration { .milliseconds(summary.elapsedMs) }

  private var time: String {
    let planned = summary.plannedMs.map { " of \(Duration.milliseconds($0).clockText())" } ?? ""
    let paused = Duration.milliseconds(summary.pausedMs)
    return timeText + planned + (paused < .seconds(1) ? "" : ", and \(paused.clockText()) of pauses")
  }

  private var distance: String? {
    summary.distance.text(of: summary.plannedDistance, in: units.distance)
      .map { $0 + (summary.corrected == true ? ", corrected" : summary.measured == true ? ", measured" : "") }
  }
}

extension Report.Summary {
  /// The average pace in the known part of the distance; nil if this part is unknown or too short.
  var averageMetresPerSecond: Double? { distance.shownMetresPerSecond }
}
