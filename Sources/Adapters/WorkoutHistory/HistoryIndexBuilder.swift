import Dates
import WorkoutReports

/// Makes the records of lines, from the first line to the last.
struct HistoryIndexBuilder {
  /// The bytes of the records.
  private(set) var bytes: [UInt8] = []
  private(set) var totals: HistoryTotals
  /// The end, in the index, of the last record that is a session of a program or a change.
  private(set) var lastEvent: Int
  /// The offset of `bytes` in the index.
  private let offset: Int
  /// The changes that are not undone, of each recorded workout.
  private var changes: [String: [HistoryChange]] = [:]

  /// Begins an index.
  init() {
    self.init(after: IndexHeader.size, lastEvent: IndexHeader.size, totals: HistoryTotals())
  }

  /// Continues an index at its end.
  init(after end: Int, lastEvent: Int, totals: HistoryTotals) {
    (offset, self.lastEvent, self.totals) = (end, lastEvent, totals)
  }

  /// The end of the last record, in the index.
  var end: Int { offset + bytes.count }

  /// Adds the record of the next line; an empty line, an unreadable line and a copy of a workout have no record.
  mutating func add(_ line: LineReader.Line) {
    guard !line.range.isEmpty else { return }
    switch line.bytes.flatMap({ HistoryLine($0, hasLaps: false) }) {
    case nil: totals.unreadableLines += 1
    case .workout(let summary):
      guard changes[summary.workoutId] == nil, let workout = RecordedWorkout(summary, in: Self.universalTime) else {
        return
      }
      changes[workout.id] = []
      totals.workouts += 1
      add(.workout(workout), line)
    case .change(let change):
      add(.change(change, isEffective: apply(change)), line)
    }
  }

  private mutating func add(_ content: HistoryRecord.Content, _ line: LineReader.Line) {
    let record = HistoryRecord(line: line.range, previousEvent: lastEvent, content: content)
    bytes += record.bytes
    if record.isEvent { lastEvent = end }
  }

  /// Applies a change, and returns whether it is effective.
  private mutating func apply(_ change: HistoryChange) -> Bool {
    guard let id = change.workoutId else { return true }
    guard var all = changes[id] else { return false }
    let wasRemoved = all.isRemoval
    if change.change == .undo { _ = all.popLast() } else { all.append(change) }
    totals.workouts += (wasRemoved ? 1 : 0) - (all.isRemoval ? 1 : 0)
    changes[id] = all
    return true
  }

  /// Reads the earlier records that determine the record of a line.
  mutating func readEarlier(_ index: HistoryIndex, for line: LineReader.Line) throws(IndexDamage) {
    let id =
      switch line.bytes.flatMap({ HistoryLine($0, hasLaps: false) }) {
      case .workout(let summary): summary.workoutId
      case .change(let change): change.workoutId
      case nil: nil as String?
      }
    guard let id else { return }
    var later = LaterChanges()
    while let record = try index.previous() {
      switch record.content {
      case .workout(let workout):
        guard workout.id == id else { continue }
        return changes[id] = later.changes(of: id)
      case .change(let change, isEffective: true): if change.workoutId == id { _ = later.add(change) }
      case .change(_, isEffective: false): continue
      }
    }
  }

  private static func universalTime(_ seconds: Int) -> LocalTime { LocalTime(secondsSince1970: seconds, offset: 0) }
}
