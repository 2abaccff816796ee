import TerminalUI
import PlanNotation
import Varlink
import WorkoutEngine
import WorkoutModel

/// The words for the cues of a workout.
struct CueListWords {
  let cues: CueList
  let units: DisplayUnits

  init(_ plan: ReadPlan, units: DisplayUnits) {
    let rules = CueRules(plan.workout.settings, units: units, title: plan.title)
    cues = CueList(plan.workout, cues: rules)
    self.units = units
  }

  /// The lines of `show --cues`.
  func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "Time", isRightAligned: true), .init(title: "Cue"),
      .init(title: "What", isFlexible: true, minWidth: 10),
      .init(title: "Channels", isFlexible: true), .init(title: "Spoken", isFlexible: true, minWidth: 16, dropOrder: 1),
    ])
    table.rows = cues.entries.map(row)
    if cues.entries.allSatisfy({ $0.announcement.words == nil }) { table.removeColumn(at: table.columns.count - 1) }
    return table.lines(style, width: width) + (cues.isTruncated ? ["and so on"] : [])
  }

  /// What `show --json --cues` prints.
  var json: JSONValue {
    .array(
      cues.entries.map { entry in
        .object([
          "atMs": entry.time.map { .int($0.inMilliseconds) } ?? .null,
          "cue": .string(entry.announcement.cue.rawValue),
          "what": .string(what(entry)),
          "number": entry.progress?.number.map { .int($0) } ?? .null,
          "channels": .array(channels(of: entry.announcement).map(JSONValue.string)),
          "spoken": entry.announcement.words.map(JSONValue.string) ?? .null,
        ])
      })
  }

  private func row(_ entry: CueList.Entry) -> [Table.Cell] {
    let kind = CueFields.interval(of: entry)?.kind
    return [
      .init(entry.time.map(time) ?? PlanWords.unknown),
      .init(entry.announcement.cue.rawValue),
      .init(what(entry), look: entry.announcement.cue == .start ? kind?.effort.look : nil),
      .init(channels(of: entry.announcement).joined(separator: " ")),
      .init(entry.announcement.words ?? ""),
    ]
  }

  /// What a cue is about: `run 30 s`, `3`, `2 km`.
  private func what(_ entry: CueList.Entry) -> String {
    let fields = CueFields(
      entry.announcement.occasion, progress: entry.progress, outcome: nil, units: units, title: nil)
    let interval = fields.interval.map(name) ?? ""
    let speed = fields.text(.speed, .written)
    return switch entry.announcement.occasion {
    case .start(in: let lag?): "in \(lag.rounded(to: .seconds(1))): \(speed.isEmpty ? interval : speed)"
    case .start, .resumed: interval
    case .last(let part): "\(part.rawValue): \(interval)"
    case .leadIn, .next: fields.text(.next, .written)
    case .countdown(let count): "\(count)"
    case .halfway(let part): part.rawValue
    case .split: fields.text(.split, .written)
    case .remaining: "\(fields.text(.remaining, .written)) left"
    case .finish, .stopped: entry.time == nil ? PlanWords.unknown : entry.elapsed.clockText()
    case .paused: ""
    }
  }

  private func name(of interval: ScheduledInterval) -> String {
    let words = [
      interval.phrase(in: units.distance), interval.interval.label,
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }

  private func channels(of announcement: Announcement) -> [String] {
    Channel.allCases.filter(announcement.channels.contains).map(\.rawValue)
  }

  /// `1:30`, with a tenth where it is no whole second: `1:30.5`; below zero `-0:03`.
  private func time(_ time: Duration) -> String {
    let tenths = time.rounded(to: .milliseconds(100))
    let text = Duration.milliseconds(abs(tenths) * 100).clockText(tenths: tenths % 10 != 0)
    return tenths < 0 ? "-\(text)" : text
  }
}

extension CueFields {
  fileprivate static func interval(of entry: CueList.Entry) -> ScheduledInterval? {
    entry.announcement.occasion.isEarlyStart ? entry.progress?.next : entry.progress?.interval
  }
}
