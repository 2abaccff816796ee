import Text
package import WorkoutEngine
package import WorkoutModel
import WorkoutReports

/// The words for intervals, positions and results, in the units of a workout.
package struct WorkoutWords {
  let units: DisplayUnits

  package init(units: DisplayUnits) {
    self.units = units
  }

  /// The interval with its label: `Run 30 s`, `Run 400 m: uphill`, `Walk until you say next`.
  package func title(of interval: ScheduledInterval) -> String {
    [interval.phrase(in: units.distance).capitalizedFirst, interval.interval.label].compactMap(\.self)
      .joined(separator: ": ")
  }

  /// The interval as it is announced, for use within a sentence: `run, 30 s`, or `plank, 40 s` with a label.
  func announcement(of interval: ScheduledInterval) -> String {
    [name(of: interval), interval.extentText(in: units.distance)].compactMap(\.self).joined(separator: ", ")
  }

  /// The label, cut to `IntervalWords.maxLabelColumns`, or the kind; nil if the interval has neither.
  func name(of interval: ScheduledInterval) -> String? { interval.name?.cut(to: IntervalWords.maxLabelColumns) }

  /// The time left of the interval: `12 s left`; empty for an open interval.
  func left(of progress: Progress) -> String {
    progress.intervalRemaining.map { "\($0.roundedUpToSecond.unitsText) left" } ?? ""
  }

  /// The next interval: `Next: walk, 30 s`.
  func next(_ progress: Progress) -> String {
    progress.next.map { "Next: \(announcement(of: $0))" } ?? "The last one"
  }

  /// The position in the rounds and in the workout: `Set 3 of 8, round 2 of 4` and `12:30 left, 2.31 of 5.00 km`.
  func positionLines(_ progress: Progress) -> [String] {
    [RoundWords(progress.rounds).text?.capitalizedFirst ?? "", balance(progress)]
  }

  private func balance(_ progress: Progress) -> String {
    let present = progress.interval == nil ? nil : progress.intervalRemaining
    let left = progress.remaining.map { "\($0.countdownText(present: present)) left" }
    let time = left ?? "\(progress.elapsed.clockText()) so far"
    guard let metres = progress.metres, metres > 0 || progress.expectedMetres != nil else { return time }
    return "\(time), \(units.distance.text(metres: metres, of: progress.expectedMetres))"
  }

  /// The values of the sensors: `5:48/km · 152 bpm · 172 spm`; empty without values.
  func measuredLine(_ progress: Progress) -> String {
    guard let sensed = progress.sensed else { return "" }
    let unit = progress.interval?.interval.pace.map(units.unit) ?? units.pace
    return MeasuredWords(Report.Measured(sensed), unit: unit).line ?? ""
  }

  /// The time and distance of a whole plan: `43:12, 5.00 km`; empty if both are unknown.
  func extent(_ total: Totals) -> String {
    [total.duration?.clockText(), total.metres.map(units.distance.text)].compactMap(\.self).joined(separator: ", ")
  }

  /// The end of a workout: `Finished: Tabata`, or `Workout finished` without a title.
  func ending(_ summary: Report.Summary) -> String {
    let word = summary.completed ? "finished" : "stopped"
    let name = summary.title ?? summary.planName
    guard let title = summary.session.map({ SessionWords($0).title(name) }) ?? name else { return "Workout \(word)" }
    return "\(word.capitalizedFirst): \(title)"
  }

  /// The result of a workout, such as `43:12, 5.00 km, 13:54/mi`; if the heart rate was measured, its mean follows.
  func result(_ summary: Report.Summary) -> String {
    let elapsed = Duration.milliseconds(summary.elapsedMs)
    let done = Totals(duration: elapsed, metres: summary.distanceM)
    let metres = summary.distanceM.flatMap { $0 > 0 ? $0 : nil }
    return [
      elapsed.clockText(), metres.map(units.distance.text),
      done.shownMetresPerSecond.map(units.pace.text), summary.heartRate.map { "\($0) bpm" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  /// The interval as the title of a track: `Run 30 s: uphill`, or `Get ready: run, 30 s` before the first interval.
  package func trackTitle(_ progress: Progress) -> String {
    progress.interval.map(title) ?? progress.next.map { "Get ready: \(announcement(of: $0))" } ?? ""
  }

  /// The round of the outermost repeat: `Round 3 of 8`, or `Set 3 of 8`; nil outside any repeat.
  package func outermostRound(_ progress: Progress) -> String? {
    RoundWords(Array(progress.rounds.prefix(1))).text?.capitalizedFirst
  }
}

extension Plan {
  /// The warning that the distance is not estimated, with the settings that are missing.
  ///
  /// Nil if every kind of running and walking has a pace, or if the plan contains neither a pace nor a distance.
  package func paceWarning(in unit: DistanceUnit) -> String? {
    let kinds = kindsWithoutPace
    let hasDistance = containsInterval { interval in
      if case .distance = interval.goal { true } else { interval.pace != nil }
    }
    guard !kinds.isEmpty, hasDistance else { return nil }
    let settings = kinds.map { "'pace \($0.rawValue) \($0.examplePace(per: unit))'" }.joined(separator: ", ")
    return "The distance is not estimated without paces. Add to the plan or to intervald.conf: \(settings)."
  }

  /// The kinds of running and walking in the plan that have no pace, each once.
  ///
  /// Other kinds, such as `rest`, need no pace, because the user may stand still in an interval of these kinds.
  private var kindsWithoutPace: [Kind] {
    let moving: [Kind] = [.run, .walk, .jog, .sprint]
    return moving.filter { kind in containsInterval { $0.kind == kind && $0.pace == nil } }
  }
}
