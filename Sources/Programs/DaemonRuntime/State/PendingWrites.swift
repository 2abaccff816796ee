import Concurrency
import UserFiles
import WorkoutHistory
import WorkoutReports

/// The writes that wait for the state folder: the latest position, and the lines of the history, in order.
///
/// After a write has failed, all writes are blocked until the store tries again.
struct PendingWrites: MailboxContents {
  /// A change of the saved position.
  enum Position: Sendable {
    case save(SavedWorkout)
    case remove
  }

  /// A line of the history.
  struct Line: Sendable {
    let line: HistoryLine
    /// Whether the line is written only if the history does not contain the workout yet.
    ///
    /// An earlier process may have recorded the workout.
    let onlyIfMissing: Bool
  }

  /// Writes that are done together.
  struct Batch: Sendable {
    var position: Position?
    var lines: [Line]
    /// Whether the batch had lines at its start.
    let hadLines: Bool

    init(position: Position? = nil, lines: [Line] = []) {
      (self.position, self.lines, hadLines) = (position, lines, !lines.isEmpty)
    }
  }

  var position: Position?
  private(set) var lines: [Line] = []
  /// The batch that is being written.
  private var batch = Batch()
  /// The ID of a restored workout that the history may already contain; nil if no such workout exists.
  ///
  /// The ID is set if the history could not be read when the workout was restored.
  var unverifiedID: String?
  /// Whether the file of the position contains a workout that could not be read, and must be renamed before a write.
  var keepsUnread = false
  /// Whether `next()` returns nil because a write has failed and the store has not tried again yet.
  var isBlocked = false
  /// The error of the last attempt; nil if it succeeded.
  private(set) var failure: SystemError?
  var isRetryScheduled = false

  /// The maximum number of lines that wait while the disk is full.
  static let maxLines = HistoryFile.maxWaiting

  private var hasWrites: Bool { position != nil || !lines.isEmpty }

  /// Adds lines that an earlier process could not write.
  ///
  /// - Returns: The lines that are dropped because too many lines wait.
  mutating func restore(_ lines: [HistoryLine]) -> [HistoryLine] {
    self.lines = lines.map { Line(line: $0, onlyIfMissing: true) } + self.lines
    return dropExcess()
  }

  /// Adds a line; a correction replaces an earlier correction that waits.
  ///
  /// - Returns: The lines that are dropped because too many lines wait.
  mutating func record(_ line: HistoryLine) -> [HistoryLine] {
    if case .change(let change) = line {
      lines.removeAll { waiting in
        if case .change(let earlier) = waiting.line { earlier.isReplaced(by: change) } else { false }
      }
    }
    var isUnverified = false
    if case .workout(let summary) = line { isUnverified = unverifiedID == summary.workoutId }
    lines.append(Line(line: line, onlyIfMissing: isUnverified))
    if isUnverified { unverifiedID = nil }
    return dropExcess()
  }

  /// Drops the oldest lines that are too many, and changes before workouts.
  private mutating func dropExcess() -> [HistoryLine] {
    var dropped: [HistoryLine] = []
    while lines.count > Self.maxLines {
      dropped.append(lines.remove(at: lines.firstIndex { !$0.line.isWorkout } ?? 0).line)
    }
    return dropped
  }

  mutating func next() -> Batch? {
    guard !isBlocked, hasWrites else { return nil }
    batch = Batch(position: position, lines: lines)
    (position, lines) = (nil, [])
    return batch
  }

  /// Handles the success of a batch.
  ///
  /// - Returns: Whether the previous attempt failed.
  mutating func succeed() -> Bool {
    defer { failure = nil }
    batch = Batch()
    return failure != nil
  }

  /// Returns the unwritten part of a failed batch to the pending writes, ahead of newer writes.
  ///
  /// If no newer writes have arrived, the writes are blocked until the store tries again.
  ///
  /// - Returns: Whether this is the first failure in a row, whether a retry must be scheduled, and the lines that are
  ///   dropped because too many lines wait.
  mutating func fail(
    _ batch: Batch, with error: SystemError
  ) -> (isFirst: Bool, needsRetry: Bool, dropped: [HistoryLine]) {
    isBlocked = !hasWrites
    self.batch = Batch()
    lines = batch.lines + lines
    if position == nil { position = batch.position }
    defer { (failure, isRetryScheduled) = (error, true) }
    return (failure == nil, !isRetryScheduled, dropExcess())
  }

  /// The lines that are not known to be on disk, including those that are being written.
  var unwrittenLines: [HistoryLine] { (batch.lines + lines).map(\.line) }

  /// The state that is not known to be on disk, including what is being written.
  var unsavedState: UnsavedState {
    // A pending removal of the saved position does not count, because no state is lost if the removal fails.
    let hasPosition = if case .save = position ?? batch.position { true } else { false }
    let lines = batch.lines + lines
    let workouts = lines.count { $0.line.isWorkout }
    return UnsavedState(
      hasPosition: hasPosition, summaryCount: workouts, changeCount: lines.count - workouts, failure: failure)
  }
}
