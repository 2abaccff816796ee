import PlanNotation
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
    let phrase = interval.phrase(in: units.distance).capitalizedFirst
    return interval.interval.label.map { "\(phrase): \($0)" } ?? phrase
  }

  /// The interval as it is announced, for use within a sentence: `run, 30 s`, or `plank, 40 s` with a label.
  func announcement(of interval: ScheduledInterval) -> String {
    let extent = interval.extentText(in: units.distance)
    return name(of: interval).map { "\($0), \(extent)" } ?? extent
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
    let distance = progress.distance.text(of: progress.expectedDistance, in: units.distance)
    return distance.map { "\(time), \($0)" } ?? time
  }

  /// The values of the sensors: `5:48/km · 152 bpm · 172 spm`; empty without values.
  func measuredLine(_ progress: Progress) -> String {
    guard let sensed = progress.sensed else { return "" }
    let unit = progress.interval?.interval.pace.map(units.unit) ?? units.pace
    return MeasuredWords(Report.Measured(sensed), unit: unit).line ?? ""
  }

  /// The time and distance of a whole plan: `43:12, 5.00 km`; empty if both are unknown.
  func extent(_ total: Totals) -> String {
    [total.duration?.clockText(), total.distance.text(in: units.distance)].compactMap(\.self).joined(separator: ", ")
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
    let distance = summary.distance
    return [
      Duration.milliseconds(summary.elapsedMs).clockText(),
      distance.metres > 0 ? distance.text(in: units.distance) : nil,
      distance.shownMetresPerSecond.map(units.pace.text), summary.heartRate.map { "\($0) bpm" },
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
  /// The warnings about paces that are missing, and about a pace that no person on foot has.
  ///
  /// `isMeasured` is true if a sensor measures the distance, so that no pace is missing.
  package func paceWarnings(in unit: DistanceUnit, isMeasured: Bool = false) -> [String] {
    [isMeasured ? nil : paceWarning(in: unit), doubtfulPaceWarning].compactMap(\.self)
  }

  /// The warning that the first interval with such a pace is slower than 30:00/km or faster than any runner.
  private var doubtfulPaceWarning: String? {
    for interval in intervals {
      guard let pace = interval.pace, !Pace.onFoot.contains(pace.metresPerSecond) else { continue }
      var meant = interval
      meant.label = nil
      let written = "'\(meant.notation)'"
      guard pace.metresPerSecond < Pace.onFoot.lowerBound else {
        return "\(written) is faster than the world record over 100 m."
      }
      guard case .distance(let distance) = interval.goal, case .time(let total, _) = pace,
        let perUnit = Pace(covering: distance, in: total), Pace.onFoot.contains(perUnit.metresPerSecond)
      else { return "\(written) is slower than 30:00/km." }
      meant.pace = perUnit
      return "\(written) is slower than 30:00/km. If \(total.clockText()) is the total time, write '\(meant.notation)'."
    }
    return nil
  }

  /// The warning that a part of the distance is unknown, with the paces that are missing.
  ///
  /// Nil if the speed of every interval is known, or if no interval has a pace.
  package func paceWarning(in unit: DistanceUnit) -> String? {
    let missing = intervalsWithoutPace
    guard !missing.isEmpty else { return nil }
    let intervals = missing.map { Interval(goal: $0.goal, kind: $0.kind).notation }
    let paces = missing.map { $0.kind.examplePace(per: unit) }
    let written = zip(intervals, paces).map { "'\($0) @\($1)'" }
    let settings = zip(missing, paces).filter { $0.0.kind != .interval }.map { "'pace \($0.kind.rawValue) \($1)'" }
    let names = intervals.map { "'\($0)'" }.listed("and")
    return "A part of the distance is unknown, because \(names) \(missing.count == 1 ? "has" : "have") no pace. "
      + "Write \(written.listed("and"))"
      + (settings.isEmpty ? "." : ", or add \(settings.listed("and")) to the plan or to intervald.conf.")
  }

  /// The first interval of each kind that has intervals of unknown speed; none if no interval has a pace.
  ///
  /// In a rest without a pace, the runner stands still, so its speed is known.
  package var intervalsWithoutPace: [Interval] {
    let intervals = intervals
    guard intervals.contains(where: { $0.pace != nil }) else { return [] }
    return Kind.allCases.compactMap { kind in intervals.first { $0.kind == kind && $0.metresPerSecond == nil } }
  }
}

extension Outcome {
  /// The words about a workout that is too short to be recorded; see `isTooShort`.
  package static var tooShortWords: String { "not recorded: less than \(minElapsed.unitsText) of intervals" }
}
