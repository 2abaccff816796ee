import Concurrency
import UserFiles
import WorkoutReports

/// The writes that wait for the state folder: the latest position, and the lines of the history in their order.
///
/// After a failure they are blocked until the next attempt.
struct PendingWrites: MailboxContents {
  /// A change of the saved position.
  enum Position: Sendable {
    case save(SavedWorkout)
    case remove
  }

  /// A line of the history.
  struct Line: Sendable {
    let summary: Report.Summary
    /// Whether an earlier process may have recorded the workout, so that the line is written only if the history lacks
    /// it.
    let onlyIfMissing: Bool
  }

  /// Writes that are done together.
  struct Batch: Sendable {
    var position: Position?
    var lines: [Line]
  }

  var position: Position?
  private(set) var lines: [Line] = []
  /// The restored workout, if the history could not be read, so that it may already be recorded.
  var unverifiedID: String?
  /// Whether the last attempt failed, and nothing is taken before the next one.
  var isBlocked = false
  /// The error of the last attempt; nil if it succeeded.
  private(set) var failure: SystemError?
  var isRetryScheduled = false

  /// The maximum number of lines that wait while the disk is full; the oldest are dropped.
  static let maxLines = 64

  private var hasWrites: Bool { position != nil || !lines.isEmpty }

  /// Adds a line, which replaces a waiting line of the same workout.
  mutating func record(_ summary: Report.Summary) {
    lines.removeAll { $0.summary.workoutId == summary.workoutId }
    if lines.count == Self.maxLines { lines.removeFirst() }
    let isUnverified = unverifiedID == summary.workoutId
    lines.append(Line(summary: summary, onlyIfMissing: isUnverified))
    // A further line of the same workout is a correction, and is always written.
    if isUnverified { unverifiedID = nil }
  }

  mutating func next() -> Batch? {
    guard !isBlocked, hasWrites else { return nil }
    defer { (position, lines) = (nil, []) }
    return Batch(position: position, lines: lines)
  }

  /// Handles the success of a batch.
  ///
  /// - Returns: Whether the attempt before it failed.
  mutating func succeed() -> Bool {
    defer { failure = nil }
    return failure != nil
  }

  /// Puts the rest of a failed batch back, before newer writes; it blocks unless newer writes have arrived.
  ///
  /// - Returns: Whether this is the first failure in a row, and whether a retry must be scheduled.
  mutating func fail(_ batch: Batch, with error: SystemError) -> (isFirst: Bool, needsRetry: Bool) {
    isBlocked = !hasWrites
    lines = Array((batch.lines + lines).suffix(Self.maxLines))
    if position == nil { position = batch.position }
    defer { (failure, isRetryScheduled) = (error, true) }
    return (failure == nil, !isRetryScheduled)
  }

  var unsavedState: UnsavedState {
    // A position that waits to be removed is not lost.
    let hasPosition = if case .save = position { true } else { false }
    return UnsavedState(hasPosition: hasPosition, summaryCount: lines.count, failure: failure)
  }
}
