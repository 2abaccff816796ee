package import Desktop
import FoundationEssentials
import Glibc
import Text
package import UserFiles
import WorkoutPresentation

/// The file that records the notification on the screen, so that the next process can replace it.
///
/// The file lasts as long as the session.
package struct NotificationFile: NotificationStore {
  private let path: String

  /// - Parameter path: An absolute path in the runtime folder, where a write does not wait for a disk.
  package init(path: String) {
    self.path = path
  }

  package var saved: SavedNotification? {
    guard let text = try? TextFile.read(path) else { return nil }
    return try? JSONDecoder().decode(SavedNotification.self, from: Data(text.utf8))
  }

  package func save(_ mark: SavedNotification?) {
    // Errors are ignored: without the file, a notification stays on the screen after a crash of the daemon.
    if let mark, let json = try? JSONEncoder().encode(mark) {
      try? AtomicFile.write(String(decoding: json, as: UTF8.self), to: path)
    } else {
      try? AtomicFile.remove(path)
    }
  }
}

/// The files of the coloured icons, for programs that do not use an icon theme: media players and some notification
/// servers.
package struct IconFiles: Sendable {
  private let paths: [IconName: String]

  /// Searches the data folders in the order of an icon theme.
  package init(_ folders: XDGFolders) {
    paths = Dictionary(
      uniqueKeysWithValues: IconName.allCases.compactMap { icon in
        ([folders.dataHome] + folders.dataDirs)
          .map { "\($0)/icons/hicolor/scalable/apps/\(icon.rawValue).svg" }
          .first { SystemCalls.canAccess($0, for: .read) }
          .map { (icon, $0) }
      })
  }

  func path(of icon: IconName) -> String? { paths[icon] }

  func url(of icon: IconName) -> String? { paths[icon].map(Self.url) }

  /// The `file` URL of an absolute path: RFC 8089, with all characters except unreserved ones and slashes escaped.
  static func url(ofFile path: String) -> String {
    "file://" + path.percentEncoded(allowed: "/-._~")
  }
}
