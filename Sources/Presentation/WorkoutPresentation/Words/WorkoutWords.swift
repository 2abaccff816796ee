import PlanNotation
import ControlInterface
import WorkoutEngine
package import WorkoutModel

/// The words for intervals, places and results, in the units of a workout.
package struct WorkoutWords {
  let units: DisplayUnits

  package init(units: DisplayUnits) {
    self.units = units
  }

  /// `Run 30 s`, `Run 400 m`, `Walk until you say next`, with the label behind it.
  package func title(of interval: ScheduledInterval) -> String {
    [name(of: interval), interval.interval.label].compactMap(\.self).joined(separator: ": ")
  }

  /// The same without the label: `Run 30 s`.
  func name(of interval: ScheduledInterval) -> String {
    interval.kind == .interval
      ? extent(of: interval).capitalizedFirst : "\(interval.kind.phrase.capitalizedFirst) \(extent(of: interval))"
  }

  /// The same within a sentence: `run 30 s`.
  package func lowercased(_ interval: ScheduledInterval) -> String {
    interval.kind == .interval ? extent(of: interval) : "\(interval.kind.phrase) \(extent(of: interval))"
  }

  /// How much of the interval is left: `12 s of it left`; empty for an open one.
  func left(of progress: Progress) -> String {
    progress.intervalRemaining.map { "\($0.roundedUpToSecond.unitsText) of it left" } ?? ""
  }

  /// What comes next: `Then walk 30 s`.
  func then(_ progress: Progress) -> String {
    progress.next.map { "Then \(lowercased($0))" } ?? "The last one"
  }

  /// Where in the rounds, and how far: `Round 3 of 8, 2 of 4` and `12:30 left, 2.31 of 5.00 km`.
  func place(in progress: Progress) -> [String] {
    let rounds = progress.rounds.enumerated().map { index, round in
      let text = round.of.map { "\(round.number) of \($0)" } ?? "\(round.number)"
      return index == 0 ? "Round \(text)" : text
    }
    return [rounds.joined(separator: ", "), balance(progress)]
  }

  private func balance(_ progress: Progress) -> String {
    let present = progress.interval == nil ? nil : progress.intervalRemaining
    let left = progress.remaining.map { "\($0.countdownText(present: present)) left" }
    let time = left ?? "\(progress.elapsed.clockText()) so far"
    guard let metres = progress.metres, metres > 0 || progress.expectedMetres != nil else { return time }
    let covered = units.distance.text(metres: metres)
    guard let expected = progress.expectedMetres else { return "\(time), \(covered)" }
    let number = covered.prefix { $0 != " " }
    return "\(time), \(number) of \(units.distance.text(metres: expected))"
  }

  /// How long and how far a whole plan is: `43:12, 5.00 km`; empty where neither is known.
  func extent(_ total: Totals) -> String {
    [total.duration?.clockText(), total.metres.map(units.distance.text)].compactMap(\.self).joined(separator: ", ")
  }

  /// `Finished: Tabata`, or `Workout finished` for one without a title.
  func ending(_ summary: Wire.Summary) -> String {
    let word = summary.completed ? "finished" : "stopped"
    guard let title = summary.title ?? summary.planName else { return "Workout \(word)" }
    return "\(word.capitalizedFirst): \(title)"
  }

  /// `43:12, 5.00 km, 13:54/mi`.
  func result(_ summary: Wire.Summary) -> String {
    let elapsed = Duration.milliseconds(summary.elapsedMs)
    let done = Totals(duration: elapsed, metres: summary.distanceM)
    let metres = summary.distanceM.flatMap { $0 > 0 ? $0 : nil }
    return [
      elapsed.clockText(), metres.map(units.distance.text),
      done.shownMetresPerSecond.map(units.pace.text),
    ].compactMap(\.self).joined(separator: ", ")
  }

  private func extent(of interval: ScheduledInterval) -> String { interval.extentText(in: units.distance) }
}

extension String {
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
