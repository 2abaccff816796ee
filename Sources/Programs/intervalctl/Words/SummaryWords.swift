import ControlInterface
import WorkoutModel

/// The words for what a workout came to.
struct SummaryWords {
  private let summary: Wire.Summary
  private let units: DisplayUnits

  init(summary: Wire.Summary, units: DisplayUnits) {
    self.summary = summary.bounded
    self.units = units
  }

  /// The lines of `stop`, wrapped to a width where there is one.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    let heading = "\(summary.completed ? "Finished" : "Stopped") \(WorkoutName(summary).phrase)"
    return lines(heading: heading, distance: distance, style, width: width)
  }

  /// The lines of `correct`, which say which workout it is; `before` is what it came to, where that was known.
  func lines(
    correctedFrom before: Double?, _ style: Style, today: CalendarDay, zone: (Int) -> LocalTime
  ) -> [String] {
    let started = RecordedWorkout(summary, in: zone)?.started
    let moment = started.map { " of \($0.day.weekdayText(in: today.year)), \($0.clock)" } ?? ""
    let distance = IntervalWords(units: units).distance(summary.distanceM, of: summary.plannedDistanceM, was: before)
    return lines(heading: "Corrected \(WorkoutName(summary).phrase)\(moment)", distance: distance, style)
  }

  private func lines(heading: String, distance: String?, _ style: Style, width: Int? = nil) -> [String] {
    let facts = Table(facts: [
      ("Time", time), ("Distance", distance), ("Pace", pace), ("Intervals", "\(summary.intervals)"),
      ("Cues", summary.punctuality?.words),
    ])
    return [style.text(heading, .heading)] + facts.lines(style, width: width)
  }

  private var elapsed: Duration { .milliseconds(summary.elapsedMs) }

  private var time: String {
    let planned = summary.plannedMs.map { " of \(Duration.milliseconds($0).clockText())" } ?? ""
    let paused = Duration.milliseconds(summary.pausedMs)
    return elapsed.clockText() + planned + (paused < .seconds(1) ? "" : ", and \(paused.clockText()) of pauses")
  }

  private var distance: String? {
    IntervalWords(units: units).distance(summary.distanceM, of: summary.plannedDistanceM)
      .map { summary.corrected == true ? "\($0), corrected" : $0 }
  }

  private var pace: String? { summary.averageMetresPerSecond.map(units.pace.text) }
}

extension Wire.Summary {
  /// The pace of what was done; nil where the distance is not known, or there is too little of it.
  var averageMetresPerSecond: Double? {
    Totals(duration: .milliseconds(elapsedMs), metres: distanceM).shownMetresPerSecond
  }
}

extension Wire.Punctuality {
  /// `74, at most 1.2 ms late`; nil where there were none.
  var words: String? {
    guard cues > 0 else { return nil }
    let late = "at most \(decimalText(Double(max(0, maxUs)) / 1000, decimals: 1)) ms late"
    return "\(cues), \(late)\(missed > 0 ? ", \(missed) missed" : "")"
  }
}
