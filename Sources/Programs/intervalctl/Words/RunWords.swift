import Text
import TerminalUI
import RunCalculator
import Varlink
import WorkoutModel
import WorkoutPresentation

/// The words for a run that was worked out, the answer first.
struct RunWords {
  let run: SolvedRun
  let units: DisplayUnits

  func lines(_ style: Style, width: Int? = nil) -> [String] {
    let rest = SolvedRun.Quantity.allCases.filter { $0 != run.locked }
    var table = Table(columns: [.init(look: .faint), .init(), .init(look: .faint)])
    table.rows = ([run.locked] + rest).map(row)
    table.rows[0][1].look = .heading
    return table.lines(style, width: width)
  }

  /// Whether the answer is a pace faster than any that a plan may have.
  var isBeyondRunners: Bool { run.locked == .pace && run.metresPerSecond > Pace.limits.upperBound }

  /// The answer and what it was worked out from.
  var json: JSONValue {
    .object([
      "solved": .string(run.locked.rawValue),
      "durationMs": .int(run.time.inMilliseconds),
      "distanceM": .float(run.metres),
      "paceMps": .float(run.metresPerSecond),
    ])
  }

  private func row(_ quantity: SolvedRun.Quantity) -> [Table.Cell] {
    switch quantity {
    case .time: [.init(quantity.title), .init(run.time.clockText()), ""]
    case .distance:
      [
        .init(quantity.title), .init(units.distance.text(metres: run.metres)),
        .init(units.distance.other.text(metres: run.metres)),
      ]
    case .pace:
      [
        .init(quantity.title), .init(units.pace.text(metresPerSecond: run.metresPerSecond)),
        .init(units.pace.counterpart.text(metresPerSecond: run.metresPerSecond)),
      ]
    }
  }
}

extension SolvedRun.Quantity {
  /// What a table calls it.
  var title: String { rawValue.capitalizedFirst }
}
