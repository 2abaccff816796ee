package import Desktop
import JSON
import UserFiles

/// The file that identifies the notification on the screen, so that the next process can replace the notification.
///
/// The file is removed at the latest when the login session ends.
package struct NotificationFile: NotificationStore {
  private let path: String

  /// - Parameter path: An absolute path in the runtime folder, where a write does not wait for a disk.
  package init(path: String) {
    self.path = path
  }

  package var saved: SavedNotification? {
    guard let text = try? TextFile.read(path) else { return nil }
    return try? JSONValue(parsing: Array(text.utf8)).decoded()
  }

  package func save(_ mark: SavedNotification?) {
    // Errors are ignored, because the file matters only after a crash of the daemon. Without the file, the next process
    // cannot replace the old notification, which stays on the screen.
    if let mark, let json = try? JSONValue(encoding: mark) {
      try? AtomicFile.write(json.text, to: path, isSynced: false)
    } else {
      try? AtomicFile.remove(path, isSynced: false)
    }
  }
}
