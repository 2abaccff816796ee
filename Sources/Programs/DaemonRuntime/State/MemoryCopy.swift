import CLinux
import UserFiles

/// Copy of the saved workout in memory, in the runtime folder.
///
/// It survives the daemon, but neither the session nor the machine. Writing it never waits for a disk, so the runner may
/// do so at every cue.
struct MemoryCopy: Sendable {
  private let path: String

  /// Fails if the folder is on a file system that may wait for a disk: statfs(2), tmpfs(5).
  init?(folder: String) {
    var status = statfs()
    // The path and the variable outlive the call.
    guard unsafe statfs(folder, &status) == 0, status.f_type == Int(TMPFS_MAGIC) else { return nil }
    path = "\(folder)/workout.json"
  }

  /// Replaces the copy, or removes it.
  ///
  /// - Returns: whether that succeeded.
  @discardableResult func replace(with workout: KeptWorkout?) -> Bool {
    do throws(SystemError) {
      if let workout {
        try AtomicFile.write(workout.json, to: path, isSynced: false)
      } else {
        try AtomicFile.remove(path, isSynced: false)
      }
      return true
    } catch {
      return false
    }
  }

  /// The workout in the copy; nil if there is none that can be read and trusted.
  func found() -> KeptWorkout? {
    guard let text = try? TextFile.read(path, maxBytes: KeptWorkout.maxBytes, requireTrusted: true) else { return nil }
    return try? KeptWorkout(json: text)
  }
}
