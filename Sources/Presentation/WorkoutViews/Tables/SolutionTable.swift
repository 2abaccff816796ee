import PlanNotation
package import RunCalculator
package import TerminalUI
import Text
package import WorkoutModel

/// A table of a solved run/walk plan, with the answer first.
package struct SolutionTable {
  package let solution: RunWalkSolution
  private let time: Duration?
  private let units: DisplayUnits

  /// Shows a solution; `time` is the requested time, or nil if no time was requested.
  package init(solution: RunWalkSolution, time: Duration?, units: DisplayUnits) {
    self.solution = solution
    self.time = time
    self.units = units
  }

  /// The lines that the command `solve` prints.
  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    let (run, walk) = (solution.runWalk.run, solution.runWalk.walk)
    let unknown = solution.unknown
    var table = Table(facts: [
      (answer.name, answer.value),
      ("Run", words(for: run, unknown: unknown, time: .runTime, pace: .runPace)),
      ("Walk", words(for: walk, unknown: unknown, time: .walkTime, pace: .walkPace)),
      ("Distance", unknown == .distance ? nil : units.distance.text(metres: metres)),
      ("Time", unknown == .finish ? nil : solution.finish.clockText()),
      (
        "Pace",
        solution.timeline.totals.averageMetresPerSecond.map { "\(units.pace.text(metresPerSecond: $0)) (average)" }
      ),
      ("Plan", solution.roundedPlan(in: units).notation),
    ])
    table.rows[0][1].look = .heading
    var lines = table.lines(style, width: width)
    // The answer is short, so the value in the other unit fits on the same line.
    if let aside = answer.aside { lines[0] += "  " + style.text(aside, .faint) }
    return lines
  }

  /// The reasons to doubt the answer.
  package var warnings: [String] { [slowRun, record].compactMap(\.self) }

  /// Notes on the answer.
  package var notes: [String] { [lateness].compactMap(\.self) }

  private var metres: Double { solution.runWalk.distance.metres }

  /// The name of the solved quantity, its value, and the value in another unit.
  private var answer: (name: String, value: String, aside: String?) {
    let (run, walk) = (solution.runWalk.run, solution.runWalk.walk)
    return switch solution.unknown {
    case .runPace: pace("Run pace", run.pace.metresPerSecond)
    case .walkPace: pace("Walk pace", walk.pace.metresPerSecond)
    // The times of a run and of a walk are exact to the millisecond, as in the plan.
    case .runTime: ("Run time", run.time.notation, nil)
    case .walkTime: ("Walk time", walk.time.notation, nil)
    case .distance:
      ("Distance", units.distance.text(metres: metres), units.distance.other.text(metres: metres))
    case .finish: ("Time", solution.finish.clockText(), nil)
    }
  }

  private func pace(_ name: String, _ metresPerSecond: Double) -> (String, String, String?) {
    (
      name, units.pace.text(metresPerSecond: metresPerSecond),
      units.pace.counterpart.text(metresPerSecond: metresPerSecond)
    )
  }

  /// Returns the time and pace of the run or walk, such as `30s @11:30/mi`, but leaves out the solved quantity.
  private func words(
    for part: RunWalk.Part, unknown: RunWalkPuzzle.Quantity, time: RunWalkPuzzle.Quantity, pace: RunWalkPuzzle.Quantity
  ) -> String {
    [
      unknown == time ? nil : part.time.notation,
      unknown == pace ? nil : "@\(units.text(part.pace))",
    ].compactMap(\.self).joined(separator: " ")
  }

  private var slowRun: String? {
    let (run, walk) = (solution.runWalk.run.pace.metresPerSecond, solution.runWalk.walk.pace.metresPerSecond)
    return run < walk ? "the run is slower than the walk" : nil
  }

  private var record: String? {
    let pace: Pace? =
      switch solution.unknown {
      case .runPace: solution.runWalk.run.pace
      case .walkPace: solution.runWalk.walk.pace
      case .distance, .finish, .runTime, .walkTime: nil
      }
    let record = WorldRecord.mile
    guard let pace, pace.metresPerSecond > record.metres / record.time.inSeconds else { return nil }
    return record.warning
  }

  /// A note on the difference from the requested time; nil if the difference is less than half a second.
  private var lateness: String? {
    guard let time else { return nil }
    let milliseconds = (solution.finish - time).inMilliseconds
    guard abs(milliseconds) >= 500 else { return nil }
    let seconds = decimalText(Double(abs(milliseconds)) / 1000, decimals: 1)
    return
      "this ends \(seconds) s \(milliseconds > 0 ? "later" : "earlier") than requested: plans have whole milliseconds"
  }
}

extension WorldRecord {
  /// The warning for a run that is faster than the record: `this is faster than the world record over a marathon:
  /// 2:00:35 (Kelvin Kiptum, 2023)`.
  package var warning: String { "this is faster than the world record over \(event): \(mark) (\(holder), \(year))" }
}
