import PlanNotation
import WorkoutModel

/// The words for a plan and its schedule.
struct PlanWords {
  let plan: ReadPlan
  let units: DisplayUnits

  /// The lines of `show`.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    let measure = plan.measure
    let settings = plan.file.settings
    let leadIn = plan.workout.leadIn
    let heading = [plan.title.map { style.text($0.harmless, .heading) }, settings.about?.harmless].compactMap(\.self)
    return heading
      + Table(facts: [
        ("Plan", plan.workout.plan.notation),
        (
          "Time",
          measure.duration?.clockText() ?? (measure.intervals == nil ? "until you stop it" : "until you say next")
        ),
        ("Lead-in", leadIn == .zero ? nil : leadIn.unitsText),
        ("Distance", measure.metres.map(units.distance.text) ?? Self.unknown),
        ("Intervals", measure.intervals.map(String.init) ?? Self.unknown),
        ("Pace", measure.averageMetresPerSecond.map(units.pace.text) ?? Self.unknown),
      ]).lines(style, width: width)
  }

  /// The lines of `show --schedule`.
  func lines(_ schedule: Schedule, _ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "No.", isRightAligned: true), .init(title: "Start", isRightAligned: true), .init(title: "Kind"),
      .init(title: "Time", isRightAligned: true), .init(title: "Distance", isRightAligned: true),
      .init(title: "Round"), .init(title: "Label", isFlexible: true),
    ])
    table.rows = schedule.entries.map(row)
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
