import PlanNotation
import WorkoutModel
import WorkoutSettings

/// The plans that have names, a row each.
struct PlanTable {
  let entries: [LibraryPlan]
  let environment: [String: String]

  /// The lines; where there is little room the table does without titles, and then without distances.
  func lines(_ style: Style, width: Int?) -> [String] {
    guard !entries.isEmpty else { return [] }
    return Table(
      columns: [
        .init(title: "Name", isFlexible: true, narrowest: 20), .init(title: "Time", isRightAligned: true),
        .init(title: "Distance", isRightAligned: true, leaves: 2),
        .init(title: "Title", isFlexible: true, narrowest: 12, leaves: 1),
      ],
      rows: entries.map { row($0.entry.name, $0.plan) }
    ).lines(style, width: width)
  }

  private func row(_ name: String, _ plan: Result<ReadPlan, Failure>) -> [Table.Cell] {
    switch plan {
    case .success(let plan):
      let units = plan.workout.settings.units(inLocaleOf: environment)
      return [
        .init(name), .init(plan.totals.duration?.clockText() ?? "open"),
        .init(plan.totals.metres.map(units.distance.text) ?? PlanWords.unknown),
        .init(plan.file.settings.name ?? ""),
      ]
    case .failure(let failure):
      return [.init(name), .init("error", look: .error), "", .init(failure.message, look: .error)]
    }
  }
}
