import PlanNotation
import WorkoutModel

/// The intervals of a workout one after the other, each with when it starts; at most so many of them.
struct Schedule: Equatable {
  let entries: [Entry]
  /// Whether the workout goes on behind the last entry.
  let isTruncated: Bool

  /// The most entries that are listed, so that no plan, endless ones least of all, is listed without end.
  static let longest = 10_000

  /// One interval as it will be run.
  struct Entry: Equatable {
    /// From 1.
    let number: Int
    let interval: ScheduledInterval
    /// Since the start of the workout, the lead-in apart; nil behind an open interval, whose end nobody knows.
    let start: Duration?
    let rounds: [Round]
  }

  /// Goes through a timeline as the daemon does; it takes time in proportion to the entries.
  init(_ timeline: Timeline, limit: Int = Schedule.longest) {
    var entries: [Entry] = []
    var position: Position? = timeline.start
    var start: Duration? = .zero
    while let current = position, entries.count < limit {
      let interval = timeline.interval(at: current)
      entries.append(
        Entry(number: current.number, interval: interval, start: start, rounds: timeline.rounds(at: current)))
      start = start.flatMap { start in interval.duration.map { start + $0 } }
      position = timeline.position(after: current)
    }
    self.entries = entries
    isTruncated = position != nil
  }
}
