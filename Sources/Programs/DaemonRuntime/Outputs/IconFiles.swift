import Text
package import UserFiles
import WorkoutPresentation

/// The files of the coloured icons, for programs that do not use an icon theme: media players and some notification
/// servers.
package struct IconFiles: Sendable {
  private let paths: [IconName: String]

  /// Finds the icons in the data folders, and searches the user's folder first.
  package init(_ folders: XDGFolders) {
    paths = Dictionary(
      uniqueKeysWithValues: IconName.allCases.compactMap { icon in
        folders.dataFolders.lazy
          .map { "\($0)/icons/hicolor/scalable/apps/\(icon.rawValue).svg" }
          .first { SystemCalls.canAccess($0, for: .read) }
          .map { (icon, $0) }
      })
  }

  func path(of icon: IconName) -> String? { paths[icon] }

  func url(of icon: IconName) -> String? { paths[icon].map(Self.url) }

  /// The `file` URL of an absolute path (RFC 8089); all characters except slashes and unreserved characters are
  /// escaped.
  static func url(ofFile path: String) -> String {
    "file://" + path.percentEncoded(allowed: "/-._~")
  }
}
