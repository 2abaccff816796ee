package import Desktop
import FoundationEssentials
import UserFiles

/// Remembers what is on the screen in a file that lasts as long as the session.
package struct NotificationFile: NotificationStore {
  private let path: String

  /// - Parameter path: absolute; in the runtime folder, where files are written at once.
  package init(path: String) {
    self.path = path
  }

  package var saved: SavedNotification? {
    guard let text = try? TextFile.read(path) else { return nil }
    return try? JSONDecoder().decode(SavedNotification.self, from: Data(text.utf8))
  }

  package func save(_ notification: SavedNotification?) {
    // Without it a notification may be left behind by a crash, which is no reason to do anything else now.
    if let notification, let json = try? JSONEncoder().encode(notification) {
      try? AtomicFile.write(String(decoding: json, as: UTF8.self), to: path)
    } else {
      try? AtomicFile.remove(path)
    }
  }
}
