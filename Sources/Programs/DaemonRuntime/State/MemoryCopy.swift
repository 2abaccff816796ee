import CLinux
import Synchronization
import UserFiles
import WorkoutHistory

/// The copy of the state in the runtime folder, which is in memory: the saved workout, and the lines of the history that
/// are not on disk.
///
/// The copy survives the daemon, but not the end of the session or a reboot. A write of the copy never waits for a
/// disk, so the runner may write the workout at every cue.
final class MemoryCopy: Sendable {
  private let workoutPath: String
  private let historyPath: String
  private let state = Mutex(State())

  private struct State {
    /// The workout in the copy, if this process has written it.
    var workout: SavedWorkout?
    /// Whether the workout in the copy has ended.
    ///
    /// The copy remains until the end of the workout is recorded on disk.
    var hasEnded = false
    /// Whether the last workout, and the last lines, could be written.
    var isWorkoutWritten = true
    var areLinesWritten = true
  }

  /// The maximum size of the lines of the history in bytes; the lines that follow are not in the copy.
  private static let maxHistorySize = 1 << 25

  /// Returns nil if the folder is on a file system that may wait for a disk; see statfs(2), tmpfs(5).
  init?(folder: String) {
    var status = statfs()
    // `folder` and `status` outlive the call.
    guard unsafe statfs(folder, &status) == 0, status.f_type == Int(TMPFS_MAGIC) else { return nil }
    workoutPath = "\(folder)/workout.json"
    historyPath = "\(folder)/history.jsonl"
  }

  /// Whether the copy contains the last workout, or its end, and all lines that are not on disk.
  var isComplete: Bool { state.withLock { $0.isWorkoutWritten && $0.areLinesWritten } }

  /// Replaces the workout in the copy; returns whether the write succeeded.
  ///
  /// A workout whose position cannot be encoded is not written.
  @discardableResult func write(_ workout: SavedWorkout) -> Bool {
    state.withLock { state in
      (state.workout, state.hasEnded) = (workout, false)
      let (json, hasPosition) = workout.encoded()
      state.isWorkoutWritten = hasPosition && write(json)
      return state.isWorkoutWritten
    }
  }

  private func write(_ json: String) -> Bool {
    (try? AtomicFile.write(json, to: workoutPath, isSynced: false)) != nil
  }

  /// Records that the workout in the copy has ended; `writeEnd` writes this to the copy.
  func markEnded() {
    state.withLock { $0.hasEnded = true }
  }

  /// Writes that the workout in the copy has ended, so that the next process does not resume it.
  ///
  /// The caller first writes the line of the workout. Has no effect if the copy contains a later workout.
  func writeEnd() {
    state.withLock { state in
      guard state.hasEnded, let workout = state.workout else { return }
      state.isWorkoutWritten = write(workout.encoded(hasEnded: true).json)
    }
  }

  /// Removes the copy of an ended workout; has no effect if the copy contains a later workout.
  func removeEnded() {
    state.withLock { state in
      guard state.hasEnded else { return }
      remove()
      (state.workout, state.hasEnded, state.isWorkoutWritten) = (nil, false, true)
    }
  }

  func remove() {
    try? AtomicFile.remove(workoutPath, isSynced: false)
  }

  /// The workout in the copy; nil if the copy is missing, or cannot be read or trusted.
  func read() -> SavedWorkout? {
    guard let text = try? TextFile.read(workoutPath, maxBytes: SavedWorkout.maxBytes, requireTrusted: true) else {
      return nil
    }
    return try? SavedWorkout(json: text)
  }

  /// Replaces the lines of the history in the copy.
  func write(_ lines: [HistoryLine]) {
    var bytes: [UInt8] = []
    var isComplete = true
    for line in lines {
      let next = line.bytes
      guard bytes.count + next.count <= Self.maxHistorySize else {
        isComplete = false
        break
      }
      bytes += next
    }
    let result =
      bytes.isEmpty
      ? Result { () throws(SystemError) in try AtomicFile.remove(historyPath, isSynced: false) }
      : Result { () throws(SystemError) in try AtomicFile.write(bytes, to: historyPath, isSynced: false) }
    let isWritten = (try? result.get()) != nil
    state.withLock { [isComplete] in $0.areLinesWritten = isComplete && isWritten }
  }

  /// The lines of the history that an earlier process could not write to disk.
  func readLines() -> [HistoryLine] {
    let lines = (try? LineFile(path: historyPath, maxSize: Self.maxHistorySize).read()) ?? []
    return lines.compactMap { HistoryLine($0) }
  }
}
