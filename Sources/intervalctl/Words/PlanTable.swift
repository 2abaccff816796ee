import PlanNotation
import WorkoutModel

/// The plans that have names, a row each.
struct PlanTable {
  let entries: [(name: String, plan: Result<ReadPlan, Failure>)]
  let environment: [String: String]

  func lines(_ style: Style) -> [String] {
    guard !entries.isEmpty else { return [] }
    return Table(
      columns: [
        .init(title: "Name"), .init(title: "Time", isRightAligned: true),
        .init(title: "Distance", isRightAligned: true),
        .init(title: "Title"),
      ],
      rows: entries.map(row)
    ).lines(style)
  }

  private func row(_ name: String, _ plan: Result<ReadPlan, Failure>) -> [Table.Cell] {
    switch plan {
    case .success(let plan):
      let units = plan.workout.settings.units(inLocaleOf: environment)
      return [
        .init(name), .init(plan.measure.duration?.clockText() ?? "open"),
        .init(plan.measure.metres.map(units.distance.text) ?? PlanWords.unknown),
        .init(plan.file.settings.name ?? ""),
      ]
    case .failure(let failure): return [.init(name), "", "", .init("error: \(failure.message)", look: .error)]
    }
  }
}
