import PlanNotation
package import TerminalUI
import Text
package import WorkoutEngine
package import WorkoutModel
package import WorkoutPresentation

/// A table of the cues of a workout.
package struct CueTable {
  package let cues: CueList
  private let units: DisplayUnits

  package init(_ plan: ReadPlan, units: DisplayUnits) {
    let rules = CueRules(plan.workout.settings, units: units, title: plan.title)
    cues = CueList(plan.workout, cues: rules)
    self.units = units
  }

  /// The lines of `show --cues`.
  package func lines(_ style: Style, width: Int? = nil) -> [String] {
    var table = Table(columns: [
      .init(title: "Time", isRightAligned: true), .init(title: "Cue"),
      .init(title: "What", isFlexible: true, minWidth: 10),
      .init(title: "Channels", isFlexible: true), .init(title: "Spoken", isFlexible: true, minWidth: 16, dropOrder: 1),
    ])
    table.rows = cues.entries.map(row)
    if cues.entries.allSatisfy({ $0.announcement.words == nil }) { table.removeColumn(at: table.columns.count - 1) }
    return table.lines(style, width: width) + (cues.isTruncated ? ["and so on"] : [])
  }

  private func row(_ entry: CueList.Entry) -> [Table.Cell] {
    let progress = entry.progress
    let kind = (entry.announcement.occasion.isEarlyStart ? progress?.next : progress?.interval)?.kind
    return [
      .init(entry.time.map(time) ?? Table.unknown),
      .init(entry.announcement.cue.rawValue),
      .init(subject(of: entry), look: entry.announcement.cue == .start ? kind?.look : nil),
      .init(channels(of: entry.announcement).joined(separator: " ")),
      .init(entry.announcement.words ?? ""),
    ]
  }

  /// The subject of a cue: `run 30 s`, `3`, `2 km`.
  package func subject(of entry: CueList.Entry) -> String {
    CuePresentation.subject(
      of: entry.announcement.occasion, progress: entry.progress, elapsed: entry.time == nil ? nil : entry.elapsed,
      units: units) ?? Table.unknown
  }

  package func channels(of announcement: Announcement) -> [String] {
    Channel.allCases.filter(announcement.channels.contains).map(\.rawValue)
  }

  /// Returns the text of a time: `1:30`, `1:30.5` with a fraction of a second, or `-0:03` before the start.
  private func time(_ time: Duration) -> String {
    let tenths = time.rounded(to: .milliseconds(100))
    let text = Duration.milliseconds(abs(tenths) * 100).clockText(tenths: tenths % 10 != 0)
    return tenths < 0 ? "-\(text)" : text
  }
}

/// The cues of a workout in order.
///
/// The engine runs the whole workout, so the list contains exactly the cues that the daemon delivers.
package struct CueList: Equatable {
  package let entries: [Entry]
  /// Whether there are cues after the last entry.
  package let isTruncated: Bool

  package struct Entry: Equatable {
    /// The time since the start of the first interval; negative in the lead-in.
    ///
    /// Nil after an open interval, because its end is unknown.
    package let time: Duration?
    package let announcement: Announcement
    /// The progress of the workout; nil after the end of the workout.
    package let progress: Progress?
    package let elapsed: Duration
  }

  /// Lists the cues from start to end, but at most `limit` cues.
  ///
  /// An open interval ends at once, and an endless plan ends after `limit` intervals.
  package init(_ workout: Workout, cues: CueRules, limit: Int = Schedule.maxEntries) {
    var engine = WorkoutEngine()
    var now = Instant(sinceOrigin: .zero) - workout.leadIn
    var isTimeKnown = true
    let isEndless = workout.timeline.totals.intervals == nil
    var begun = 0
    var entries: [Entry] = []
    func handle(_ command: Command) -> [Effect] {
      do {
        return try engine.handle(command, at: now)
      } catch {
        preconditionFailure("\(command) is refused: \(error)")
      }
    }
    var effects = handle(.start(workout, cues: cues, replacing: false))
    while true {
      var elapsed = engine.progress(at: now)?.elapsed ?? .zero
      for effect in effects {
        if case .finished(let outcome, _) = effect { elapsed = outcome.elapsed }
        if case .intervalBegan = effect { begun += 1 }
        guard case .announced(let announcement) = effect else { continue }
        let time = isTimeKnown ? now.sinceOrigin : nil
        entries.append(
          Entry(time: time, announcement: announcement, progress: engine.progress(at: now), elapsed: elapsed))
      }
      guard engine.workout != nil, entries.count < limit, !isEndless || begun < limit else { break }
      if engine.progress(at: now)?.deadline != nil, let next = engine.nextDeadline {
        now = next
        effects = engine.advance(to: now)
      } else {
        isTimeKnown = false
        effects = handle(.next(out: false))
      }
    }
    isTruncated = engine.workout != nil || entries.count > limit
    self.entries = Array(entries.prefix(limit))
  }
}
