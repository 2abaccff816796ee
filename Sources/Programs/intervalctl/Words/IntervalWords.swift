import Text
import PlanNotation
import ControlInterface
import WorkoutModel
import WorkoutPresentation

/// The words for intervals and rounds, in the units of a workout.
struct IntervalWords {
  let units: DisplayUnits

  /// `Run 30 s`, or of a bare cue `30 s`; with the label behind it.
  func title(of interval: Wire.Interval) -> String { phrase(of: interval).capitalizedFirst }

  /// The same within a sentence: `run 30 s`.
  func phrase(of interval: Wire.Interval) -> String {
    [name(of: interval), label(of: interval)].compactMap(\.self).joined(separator: ": ")
  }

  /// The same without the label: `run 30 s`.
  func name(of interval: Wire.Interval) -> String {
    [kind(of: interval), extent(of: interval)].compactMap(\.self).joined(separator: " ")
  }

  /// The label, as much of it as is shown.
  func label(of interval: Wire.Interval) -> String? {
    interval.label.map { $0.safeForTerminal.cut(to: Self.longestLabel) }
  }

  /// `round 3 of 8, 2 of 4`, outermost first; nil outside any repeat.
  func rounds(_ rounds: [Wire.Round]) -> String? {
    guard !rounds.isEmpty else { return nil }
    return "round "
      + rounds.map { round in round.of.map { "\(round.number) of \($0)" } ?? "\(round.number)" }
      .joined(separator: ", ")
  }

  /// `2.31 of 5.00 km`, or only what is known of it; nil for nothing worth telling.
  func distance(_ metres: Double?, of planned: Double?) -> String? {
    guard let metres, metres > 0 || planned != nil else { return nil }
    let covered = units.distance.text(metres: metres)
    guard let planned else { return covered }
    return "\(covered.prefix { $0 != " " }) of \(units.distance.text(metres: planned))"
  }

  /// `1.20 of 5.00 km, was 1.18`: a distance that was corrected, and the one before where it was known.
  func distance(_ metres: Double?, of planned: Double?, was before: Double?) -> String {
    let covered = distance(metres, of: planned) ?? units.distance.text(metres: metres ?? 0)
    return before.map { "\(covered), was \(units.distance.figure(metres: $0))" } ?? covered
  }

  /// The columns that a label takes at most.
  private static let longestLabel = 60

  private func kind(of interval: Wire.Interval) -> String? {
    guard let kind = Kind(rawValue: interval.kind) else { return interval.kind.safeForTerminal }
    return kind == .interval ? nil : kind.phrase
  }

  /// How long or how far it is: `30 s`, `400 m`, `until you say next`.
  func extent(of interval: Wire.Interval) -> String {
    switch interval.writtenGoal {
    case .open: return "until you say next"
    case .distance(let distance):
      guard let metres = interval.distanceM else { return interval.goal.safeForTerminal }
      // A cut one covers less than was written, which is told in the units of the rest.
      return metres == distance.metres ? distance.phrase : units.distance.text(metres: metres)
    case .time, nil:
      return interval.durationMs.map { Duration.milliseconds($0).unitsText } ?? interval.goal.safeForTerminal
    }
  }
}

extension Wire.Interval {
  /// The goal read from its notation; nil for one that is not known here.
  fileprivate var writtenGoal: Goal? {
    guard case .interval(let interval)? = try? PlanFile(goal).plan.steps.first else { return nil }
    return interval.goal
  }
}
