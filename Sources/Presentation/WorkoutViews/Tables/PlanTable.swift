import WorkoutModel
import PlanNotation
package import TerminalUI
package import WorkoutPresentation

/// Named plans, one row each.
package struct PlanTable {
  private let entries: [Entry]
  private let environment: [String: String]

  package struct Entry {
    let name: String
    let content: Content

    package enum Content {
      case plan(ReadPlan)
      /// The message of the error in a plan that cannot be read.
      case error(String)
    }

    package init(name: String, _ content: Content) {
      self.name = name
      self.content = content
    }
  }

  /// Shows plans; the variables of `environment` determine their units.
  package init(entries: [Entry], environment: [String: String]) {
    self.entries = entries
    self.environment = environment
  }

  /// The lines; a narrow table has no titles, and a narrower one no distances.
  package func lines(_ style: Style, width: Int?) -> [String] {
    guard !entries.isEmpty else { return [] }
    return Table(
      columns: [
        .init(title: "Name", isFlexible: true, minWidth: 20), .init(title: "Time", isRightAligned: true),
        .init(title: "Distance", isRightAligned: true, dropOrder: 2),
        .init(title: "Title", isFlexible: true, minWidth: 12, dropOrder: 1),
      ],
      rows: entries.map(row)
    ).lines(style, width: width)
  }

  private func row(_ entry: Entry) -> [Table.Cell] {
    switch entry.content {
    case .plan(let plan):
      let units = plan.workout.settings.units(inLocaleOf: environment)
      return [
        .init(entry.name), .init(plan.totals.duration?.clockText() ?? "open"),
        .init(plan.totals.metres.map(units.distance.text) ?? Table.unknown),
        .init(plan.file.settings.name ?? ""),
      ]
    case .error(let message):
      return [.init(entry.name), .init("error", look: .error), "", .init(message, look: .error)]
    }
  }
}
