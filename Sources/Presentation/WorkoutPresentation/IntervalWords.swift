import PlanNotation
import Text
package import WorkoutModel
package import WorkoutReports

/// The words for the intervals, rounds and distances of reports, in the units of a workout.
package struct IntervalWords {
  package let units: DisplayUnits

  package init(units: DisplayUnits) {
    self.units = units
  }

  /// The interval with its label, such as `Run 30 s: uphill`, or `30 s` without a kind and a label.
  package func title(of interval: Report.Interval) -> String { phrase(of: interval).capitalizedFirst }

  /// The interval with its label, for use within a sentence: `run 30 s: uphill`.
  package func phrase(of interval: Report.Interval) -> String { labelled(name(of: interval), interval) }

  /// The interval with its pace and its label: `run 30 s @6:40/km: uphill`.
  func pacedPhrase(of interval: Report.Interval) -> String { labelled(pacedName(of: interval), interval) }

  /// The interval as it is announced, for use within a sentence: `run, 30 s`, or `plank, 40 s` with a label.
  package func announcement(of interval: Report.Interval) -> String {
    [label(of: interval) ?? kind(of: interval), extent(of: interval)].compactMap(\.self).joined(separator: ", ")
  }

  /// The interval as it is announced, with its pace: `run, 30 s @6:40/km`.
  package func pacedAnnouncement(of interval: Report.Interval) -> String { paced(announcement(of: interval), interval) }

  /// The interval with its pace and without its label: `run 30 s @6:40/km`.
  package func pacedName(of interval: Report.Interval) -> String {
    paced(name(of: interval), interval)
  }

  private func paced(_ name: String, _ interval: Report.Interval) -> String {
    name + (pace(of: interval).map { " @\($0)" } ?? "")
  }

  private func labelled(_ name: String, _ interval: Report.Interval) -> String {
    [name, label(of: interval)].compactMap(\.self).joined(separator: ": ")
  }

  /// The interval without its label, for use within a sentence: `run 30 s`.
  private func name(of interval: Report.Interval) -> String {
    [kind(of: interval), extent(of: interval)].compactMap(\.self).joined(separator: " ")
  }

  /// The label, cut to `maxLabelColumns`.
  package func label(of interval: Report.Interval) -> String? {
    interval.label.map { $0.safeForTerminal.cut(to: Self.maxLabelColumns) }
  }

  /// The position in the repeats, outermost repeat first: `set 1 of 29, round 2 of 4`; nil outside any repeat.
  package func rounds(_ rounds: [Report.Round]) -> String? {
    RoundWords(rounds.enumerated().map { ($1.number, $1.of, $1.inner ?? rounds.count - 1 - $0) }).text
  }

  /// A corrected distance, with the distance before the correction if it was known: `1.20 of 5.00 km, was 1.18`.
  ///
  /// If only a part was known before the correction, the text ends with `was 1.18 and more`.
  package func distance(_ covered: KnownDistance, of planned: KnownDistance?, was before: KnownDistance) -> String {
    let covered = covered.text(of: planned, in: units.distance) ?? units.distance.text(metres: covered.metres)
    let more = before.isPartial ? KnownDistance.more : ""
    return before.knownMetres.map { "\(covered), was \(units.distance.figure(metres: $0))\(more)" } ?? covered
  }

  /// The pace of the interval in the unit in which it was entered: `11:30/mi`; nil without a pace.
  package func pace(of interval: Report.Interval) -> String? {
    interval.paceMps.map(unit(ofPaceOf: interval).text(metresPerSecond:))
  }

  /// The speed of the interval as a treadmill shows it: `5.2 mph`; nil without a pace.
  package func speed(of interval: Report.Interval) -> String? {
    interval.paceMps.map(unit(ofPaceOf: interval).dialText(metresPerSecond:))
  }

  /// The unit in which the pace of the interval was entered; otherwise the unit of average paces.
  package func unit(ofPaceOf interval: Report.Interval) -> PaceUnit {
    interval.paceUnits.flatMap(PaceUnit.init(rawValue:)) ?? units.pace
  }

  /// The maximum number of columns of a label.
  static let maxLabelColumns = 60

  private func kind(of interval: Report.Interval) -> String? {
    guard let kind = Kind(rawValue: interval.kind) else { return interval.kind.safeForTerminal }
    return kind == .interval ? nil : kind.phrase
  }

  /// The time or distance of the interval: `30 s`, `400 m`, `until you say next`.
  package func extent(of interval: Report.Interval) -> String {
    switch interval.writtenGoal {
    case .open: return "until you say next"
    case .distance(let distance):
      guard let metres = interval.distanceM else { return interval.goal.safeForTerminal }
      // If an `until` cuts the interval, the plan does not contain this distance, so the units of the workout are used.
      return metres == distance.metres ? distance.phrase : units.distance.text(metres: metres)
    case .time, nil:
      return interval.durationMs.map { Duration.milliseconds($0).unitsText } ?? interval.goal.safeForTerminal
    }
  }
}

extension Report.Interval {
  /// The goal, parsed from its notation; nil if this version does not know the notation.
  package var writtenGoal: Goal? { try? readGoal(goal) }
}

extension ScheduledInterval {
  /// The interval without its label, for use within a sentence: `run 30 s`, or `30 s` without a kind.
  package func phrase(in unit: DistanceUnit) -> String {
    [kind == .interval ? nil : kind.phrase, extentText(in: unit)].compactMap(\.self).joined(separator: " ")
  }
}

/// The position in a repeat: `3 of 8`, or `3` if the repeat has no end.
package func positionText(_ number: Int, of count: Int?) -> String { count.map { "\(number) of \($0)" } ?? "\(number)" }
