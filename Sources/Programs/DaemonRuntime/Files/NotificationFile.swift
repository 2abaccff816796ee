package import Desktop
import FoundationEssentials
import UserFiles

/// Remembers what is on the screen in a file that lasts as long as the session.
package struct NotificationFile: NotificationMemory {
  private let path: String

  /// - Parameter path: absolute; in the runtime folder, where files are written at once.
  package init(path: String) {
    self.path = path
  }

  package var left: NotificationMark? {
    guard let text = try? TextFile.read(path) else { return nil }
    return try? JSONDecoder().decode(NotificationMark.self, from: Data(text.utf8))
  }

  package func keep(_ mark: NotificationMark?) {
    // Without it a notification may be left behind by a crash, which is no reason to do anything else now.
    if let mark, let json = try? JSONEncoder().encode(mark) {
      try? AtomicFile.write(String(decoding: json, as: UTF8.self), to: path)
    } else {
      try? AtomicFile.remove(path)
    }
  }
}
