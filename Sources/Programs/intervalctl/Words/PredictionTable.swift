import TerminalUI
import RunCalculator
import WorkoutModel

/// The races that a timed mile predicts, a row each.
struct PredictionTable {
  let mile: TimedMile
  var races = Race.allCases
  let units: DisplayUnits

  /// The lines of `predict`, of at most 38 columns.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    let table = Table(
      columns: [
        .init(title: "Race"), .init(title: units.pace.rawValue, isRightAligned: true),
        .init(title: "Time", isRightAligned: true, look: .heading), .init(title: "Run", isRightAligned: true),
        .init(title: "Walk", isRightAligned: true),
      ],
      rows: races.map { row(mile.prediction(for: $0)) })
    return table.lines(style, width: width) + [style.text("Source: jeffgalloway.com, magic mile", .faint)]
  }

  private func row(_ prediction: RacePrediction) -> [Table.Cell] {
    [
      .init(prediction.race.name), .init(units.pace.figure(metresPerSecond: prediction.metresPerSecond)),
      .init(prediction.time.clockText()),
      .init(prediction.ratio.run.clockText()), .init(prediction.ratio.walk.clockText()),
    ]
  }
}

extension Race {
  fileprivate var name: String {
    switch self {
    case .fiveKilometres: "5 km"
    case .tenKilometres: "10 km"
    case .tenMiles: "10 mi"
    case .halfMarathon: "Half"
    case .marathon: "Marathon"
    }
  }
}
