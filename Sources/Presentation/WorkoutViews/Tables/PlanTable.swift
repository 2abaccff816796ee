import PlanNotation
package import TerminalUI
import Text
import WorkoutModel
package import WorkoutPresentation

/// A table of named plans, and a second table of training programs.
package struct PlanTable {
  private let entries: [Entry]
  private let environment: [String: String]

  package struct Entry {
    let name: String
    /// Whether the entry is in the table of programs.
    let isProgram: Bool
    let content: Content

    package enum Content {
      case plan(ReadPlan)
      case program(ReadProgram)
      /// The plan or the program cannot be read; the text is the error message.
      case error(String)
    }

    package init(name: String, isProgram: Bool = false, _ content: Content) {
      self.name = name
      self.isProgram = isProgram
      self.content = content
    }
  }

  /// Makes a table of plans; without units in the settings, the locale in `environment` determines the units.
  package init(entries: [Entry], environment: [String: String]) {
    self.entries = entries
    self.environment = environment
  }

  /// The lines of the tables, with an empty line between them; an empty table has no lines.
  ///
  /// Narrow tables omit the titles. Very narrow tables also omit the distances of plans and the bars of programs.
  package func lines(_ style: Style, width: Int?) -> [String] {
    [plans, programs].filter { !$0.rows.isEmpty }.map { $0.lines(style, width: width) }.joined(separator: [""])
      .map(\.self)
  }

  private var plans: Table {
    Table(
      columns: [
        .init(title: "Name", isFlexible: true, minWidth: 20), .init(title: "Time", isRightAligned: true),
        .init(title: "Distance", isRightAligned: true, dropOrder: 2),
        .init(title: "Title", isFlexible: true, minWidth: 12, dropOrder: 1),
      ],
      rows: entries.filter { !$0.isProgram }.map { [.init($0.name)] + cells(of: $0.content) })
  }

  private var programs: Table {
    Table(
      columns: [
        .init(title: "Program", isFlexible: true, minWidth: 20), .init(title: "Progress"),
        .init(look: .green, dropOrder: 2), .init(title: "Title", isFlexible: true, minWidth: 12, dropOrder: 1),
      ],
      rows: entries.filter(\.isProgram).map { [.init($0.name)] + cells(of: $0.content) })
  }

  /// The cells after the name.
  private func cells(of content: Entry.Content) -> [Table.Cell] {
    switch content {
    case .plan(let plan):
      let units = plan.units(inLocaleOf: environment)
      return [
        .init(plan.totals.duration?.clockText() ?? "open"),
        .init(plan.totals.distance.shortText(in: units.distance) ?? Table.unknown),
        .init(plan.file.settings.name ?? ""),
      ]
    case .program(let program):
      return [
        .init(program.position.weekWords), .init(program.position.bar), .init(program.file.settings.name ?? ""),
      ]
    case .error(let message):
      return [.init("error", look: .error), "", .init(message, look: .error)]
    }
  }
}
