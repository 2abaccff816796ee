import WorkoutControl
import WorkoutModel

/// The words for what a workout came to.
struct SummaryWords {
  let summary: Wire.Summary
  let units: DisplayUnits

  /// The lines of `stop`.
  func lines(_ style: Style) -> [String] {
    let facts = Table(facts: [
      ("Time", time), ("Distance", distance), ("Pace", pace), ("Intervals", "\(summary.intervals)"),
      ("Cues", summary.punctuality?.words),
    ])
    return [style.text("\(summary.completed ? "Finished" : "Stopped") \(WorkoutName(summary).phrase)", .heading)]
      + facts.lines(style)
  }

  private var elapsed: Duration { .milliseconds(summary.elapsedMs) }

  private var time: String {
    let planned = summary.plannedMs.map { " of \(Duration.milliseconds($0).clockText())" } ?? ""
    let paused = Duration.milliseconds(summary.pausedMs)
    return elapsed.clockText() + planned + (paused < .seconds(1) ? "" : ", and \(paused.clockText()) of pauses")
  }

  private var distance: String? {
    IntervalWords(units: units).distance(summary.distanceM, of: summary.plannedDistanceM)
  }

  private var pace: String? {
    // What is too short to be shown has no pace either.
    guard let metres = summary.distanceM, metres > 0, elapsed >= .seconds(1) else { return nil }
    return Measure(duration: elapsed, metres: metres).averageMetresPerSecond.map(units.pace.text)
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
