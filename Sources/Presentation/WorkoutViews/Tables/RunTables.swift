package import RunCalculator
package import TerminalUI
import Text
package import WorkoutModel
import WorkoutPresentation

/// A table of the time, distance and pace of a run; the calculated value is in the first row.
package struct RunTable {
  package let run: SolvedRun
  private let units: DisplayUnits

  package init(run: SolvedRun, units: DisplayUnits) {
    self.run = run
    self.units = units
  }

  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    let rest = SolvedRun.Quantity.allCases.filter { $0 != run.calculated }
    var table = Table(columns: [.init(look: .faint), .init(), .init(look: .faint)])
    table.rows = ([run.calculated] + rest).map(row)
    table.rows[0][1].look = .heading
    return table.lines(style, width: width)
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
  /// The title of the quantity in a table.
  package var title: String { rawValue.capitalizedFirst }
}

/// A table of a run whose time, distance and pace are all given, with the calculated values and the differences.
package struct RunCheckTable {
  package let check: RunCheck
  private let units: DisplayUnits

  package init(check: RunCheck, units: DisplayUnits) {
    self.check = check
    self.units = units
  }

  package var isConsistent: Bool { check.isConsistent(in: units) }

  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(look: .faint), .init(title: "Given", isRightAligned: true),
      .init(title: "Computed", isRightAligned: true),
      .init(title: "Off by", isRightAligned: true, look: .heading),
    ])
    let paces = (given: check.metresPerSecond, calculated: check.calculatedMetresPerSecond)
    table.rows = [
      [
        "Time", .init(check.time.clockText()), .init(check.calculatedTime.clockText()),
        .init(Self.difference(check.time - check.calculatedTime) { $0.clockText() }),
      ],
      [
        "Distance", .init(units.distance.text(metres: check.metres)),
        .init(units.distance.text(metres: check.calculatedMetres)),
        .init(Self.difference(check.metres - check.calculatedMetres) { units.distance.figure(metres: $0) }),
      ],
      [
        "Pace", .init(units.pace.text(metresPerSecond: paces.given)),
        .init(units.pace.text(metresPerSecond: paces.calculated)),
        .init(paceDifference),
      ],
    ]
    return table.lines(style, width: width)
  }

  /// The difference between the paces: a time or a speed, depending on the unit of paces.
  private var paceDifference: String {
    let (given, calculated) = (check.metresPerSecond, check.calculatedMetresPerSecond)
    let metres = units.pace.distance.metres
    switch units.pace {
    case .minutesPerMile, .minutesPerKilometre:
      return Self.difference(.seconds(metres / given) - .seconds(metres / calculated)) { $0.clockText() }
    case .milesPerHour, .kilometresPerHour:
      return Self.difference(given - calculated) { units.pace.figure(metresPerSecond: $0) }
    }
  }

  /// Returns a difference with its sign, or without a sign if the difference is shown as zero.
  private static func difference<Value: AdditiveArithmetic & Comparable>(
    _ value: Value, _ text: (Value) -> String
  ) -> String {
    let size = text(value < .zero ? .zero - value : value)
    guard size != text(.zero) else { return size }
    return (value < .zero ? "-" : "+") + size
  }
}

/// A table of predictions, with one row per race.
package struct PredictionTable {
  package let predictions: [RacePrediction]
  package let basis: PredictionBasis
  private let units: DisplayUnits

  package init(_ basis: PredictionBasis, races: [Race] = Race.allCases, units: DisplayUnits) {
    predictions = races.map { basis.prediction(for: $0) }
    self.basis = basis
    self.units = units
  }

  /// The lines of `predict`, at most 38 columns wide.
  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    let table = Table(
      columns: [
        .init(title: "Race"), .init(title: units.pace.rawValue, isRightAligned: true),
        .init(title: "Time", isRightAligned: true, look: .heading), .init(title: "Run", isRightAligned: true),
        .init(title: "Walk", isRightAligned: true),
      ],
      rows: predictions.map(row))
    return table.lines(style, width: width) + sources.map { style.text($0, .faint) }
  }

  /// The lines that name the sources of the formula and of the run/walk ratios.
  private var sources: [String] {
    switch basis {
    case .mile: ["Source: jeffgalloway.com, magic mile"]
    case .results(let results):
      [
        "Source: Riegel 1977, exponent \(decimalText(results.exponent, decimals: 2))",
        "Run and walk: jeffgalloway.com",
      ]
    }
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
