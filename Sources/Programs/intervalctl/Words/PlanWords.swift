import PlanNotation
import WorkoutModel

/// The words for a plan and its schedule.
struct PlanWords {
  let plan: ReadPlan
  let units: DisplayUnits

  /// The lines of `show`: on a terminal all fit its width, and elsewhere the picture is as wide as a usual one.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    let about = plan.file.settings.about?.harmless
    let heading =
      (plan.title.map { wrapped($0.harmless, width).map { style.text($0, .heading) } } ?? [])
      + (about.map { wrapped($0, width) } ?? [])
    return heading + (heading.isEmpty ? [] : [""])
      + OutlineWords(plan.workout, units: units).lines(style, width: width) + [""]
      + totals.lines(style, width: width) + [""]
      + ProfilePicture(plan.workout, width: width ?? Self.usualWidth).lines(style)
  }

  private var totals: Table {
    let totals = plan.totals
    let leadIn = plan.workout.leadIn
    return Table(facts: [
      ("Time", totals.timeWords),
      ("Lead-in", leadIn == .zero ? nil : leadIn.unitsText),
      ("Distance", totals.metres.map(units.distance.text) ?? Self.unknown),
      ("Intervals", totals.intervals.map(String.init) ?? Self.unknown),
      ("Pace", totals.averageMetresPerSecond.map(units.pace.text) ?? Self.unknown),
    ])
  }

  private func wrapped(_ text: String, _ width: Int?) -> [String] {
    width.map { text.wrapped(to: $0) } ?? [text]
  }

  /// The lines of `show --schedule`.
  func lines(_ schedule: Schedule, _ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "No.", isRightAligned: true, leaves: 2), .init(title: "Start", isRightAligned: true),
      .init(title: "Kind"), .init(title: "Time", isRightAligned: true),
      .init(title: "Distance", isRightAligned: true, leaves: 1), .init(title: "Round", isFlexible: true),
      .init(title: "Label", isFlexible: true, leaves: 3),
    ])
    table.rows = schedule.entries.map(row)
    if schedule.entries.allSatisfy({ $0.interval.interval.label == nil }) {
      table.removeColumn(at: table.columns.count - 1)
    }
    return table.lines(style, width: width) + (schedule.isTruncated ? ["and so on"] : [])
  }

  private func row(_ entry: Schedule.Entry) -> [Table.Cell] {
    let interval = entry.interval
    return [
      .init("\(entry.number)"),
      .init(entry.start?.clockText() ?? Self.unknown),
      .init(interval.kind.rawValue, look: interval.kind.effort.look),
      .init(interval.duration?.clockText() ?? "open"),
      .init(interval.metres.map(units.distance.text) ?? Self.unknown),
      .init(
        entry.rounds.map { round in round.of.map { "\(round.number)/\($0)" } ?? "\(round.number)" }
          .joined(separator: " ")),
      .init(interval.interval.label ?? ""),
    ]
  }

  static let unknown = "–"
  private static let usualWidth = 80
}

extension Kind.Effort {
  /// How it is told apart at a glance.
  var look: Style.Look? {
    switch self {
    case .fast: .fast
    case .slow: .slow
    case .neutral: nil
    }
  }
}
