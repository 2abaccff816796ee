import TerminalUI
import WorkoutModel
import WorkoutPresentation
import WorkoutReports

/// A table of the laps of a workout, with the planned values next to the actual values.
struct LapTable {
  private let laps: [DoneLap]
  private let words: IntervalWords
  /// The unit of all paces, which is then the title of the column; nil if the units differ.
  private let paceUnit: PaceUnit?

  init(_ laps: [DoneLap], units: DisplayUnits) {
    self.laps = laps
    words = IntervalWords(units: units)
    let paced = laps.filter { $0.planned.paceMps != nil }
    paceUnit = paced.isEmpty ? units.pace : common(paced.map { [words] in words.unit(ofPaceOf: $0.planned) })
  }

  /// The lines of the table; a narrow table has fewer columns.
  ///
  /// A column without values is left out. A workout without paces therefore has no columns for distances and paces.
  func lines(_ style: Style, width: Int?) -> [String] {
    let unit = words.units.distance.rawValue
    var table = Table(
      columns: [
        .init(title: "No.", isRightAligned: true, dropOrder: 10),
        .init(title: "Start", isRightAligned: true, dropOrder: 1),
        .init(title: "Kind"), .init(title: "Time", isRightAligned: true), planned(dropOrder: nil),
        .init(title: unit, isRightAligned: true, dropOrder: 8), planned(dropOrder: 2),
        .init(title: paceUnit?.rawValue ?? "Pace", isRightAligned: true, dropOrder: 13),
        planned(dropOrder: 12),
        .init(title: "bpm", isRightAligned: true, dropOrder: 11),
        .init(title: "Max", isRightAligned: true, dropOrder: 6),
        .init(title: "spm", isRightAligned: true, dropOrder: 7),
        .init(title: "Round", dropOrder: 5), .init(title: "Pause", isRightAligned: true, dropOrder: 4),
        .init(title: "End", dropOrder: 9), .init(title: "Label", isFlexible: true, dropOrder: 3),
      ],
      rows: laps.map(row))
    // A column of planned values never follows a column that is left out.
    for column in table.columns.indices.reversed()
    where table.rows.allSatisfy({ ["", Table.unknown].contains($0[column].text) })
      && table.columns.dropFirst(column + 1).first?.title != Self.plannedTitle
    {
      table.removeColumn(at: column)
    }
    return table.lines(style, width: width)
  }

  /// The column of planned values, which follows the column of actual values.
  private func planned(dropOrder: Int?) -> Table.Column {
    .init(title: Self.plannedTitle, isRightAligned: true, look: .faint, dropOrder: dropOrder)
  }

  private static let plannedTitle = "Plan"

  private func row(_ lap: DoneLap) -> [Table.Cell] {
    let planned = lap.planned
    return [
      .init("\(lap.number)"), .init(lap.start.clockText()), .init(planned.kind, look: lap.kind.look),
      .init(lap.elapsed.clockText()),
      .init(planned.durationMs.map { Duration.milliseconds($0).clockText() } ?? "open"),
      .init(distance(lap.metres)), .init(distance(planned.distanceM)),
      .init(pace(lap.metresPerSecond, of: planned)), .init(pace(planned.paceMps, of: planned)),
      number(lap.heartRate), number(lap.maxHeartRate), number(lap.cadence),
      .init(lap.rounds.map(String.init).joined(separator: " ")),
      .init(lap.paused < .seconds(1) ? "" : lap.paused.clockText()), .init(lap.ending), .init(planned.label ?? ""),
    ]
  }

  private func number(_ number: Int?) -> Table.Cell { .init(number.map(String.init) ?? Table.unknown) }

  private func distance(_ metres: Double?) -> String {
    metres.flatMap { $0 > 0 ? words.units.distance.figure(metres: $0) : nil } ?? Table.unknown
  }

  private func pace(_ metresPerSecond: Double?, of interval: Report.Interval) -> String {
    guard let metresPerSecond else { return Table.unknown }
    return paceUnit?.figure(metresPerSecond: metresPerSecond)
      ?? words.unit(ofPaceOf: interval).text(metresPerSecond: metresPerSecond)
  }
}

/// A lap with its number and its start.
struct DoneLap {
  /// The number of the interval, from 1.
  let number: Int
  /// The time spent in the laps before this one.
  let start: Duration
  /// The interval as scheduled when it began.
  let planned: Report.Interval
  /// The rounds of the repeats around the interval, outermost first.
  let rounds: [Int]
  /// The time without pauses.
  let elapsed: Duration
  let paused: Duration
  /// The distance; nil if it is unknown.
  let metres: Double?
  /// The mean and the maximum heart rate, and the mean cadence; nil if they were not measured.
  let heartRate: Int?
  let maxHeartRate: Int?
  let cadence: Int?
  private let ended: Report.EndWord

  init(_ lap: Report.Lap, _ planned: Report.Interval, number: Int, start: Duration) {
    (self.number, self.start, self.planned, rounds) = (number, start, planned, lap.rounds)
    elapsed = .milliseconds(lap.elapsedMs)
    paused = .milliseconds(lap.endMs - lap.beginMs) - elapsed
    (metres, ended) = (lap.distanceM, lap.ended)
    (heartRate, maxHeartRate, cadence) = (lap.heartRate, lap.maxHeartRate, lap.cadence)
  }

  /// The kind; an unknown kind of a later version counts as an interval without a kind.
  var kind: Kind { Kind(rawValue: planned.kind) ?? .interval }

  /// The actual speed; nil if the distance is unknown, or if the lap is too short for a speed.
  var metresPerSecond: Double? { KnownDistance(metres, in: elapsed).shownMetresPerSecond }

  /// The interval with its actual time and speed, for a drawing.
  var interval: Interval {
    Interval(goal: .time(elapsed), kind: kind, pace: metresPerSecond.map { .speed($0, .metresPerSecond) })
  }

  /// The reason for the end; empty if the interval had its full time or distance.
  fileprivate var ending: String {
    switch ended {
    case .time: ""
    // A corrected distance reached the goal of a repeat during an interval with another goal.
    case .distance: if case .distance = planned.writtenGoal { "" } else { "goal" }
    case .stop: "stopped"
    default: ended.rawValue
    }
  }
}
