import CLinux
import Synchronization
import UserFiles

/// The copy of the saved workout in the runtime folder, which is in memory.
///
/// The copy survives the daemon, but not the end of the session or a reboot. A write of the copy never waits for a
/// disk, so the runner may write the copy at every cue.
final class MemoryCopy: Sendable {
  private let path: String
  /// Whether the workout in the copy has ended.
  ///
  /// The copy remains until the end of the workout is recorded on disk.
  private let hasEnded = Mutex(false)

  /// Returns nil if the folder is on a file system that may wait for a disk; see statfs(2), tmpfs(5).
  init?(folder: String) {
    var status = statfs()
    // `folder` and `status` outlive the call.
    guard unsafe statfs(folder, &status) == 0, status.f_type == Int(TMPFS_MAGIC) else { return nil }
    path = "\(folder)/workout.json"
  }

  /// Replaces the workout in the copy; returns whether the write succeeded.
  ///
  /// A workout whose position cannot be encoded is not written.
  @discardableResult func write(_ workout: SavedWorkout) -> Bool {
    hasEnded.withLock { hasEnded in
      hasEnded = false
      let (json, hasPosition) = workout.encoded()
      return hasPosition && (try? AtomicFile.write(json, to: path, isSynced: false)) != nil
    }
  }

  /// Records that the workout in the copy has ended.
  func markEnded() {
    hasEnded.withLock { $0 = true }
  }

  /// Removes the copy of an ended workout; has no effect if the copy contains a later workout.
  func removeEnded() {
    hasEnded.withLock { hasEnded in
      if hasEnded { remove() }
      hasEnded = false
    }
  }

  func remove() {
    try? AtomicFile.remove(path, isSynced: false)
  }

  /// The workout in the copy; nil if the copy is missing, or cannot be read or trusted.
  func read() -> SavedWorkout? {
    guard let text = try? TextFile.read(path, maxBytes: SavedWorkout.maxBytes, requireTrusted: true) else { return nil }
    return try? SavedWorkout(json: text)
  }
}
